#![no_main]
#![allow(dead_code, reason = "each target uses one of the invariants")]

#[path = "../../crates/circuit/tests/all/common/lanes.rs"]
mod lanes;
#[path = "../../crates/circuit/tests/all/common/naive.rs"]
mod naive;
#[path = "../invariants/netlists.rs"]
mod netlists;
#[path = "../invariants/text.rs"]
mod text;

libfuzzer_sys::fuzz_target!(|data: &[u8]| netlists::aiger_ascii(data));
