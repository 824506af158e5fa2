//! Who the multiprecision schemes are as systems under test.

use ringassay_circuit::{GateKind, limits::OUTPUTS};
use ringassay_scheme::Scheme;
use ringassay_sut::{hello::Limits, kit::About};

use crate::search::MAX_LOG2_T;

/// The largest ℓ: a ciphertext for each entry of each vector.
const MAX_BATCH: u64 = 1024;

/// The name as a system under test.
#[must_use]
pub fn sut_name(scheme: Scheme) -> &'static str {
    scheme.entry().sut.map_or(scheme.key(), |sut| sut.name)
}

/// What both programs of a scheme say of themselves.
#[must_use]
pub fn about(scheme: Scheme, threads: usize) -> About {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let bits = scheme.has_bits_only();
    let gates = GateKind::ALL.into_iter();
    let gates = gates.filter(|gate| !bits || !matches!(gate, GateKind::Sub | GateKind::Neg));
    About {
        name: sut_name(scheme).to_owned(),
        version: version.clone(),
        library: Some("ringassay".to_owned()),
        library_version: Some(version),
        scheme: Some(scheme.to_string()),
        spaces: scheme.entry().spaces.iter().map(|space| space.key().to_owned()).collect(),
        gates: gates.map(|gate| gate.name().to_owned()).collect(),
        limits: Limits {
            max_batch: Some(MAX_BATCH),
            max_modulus: (!bits).then_some((1 << MAX_LOG2_T) - 1),
            max_security: Some(512),
            max_outputs: Some(OUTPUTS as u64),
            ..Limits::default()
        },
        planner: None,
        build: ringassay_engine::sut::build(threads),
    }
}
