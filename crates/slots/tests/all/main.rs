//! Plans run on slots in the clear, against the plaintext evaluator.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod common;
mod complexes;
mod corpus;
mod hostile;
mod numbers;
mod plans;
mod reals;
mod refreshes;
#[path = "../../../../fuzz/invariants/slots.rs"]
mod slots;
mod text;
