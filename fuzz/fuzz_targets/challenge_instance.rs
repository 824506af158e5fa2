#![no_main]

#[path = "../invariants/challenges.rs"]
mod challenges;

libfuzzer_sys::fuzz_target!(|data: &[u8]| challenges::instance(data));
