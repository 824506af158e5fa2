//! What the crate does as its users see it.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod circuits;
mod common;
mod gates;
#[path = "../../../../fuzz/invariants/gates.rs"]
mod invariant;
mod noise;
mod saved;
mod tally;
mod words;
