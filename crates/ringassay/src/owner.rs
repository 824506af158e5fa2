//! Under whose keys a ciphertext is, as far as that is known.

use crate::{Error, ring::sample::Seed};

/// The keys that were generated together, told from all others by the seed that their evaluation keys publish. Nothing is
/// known of a ciphertext that was encrypted with a loaded key, or loaded itself, before it is given evaluation keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Owner(Option<[u8; Seed::BYTES]>);

impl Owner {
    pub(crate) const UNKNOWN: Self = Self(None);

    pub(crate) const fn of(identity: Option<[u8; Seed::BYTES]>) -> Self {
        Self(identity)
    }

    /// Whose what is made of both is. Fails if both are known, and not the same: an operation of such operands gives
    /// noise under either key.
    pub(crate) fn joined(self, other: Self, what: &'static str) -> Result<Self, Error> {
        match (self.0, other.0) {
            (Some(own), Some(others)) if own != others => Err(Error::OtherKeys { what }),
            _ => Ok(Self(self.0.or(other.0))),
        }
    }
}
