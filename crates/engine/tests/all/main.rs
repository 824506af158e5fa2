//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod bfv;
mod common;
mod gates;
mod plans;
mod random_circuits;
mod reals;
mod reals_tally;
mod sessions;
mod tally;
