//! Shared by the tests of this crate.

pub(crate) mod plain;

use std::path::Path;

use ringassay_kernels::Backend;
use ringassay_testkit::machine::{expected_backends, processor_flags};
use ringassay_testkit::reference::numbers::primes_one_mod;
use serde::de::DeserializeOwned;

/// The known answers in `vectors/ring/NAME.json`.
pub(crate) fn vectors<T: DeserializeOwned>(name: &str) -> T {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../vectors/ring/{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Runs `test` on each backend, and fails if the processor has one that did not run.
pub(crate) fn on_every_backend(mut test: impl FnMut(Backend)) {
    let mut ran = Vec::new();
    for backend in Backend::available() {
        test(backend);
        ran.push(backend.to_string());
    }
    eprintln!("ran on: {}", ran.join(", "));
    let flags = processor_flags().unwrap_or_default();
    for expected in expected_backends(&flags) {
        assert!(ran.iter().any(|name| name == expected), "{expected} did not run");
    }
}

/// The largest prime of so many bits.
pub(crate) fn prime_below(bits: u32) -> u64 {
    primes_one_mod(1, 1 << bits).next().unwrap()
}

/// The largest prime ≡ 1 mod m of at most so many bits.
pub(crate) fn prime_one_mod(m: u64, bits: u32) -> u64 {
    primes_one_mod(m, 1 << bits).next().unwrap_or_else(|| panic!("{bits} bits, 1 mod {m}"))
}
