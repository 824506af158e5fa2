//! Names of parameter sets.

use std::fmt;

use crate::{Scheme, catalogue::RingFamily};

/// The name of a parameter set: a hash of its saved form. Sets are equal where their names are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub [u8; Fingerprint::BYTES]);

impl Fingerprint {
    /// The length of a fingerprint.
    pub const BYTES: usize = 32;

    /// That of the parameters with this saved form. The context of BLAKE3's key derivation mode keeps
    /// fingerprints apart from other hashes; multiprecision schemes, whose parameters have one form, have
    /// one context.
    pub fn of_body(scheme: Scheme, body: &[u8]) -> Self {
        let entry = scheme.entry();
        let whose = match entry.ring {
            RingFamily::RnsCyclotomic | RingFamily::Samples => entry.name,
            RingFamily::Multiprecision => "positional",
        };
        let context = format!("ringassay 2026 fingerprint of {whose} parameters");
        Self(blake3::derive_key(&context, body))
    }

    /// The name of the set together with the number of parties whose secrets add up to the secret of keys: itself for
    /// one.
    #[must_use]
    pub fn for_parties(self, parties: u32) -> Self {
        if parties == 1 {
            return self;
        }
        let mut hasher = blake3::Hasher::new_derive_key("ringassay 2026 fingerprint for parties");
        hasher.update(&self.0).update(&parties.to_le_bytes());
        Self(hasher.finalize().into())
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
