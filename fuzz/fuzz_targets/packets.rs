#![no_main]

#[path = "../invariants/packets.rs"]
mod packets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| packets::packets(data));
