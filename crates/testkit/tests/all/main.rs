//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod axes;
mod backends;
mod common;
mod elementwise;
mod factors;
mod gadgets;
mod known_answers;
mod limb_subsets;
mod multiprecision;
mod negacyclic;
mod planted_faults;
mod properties;
mod ring_laws;
mod rns;
mod sampling_covariance;
mod sampling_fit;
mod sampling_subsets;
mod sampling_tables;
mod sampling_uniform;
mod subrings;
mod suites_can_fail;
