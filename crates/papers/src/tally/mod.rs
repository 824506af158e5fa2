//! The multiprecision ring that holds only shapes: see [`crate::Multiprecision`].
//!
//! As with [`TallyRing`](ringassay_cost::TallyRing), each operation is checked as the computing ring checks it,
//! and writes which kernels that would run and which memory it would take and give back, in the same
//! order. An operation on l elements is written in one stroke, so that the five functions of a scheme
//! take microseconds. What a tally cannot know: whether an element is invertible; it takes it for so.

mod interpreter;
mod inverse;
mod products;
mod ring;
mod values;

pub use ring::TallyMultiprecision;
pub use values::{TallyEvaluationForm, TallySmall, TallyVector, TallyWholeTable};
