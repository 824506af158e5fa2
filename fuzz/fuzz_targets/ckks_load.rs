#![no_main]

#[path = "../invariants/ckks.rs"]
mod ckks;
#[path = "../invariants/envelope.rs"]
mod envelope;
#[path = "../invariants/objects.rs"]
mod objects;

libfuzzer_sys::fuzz_target!(|data: &[u8]| objects::load::<ringassay_scheme::ckks::Parameters>(data));
