//! Parameters as users get them: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod bfv;
mod bgv;
mod ckks;
mod slots;
mod stated;
