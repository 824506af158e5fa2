#![no_main]
#![allow(dead_code, reason = "each target uses one of the invariants")]

#[path = "../../crates/circuit/tests/all/common/naive.rs"]
mod naive;
#[path = "../invariants/text.rs"]
mod text;

libfuzzer_sys::fuzz_target!(|data: &[u8]| text::circuit(data));
