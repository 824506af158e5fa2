//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod between_rings;
mod bfv;
mod bfv_levels;
#[path = "../../../../fuzz/invariants/bfv.rs"]
mod bfv_objects;
mod bfv_rotations;
mod bgv_common;
mod bgv_dependent;
mod bgv_factors;
mod bgv_gates;
mod bgv_laws;
mod bgv_noise;
#[path = "../../../../fuzz/invariants/bgv.rs"]
mod bgv_objects;
mod catalogue;
mod ckks;
mod ckks_encoding;
#[path = "../../../../fuzz/invariants/ckks.rs"]
mod ckks_objects;
mod ckks_oracle;
mod encoding_layouts;
mod encoding_oracle;
mod encoding_slots;
#[path = "../../../../fuzz/invariants/envelope.rs"]
mod envelope;
#[path = "../../examples/common/failures.rs"]
mod failures;
#[path = "../../../../fuzz/invariants/objects.rs"]
mod objects;
#[path = "../../examples/common/operations.rs"]
mod operations;
mod rgsw;
mod ring_fused;
mod serial;
