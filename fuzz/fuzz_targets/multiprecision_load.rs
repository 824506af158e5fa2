#![no_main]

#[path = "../invariants/multiprecision.rs"]
mod multiprecision;

libfuzzer_sys::fuzz_target!(|data: &[u8]| multiprecision::multiprecision_load(data));
