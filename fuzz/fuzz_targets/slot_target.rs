#![no_main]
#![allow(dead_code, reason = "each target uses one of the invariants")]

#[path = "../invariants/slots.rs"]
mod slots;

libfuzzer_sys::fuzz_target!(|data: &[u8]| slots::target(data));
