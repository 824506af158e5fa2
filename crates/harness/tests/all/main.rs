//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod alone;
mod attacks;
mod builtin;
mod charge;
mod common;
mod faults;
mod forks;
mod hold;
mod isolation;
mod outcomes;
mod probe;
mod programs;
mod refusals;
mod steps;
