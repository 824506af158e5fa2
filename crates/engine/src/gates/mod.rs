//! Gates that refresh as a system under test, `ringassay-gates`: circuits over bits of any depth.
//!
//! Each entry of a vector is a ciphertext of its own; rotations and selections of slots cost nothing. A circuit becomes a
//! netlist ([`Netlist::of_entries`](ringassay_circuit::netlist::Netlist::of_entries)), and that a [`GatePlan`]: gates of two
//! or three operands, each with one rotation, in levels of gates that do not depend on each other.

pub mod cli;
mod client;
mod describe;
mod key;
mod plan;
mod run;
mod server;

pub use client::{GateClient, GateKeys};
pub use plan::{GatePlan, Step};
pub use server::GateServer;

use ringassay_circuit::{limits::OUTPUTS, netlist::NotANetlist};
use ringassay_scheme::{Scheme, serial::SerialError};
use ringassay_sut::{
    builtin::plaintext::GATES,
    hello::Limits,
    kit::{About, Failure},
};

/// The largest ℓ: a ciphertext for each entry of each vector.
const MAX_BATCH: u64 = 1024;
/// The largest security that can be asked for: that of [`Parameters::standard`](ringassay_gates::Parameters::standard).
const MAX_SECURITY: u64 = 128;

/// How client and server work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateOptions {
    /// How many threads compute.
    pub threads: usize,
    /// Which parameters.
    pub parameters: GateParameters,
}

/// Parameters of gates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GateParameters {
    /// [`Parameters::standard`](ringassay_gates::Parameters::standard).
    Standard,
    /// Of no security, for tests: a hundredth of the time.
    Toy,
}

/// The name as a system under test.
fn name() -> &'static str {
    Scheme::Gates.entry().sut.map_or(Scheme::Gates.key(), |sut| sut.name)
}

/// What both programs say of themselves.
fn about(threads: usize) -> About {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    About {
        name: name().to_owned(),
        version: version.clone(),
        library: Some("ringassay".to_owned()),
        library_version: Some(version),
        scheme: Some(Scheme::Gates.to_string()),
        spaces: Scheme::Gates.entry().spaces.iter().map(|space| space.key().to_owned()).collect(),
        gates: GATES.map(str::to_owned).to_vec(),
        limits: Limits {
            max_batch: Some(MAX_BATCH),
            max_security: Some(MAX_SECURITY),
            max_outputs: Some(OUTPUTS as u64),
            ..Limits::default()
        },
        planner: None,
        build: crate::sut::build(threads),
    }
}

fn damaged(error: SerialError) -> Failure {
    Failure::failed(error)
}

/// Circuits that are none of bits, or too large, are refused.
fn refused(error: NotANetlist) -> Failure {
    Failure::refused(error)
}
