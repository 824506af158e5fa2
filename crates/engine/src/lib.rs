//! Compiles circuits for homomorphic evaluation and executes them, in programs and as systems under
//! test.
//!
//! A circuit is evaluated in three steps:
//!
//! 1. [`Graph`]: the circuit as arithmetic on slots. Equal values are computed once, constants are
//!    folded, rotations become automorphisms and masks.
//! 2. [`Plan`]: the operations of the scheme, in order. The noise decides where moduli are switched; it is
//!    estimated by running the scheme's own code on shapes
//!    ([`ringassay_cost::TallyRing`]); products are relinearised at a minimum cut.
//! 3. [`Program`]: a plan with its constants. It runs over any ring, on any number of threads with the
//!    same result.
//!
//! [`sut`] does this for every scheme with slots, as `ringassay-bgv` and `ringassay-bfv`;
//! [`reals`] runs slot programs over reals on CKKS, as `ringassay-ckks`; [`gates`] runs circuits
//! over bits on gates that refresh, as `ringassay-gates`.

mod client;
mod error;
pub mod execute;
pub mod gates;
pub mod graph;
pub mod plan;
pub mod reals;
mod role;
pub mod secrets;
pub mod sut;
mod target;
mod too_deep;

pub use client::{ClientKeys, KeyedClient};
pub use error::Error;
pub use execute::Program;
pub use graph::Graph;
pub use plan::Plan;
pub use role::{Role, Threads};
pub use target::{Encryption, Target};
pub use too_deep::TooDeep;
