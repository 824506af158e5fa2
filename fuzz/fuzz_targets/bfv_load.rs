#![no_main]

#[path = "../invariants/bfv.rs"]
mod bfv;
#[path = "../invariants/envelope.rs"]
mod envelope;
#[path = "../invariants/objects.rs"]
mod objects;

libfuzzer_sys::fuzz_target!(|data: &[u8]| objects::load::<ringassay_scheme::bfv::Parameters>(data));
