//! The plaintext evaluator: HEtest's baseline (§4.2) and the oracle of every evaluation.
//!
//! [`Program::compile`] turns a circuit into straight-line code over a few registers:
//!
//! 1. results that are decided without an input are short-circuited (a product with zero, a
//!    selection by an all-one mask, a rotation by zero …) and gates that do not lead to an output
//!    are left out (`simplify.rs`);
//! 2. the remaining gates are ordered by level and, within a level, by kind, so that the
//!    evaluator runs long stretches of equal gates, and registers are reused after the last use of
//!    their value, so that the working set stays in the cache (`schedule.rs`).
//!
//! Bits are evaluated 64 slots to a word (`bits.rs`), residues a word each (`residues.rs`), real and
//! complex numbers in sums of two doubles (`numbers.rs`, `double_double.rs`), the single bits of fan-in
//! circuits 64 inputs to a word (`lanes.rs`). Everything is linear in the size of the circuit.

mod bits;
mod double_double;
mod evaluator;
mod lanes;
mod modulus;
mod numbers;
mod residues;
mod schedule;
mod simplify;

pub use evaluator::{EvalError, Evaluator, Program};
pub use modulus::Modulus;
