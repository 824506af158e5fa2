//! CKKS as a system under test, `ringassay-ckks`: slot programs over reals (`docs/programs.md`, Reals).
//!
//! The client chooses parameters by the rule of that page, makes keys, encrypts and decrypts; the server runs
//! programs that the harness planned. Scales are those of [`ringassay_scheme::ckks`], exact at each level.

mod about;
mod backend;
pub(crate) mod cli;
mod client;
mod instance;
mod key;
mod program;
mod server;

pub use client::{RealClient, RealKeys};
pub use instance::RealInstance;
pub use program::{RealProgram, RealTally};
pub use server::RealServer;
