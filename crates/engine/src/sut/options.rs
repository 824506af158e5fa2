//! What the command line decides.

use ringassay_params::bgv::Objective;
use ringassay_scheme::ckks::RingType;

use crate::target::Encryption;

/// How client and server work. Both take all of them, for a harness gives both the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How many threads compute.
    pub threads: usize,
    /// What parameters are chosen for.
    pub objective: Objective,
    /// The index of the ring, if it is not to be chosen.
    pub index: Option<u64>,
    /// Whether the index is chosen by what transforms cost on the client's machine.
    pub for_this_machine: bool,
    /// The ring of CKKS, if it is not to be chosen.
    pub ring: Option<RingType>,
    /// How many products in a row lie between two refreshes of ciphertexts of CKKS, if they are refreshed.
    pub refresh: Option<usize>,
    /// Whether parameters below the security asked for are accepted.
    pub insist: bool,
    /// With which key the client encrypts.
    pub encryption: Encryption,
    /// The most keys for rotations; `None`: as many as the choice of parameters takes.
    pub rotation_keys: Option<usize>,
    /// The depth that parameters for fan-in circuits serve: their keys name none.
    pub fan_in_depth: f64,
    /// The most bytes of prepared constants that the server keeps.
    pub constants_bytes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            objective: Objective::Speed,
            index: None,
            for_this_machine: false,
            ring: None,
            refresh: None,
            insist: false,
            encryption: Encryption::Public,
            rotation_keys: None,
            fan_in_depth: 8.0,
            constants_bytes: 4 << 30,
        }
    }
}
