//! What several tests share.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod arbitrary;
pub(crate) mod naive;
