//! What the crate does as its users see it.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod circuits;
mod common;
mod gates;
mod noise;
mod tally;
