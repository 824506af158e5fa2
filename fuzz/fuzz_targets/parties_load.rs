#![no_main]

#[path = "../invariants/parties.rs"]
mod parties;

use std::cell::LazyCell;

thread_local! {
    static INSTANCE: LazyCell<parties::Instance> = const { LazyCell::new(parties::instance) };
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    INSTANCE.with(|instance| parties::parties_load(instance, data));
});
