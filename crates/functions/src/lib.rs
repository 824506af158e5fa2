//! Functions of encrypted vectors, above the schemes: polynomials, comparisons, inverses, linear transforms, sums.
//!
//! Everything here is made of the public operations of schemes. [`Arithmetic`] names those that polynomials and sums
//! need, a dozen; [`numbers::Evaluator`] has them for CKKS, [`integers::Evaluator`] for BGV and BFV, and tests have them
//! on numbers that are not encrypted. [`ApproximateArithmetic`] adds what signs and inverses ask of CKKS.
//!
//! - [`polynomial`]: polynomials at the least depth, one for all entries or one for each.
//! - [`mod@sign`], [`mod@inverse`]: what is made of polynomials over the reals.
//! - [`transform`]: matrices times vectors, by baby steps and giant steps, in every scheme and at every index.
//! - [`sums`]: sums of entries at a distance, replication, traces.

mod arithmetic;
pub mod integers;
pub mod inverse;
pub mod numbers;
pub mod polynomial;
pub mod refresh;
pub mod sign;
pub mod sums;
pub mod transform;

pub use arithmetic::{ApproximateArithmetic, Arithmetic, Factor, Number};
