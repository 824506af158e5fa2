//! The tests of this crate, in one program: each more would be linked for itself.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod any;
mod catalogue;
mod common;
mod definition;
mod depth;
#[path = "../../../../fuzz/invariants/envelope.rs"]
mod envelope;
#[path = "../../../../fuzz/invariants/multiprecision.rs"]
mod invariant;
mod known;
mod points;
mod related;
mod saved;
mod schemes;
mod sut;
mod tally;
mod vector;
