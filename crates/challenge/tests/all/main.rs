//! Challenges against independent references, damage and deceit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../../../../fuzz/invariants/challenges.rs"]
mod invariants;

mod algebra;
mod beacon;
mod common;
mod corpus;
mod deceit;
mod folders;
mod hardness;
mod tampering;
