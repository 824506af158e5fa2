//! Who this is.

use ringassay_circuit::{GateKind, limits::OUTPUTS};
use ringassay_kernels::Backend;
use ringassay_scheme::{Scheme, bgv::PlaintextModulus};
use ringassay_sut::{
    builtin::plaintext::GATES,
    hello::{Limits, PLANNER},
    kit::{About, Build},
};

/// The name of a scheme's system under test.
pub(super) fn name(scheme: Scheme) -> &'static str {
    scheme.entry().sut.map_or(scheme.key(), |sut| sut.name)
}

/// What both programs of a scheme say of themselves.
pub(super) fn about(scheme: Scheme, threads: usize) -> About {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let is_real = scheme.is_approximate();
    let of_numbers = || GateKind::COMPLEX.iter().map(|kind| kind.name().to_owned()).collect();
    About {
        name: name(scheme).to_owned(),
        version: version.clone(),
        library: Some("ringassay".to_owned()),
        library_version: Some(version),
        scheme: Some(scheme.to_string()),
        spaces: scheme.entry().spaces.iter().map(|space| space.key().to_owned()).collect(),
        gates: if is_real { of_numbers() } else { GATES.map(str::to_owned).to_vec() },
        limits: Limits {
            max_modulus: (!is_real).then_some((1 << PlaintextModulus::MAX_BITS) - 1),
            max_security: Some(512),
            max_outputs: Some(OUTPUTS as u64),
            ..Limits::default()
        },
        planner: is_real.then(|| PLANNER.to_owned()),
        build: build(threads),
    }
}

/// A backend that cannot be had is an error as soon as a ring is made; here it is named.
pub fn build(threads: usize) -> Build {
    let simd = Backend::chosen().map_or_else(|error| error.to_string(), |it| it.to_string());
    Build::ours(&simd, threads)
}
