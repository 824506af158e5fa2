#![no_main]

#[path = "../invariants/bfv.rs"]
mod bfv;
#[path = "../invariants/bfv_instances.rs"]
mod bfv_instances;
#[path = "../invariants/envelope.rs"]
mod envelope;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bfv::bfv_load(data));
