//! Polynomials of encrypted vectors.
//!
//! [`evaluate`] takes a [`Polynomial`], or several at once that are applied entry by entry ([`SlotPolynomials`]), and
//! returns the result exactly at the scale that was asked for, exactly ⌈log2(d + 1)⌉ levels below its operand. [`Plan`]
//! says beforehand how many products that takes. Coefficients are complex numbers, of powers or Chebyshev polynomials,
//! or integers modulo t, of powers.
//!
//! Sources: M. Paterson and L. Stockmeyer, SIAM J. Comput. 2 (1973); 2020/1203 §5 (depth, scales).

mod affine;
mod chebyshev;
mod coefficients;
mod evaluate;
mod plan;
mod powers;

pub(crate) use affine::to_unit_interval;
pub use chebyshev::{interpolate, largest_error};
pub use coefficients::{Basis, Polynomial, SlotPolynomials};
pub use evaluate::evaluate;
pub use plan::Plan;
