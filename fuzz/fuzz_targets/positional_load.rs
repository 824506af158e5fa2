#![no_main]

#[path = "../invariants/positional.rs"]
mod positional;

libfuzzer_sys::fuzz_target!(|data: &[u8]| positional::positional_load(data));
