//! Oracles and data shared by the tests.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

pub mod cyclotomic;
pub mod random;
