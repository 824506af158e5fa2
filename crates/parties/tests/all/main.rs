//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod attacks;
mod common;
mod decryption;
#[path = "../../../../fuzz/invariants/parties.rs"]
mod invariant;
mod keys;
mod ledger;
mod saved;
mod switch;
mod tally;
mod threshold;
