//! The laws, one suite per layer, each over a small trait that carries plain slices.
//!
//! A suite takes anything that implements its trait: the crates themselves on each backend
//! ([`crate::subjects`]), and the same with a planted fault ([`mutant`]), which has to be found.
//!
//! | suite | trait | judged against |
//! |---|---|---|
//! | [`elementwise::suite`] | [`Elementwise`] | remainders of double words |
//! | [`transform::suite`] | [`Transform`] | values at roots of unity, schoolbook products |
//! | [`transform::axis_suite`] | [`AxisTransform`] | the same transform, fibre by fibre |
//! | [`axis::suite`] | [`axis::PrimeAxis`] | polynomials modulo Φ_p |
//! | [`ring::suite`] | [`Ring`] | polynomials modulo Φ_m |
//! | [`rns::suite`] | [`Rns`] | integers of unbounded size |
//! | [`gadget::suite`] | [`Gadget`] | integers of unbounded size |
//! | [`switch::suite`] | [`Switching`] | integers of unbounded size |
//! | [`inner_product::suite`] | [`InnerProduct`] | integers, and polynomials modulo Φ_m |
//! | [`scheme::suite`], [`scheme::slots_suite`] | [`Scheme`], [`scheme::Slotted`] | polynomials modulo Φ_m and t; vectors |
//! | [`subring::suite`] | [`Subring`] | X ↦ X^(m'/m) and sums of conjugates |

pub mod axis;
pub mod elementwise;
pub mod gadget;
pub mod inner_product;
pub mod mutant;
pub mod ring;
pub mod rns;
pub mod scheme;
pub mod subring;
pub mod switch;
pub mod transform;
pub mod verdict;

pub use elementwise::Elementwise;
pub use gadget::Gadget;
pub use inner_product::InnerProduct;
pub use ring::{Basis, Limbs, Ring};
pub use rns::Rns;
pub use scheme::Scheme;
pub use subring::Subring;
pub use switch::{Subsets, Switching};
pub use transform::{AxisTransform, Transform};
