//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod exact_bytes;
mod faulty_effects;
mod faulty_matrix;
mod packet_corpus;
mod packet_malformed;
mod packet_streams;
#[path = "../../../../fuzz/invariants/packets.rs"]
mod packets;
mod program;
mod reference;
