//! What the crate does as its users see it: one program of all tests that can share a process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[macro_use]
mod common;

mod bfv;
mod bgv;
mod ckks;
mod definition;
mod lwe;
mod negative;
mod operations;
mod polynomial;
mod price;
mod programs;
mod rotated;
mod values;
mod visits;
