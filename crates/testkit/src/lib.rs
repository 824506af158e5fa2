//! What every implementation of a layer has to obey, and the means to tell.
//!
//! - [`mod@reference`]: exact models, written from the definitions alone. They share no code with the
//!   crates they judge, not even the factorisation of an index.
//! - [`laws`]: generic suites over small traits, so that every implementation, every backend and
//!   every index is judged by the same text. A suite answers with a [`Violation`] instead of
//!   panicking, so that a test can demand that a planted fault be found, and by which law.
//! - [`subjects`]: the crates under judgement, as the suites see them.
//! - [`statistics`]: whether samples follow the law that they claim.
//! - [`inputs`]: reproducible random and extreme inputs.

pub mod inputs;
pub mod laws;
pub mod machine;
pub mod reference;
pub mod statistics;
pub mod subjects;

pub use laws::verdict::{Verdict, Violation};
