//! What every fuzz target of netlists is made of.
#![allow(dead_code, reason = "each target uses one of the invariants")]

#[path = "../../crates/circuit/tests/all/common/lanes.rs"]
pub(crate) mod lanes;
#[path = "../../crates/circuit/tests/all/common/naive.rs"]
pub(crate) mod naive;
#[path = "netlists.rs"]
pub(crate) mod netlists;
#[path = "text.rs"]
pub(crate) mod text;
