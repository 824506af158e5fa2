#![no_main]

#[path = "../invariants/ckks.rs"]
mod ckks;
#[path = "../invariants/ckks_instances.rs"]
mod ckks_instances;
#[path = "../invariants/envelope.rs"]
mod envelope;

libfuzzer_sys::fuzz_target!(|data: &[u8]| ckks::ckks_load(data));
