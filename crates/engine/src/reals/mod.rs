//! CKKS as a system under test, `ringassay-ckks`: slot programs over reals (`docs/programs.md`, Reals).
//!
//! The client chooses parameters by the rule of that page; the server runs programs that the harness planned, and
//! plans circuits that come without one. Scales are those of [`ringassay_scheme::ckks`], exact at each level.

mod backend;
mod instance;
mod program;
mod refreshing;
mod system;

pub use instance::RealInstance;
pub use program::{RealProgram, RealTally};
pub use refreshing::Refreshing;
pub use system::{RealClient, RealPlanner, RealServer};
