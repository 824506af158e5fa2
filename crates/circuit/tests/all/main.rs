//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod common;
mod complexes;
mod corpus;
mod damaged_circuits;
mod evaluator;
mod expressions;
mod facts;
mod fan_in_generator;
mod generator;
mod known_answers;
mod malformed_circuits;
mod malformed_others;
mod malformed_outputs;
#[path = "../../../../fuzz/invariants/netlists.rs"]
mod netlist_invariants;
mod netlists;
mod packed;
mod reals;
mod round_trips;
#[path = "../../../../fuzz/invariants/text.rs"]
mod text;

// What the invariants of the fuzz targets expect at the root.
use common::{lanes, naive};
