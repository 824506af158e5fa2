//! Who this is.

use ringassay_circuit::{GateKind, limits::OUTPUTS};
use ringassay_scheme::Scheme;
use ringassay_sut::{
    hello::{Limits, PLANNER},
    kit::About,
};

use crate::sut::build;

/// What both programs say of themselves.
pub(super) fn about(threads: usize) -> About {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    About {
        name: Scheme::Ckks.entry().sut.map_or(Scheme::Ckks.key(), |sut| sut.name).to_owned(),
        version: version.clone(),
        library: Some("ringassay".to_owned()),
        library_version: Some(version),
        scheme: Some(Scheme::Ckks.to_string()),
        spaces: vec!["real".to_owned(), "complex".to_owned()],
        gates: GateKind::COMPLEX.iter().map(|kind| kind.name().to_owned()).collect(),
        limits: Limits {
            max_security: Some(512),
            max_outputs: Some(OUTPUTS as u64),
            ..Limits::default()
        },
        planner: Some(PLANNER.to_owned()),
        build: build(threads),
    }
}
