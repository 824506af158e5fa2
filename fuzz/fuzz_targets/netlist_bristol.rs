#![no_main]

#[path = "../invariants/netlist_target.rs"]
mod target;
use target::{lanes, naive, netlists, text};

libfuzzer_sys::fuzz_target!(|data: &[u8]| netlists::bristol(data));
