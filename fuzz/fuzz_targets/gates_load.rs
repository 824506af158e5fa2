#![no_main]

#[path = "../invariants/gates.rs"]
mod gates;

libfuzzer_sys::fuzz_target!(|data: &[u8]| gates::gates_load(data));
