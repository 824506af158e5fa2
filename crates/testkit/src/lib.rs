//! The laws that every implementation of a layer must obey, and exact references to check them with.
//!
//! - [`mod@reference`]: exact models, written from the definitions alone. They share no code with the
//!   crates they judge, not even the factorisation of an index.
//! - [`laws`]: generic suites over small traits, so that every implementation, every backend and
//!   every index is checked by the same code. A suite returns a [`Violation`] instead of
//!   panicking, so that a test can demand that a planted fault be found, and by which law.
//! - [`subjects`]: adapters from the crates under test to those traits.
//! - [`statistics`]: tests whether samples follow their stated distribution.
//! - [`inputs`]: reproducible random and extreme inputs.

pub mod inputs;
pub mod laws;
pub mod machine;
pub mod reference;
pub mod statistics;
pub mod subjects;

pub use laws::verdict::{Verdict, Violation};
