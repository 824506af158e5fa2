//! Names of parameter sets.

use std::fmt;

use super::fields::Writer;
use crate::bgv::Parameters;

/// The name of a parameter set: a hash of its saved form. Sets are equal where their names are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub [u8; Fingerprint::BYTES]);

/// The context of BLAKE3's key derivation mode, which keeps fingerprints apart from other hashes.
const CONTEXT: &str = "ringassay 2026 fingerprint of BGV parameters";

/// Likewise for the schemes over positional rings.
const POSITIONAL_CONTEXT: &str = "ringassay 2026 fingerprint of positional parameters";

impl Fingerprint {
    /// The length of a fingerprint.
    pub const BYTES: usize = 32;

    /// That of the parameters with this saved form.
    pub(super) fn of_body(body: &[u8]) -> Self {
        Self(blake3::derive_key(CONTEXT, body))
    }

    /// That of the parameters of FV, YASHE', F-NTRU or SHIELD with this saved form.
    pub(super) fn of_positional_body(body: &[u8]) -> Self {
        Self(blake3::derive_key(POSITIONAL_CONTEXT, body))
    }

    /// That of a parameter set.
    pub fn new(parameters: &Parameters) -> Self {
        let mut body = Writer::with_capacity(256);
        super::parameters::write(parameters, &mut body);
        Self::of_body(body.bytes())
    }
}

impl fmt::Display for Fingerprint {
    /// 16 hexadecimal digits: enough for a person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..8].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}
