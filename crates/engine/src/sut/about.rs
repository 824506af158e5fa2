//! Who this is.

use ringassay_circuit::limits::OUTPUTS;
use ringassay_kernels::Backend;
use ringassay_sut::{
    builtin::plaintext::GATES,
    hello::Limits,
    kit::{About, Build},
};

use ringassay_scheme::{IntegerScheme, Scheme, bgv::PlaintextModulus};

/// The name of a scheme's system under test.
pub(super) fn name(scheme: Scheme) -> &'static str {
    scheme.entry().sut.map_or(scheme.key(), |sut| sut.name)
}

/// What both programs say of themselves.
pub(super) fn about<P: IntegerScheme>(threads: usize) -> About {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    About {
        name: name(P::SCHEME).to_owned(),
        version: version.clone(),
        library: Some("ringassay".to_owned()),
        library_version: Some(version),
        scheme: Some(P::SCHEME.to_string()),
        spaces: P::SCHEME.entry().spaces.iter().map(|space| space.key().to_owned()).collect(),
        gates: GATES.map(str::to_owned).to_vec(),
        limits: Limits {
            max_modulus: Some((1 << PlaintextModulus::MAX_BITS) - 1),
            max_security: Some(512),
            max_outputs: Some(OUTPUTS as u64),
            ..Limits::default()
        },
        planner: None,
        build: build(threads),
    }
}

/// A backend that cannot be had is an error as soon as a ring is made; here it is named.
pub fn build(threads: usize) -> Build {
    let simd = Backend::chosen().map_or_else(|error| error.to_string(), |it| it.to_string());
    Build::ours(&simd, threads)
}
