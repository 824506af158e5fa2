//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod attacks;
mod common;
mod decryption;
mod keys;
mod ledger;
mod saved;
mod switch;
mod threshold;
