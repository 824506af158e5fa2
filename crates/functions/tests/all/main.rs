//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "../../../scheme/tests/all/ckks_oracle/mod.rs"]
#[expect(dead_code, reason = "the tests of encoding need more of it")]
mod ckks_oracle;
#[path = "../../../scheme/tests/all/ckks/common.rs"]
#[expect(dead_code, reason = "the tests of CKKS need more of it")]
mod common;
mod evaluate;
mod functions;
mod integers;
mod numbers;
mod polynomial;
mod refresh;
mod transforms;
