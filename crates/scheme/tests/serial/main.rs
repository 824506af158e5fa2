//! Saving and loading: round trips, the byte layout, everything that must be refused.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "../../../../fuzz/invariants/bgv.rs"]
mod bgv;
#[path = "../../../../fuzz/invariants/bgv_instances.rs"]
mod bgv_instances;
mod contents;
mod corpus;
mod layout;
mod malformed;
mod memory;
mod parameters;
mod positional;
#[path = "../../../../fuzz/invariants/positional.rs"]
mod positional_invariant;
mod round_trip;
