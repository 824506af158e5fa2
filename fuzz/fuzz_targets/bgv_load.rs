#![no_main]

#[path = "../invariants/bgv.rs"]
mod bgv;
#[path = "../invariants/bgv_instances.rs"]
mod bgv_instances;
#[path = "../invariants/envelope.rs"]
mod envelope;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bgv::bgv_load(data));
