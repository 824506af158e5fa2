#![no_main]

#[path = "../invariants/bgv.rs"]
mod bgv;
#[path = "../invariants/envelope.rs"]
mod envelope;
#[path = "../invariants/objects.rs"]
mod objects;

libfuzzer_sys::fuzz_target!(|data: &[u8]| objects::load::<ringassay_scheme::bgv::Parameters>(data));
