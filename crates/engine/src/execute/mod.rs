//! Running plans.

mod apply;
mod program;
mod run;

pub(crate) use apply::{Environment, Tables, apply};
pub use program::Program;
pub(crate) use run::{Observer, rehearse};
