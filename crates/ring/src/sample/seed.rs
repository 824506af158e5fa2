//! Seeds, and the tree of independent seeds below one.

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use ringassay_kernels::secrecy;
use subtle::ConstantTimeEq;
use thiserror::Error;
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::Stream;

/// What a derived seed is for: one to eight ASCII characters. Equal seeds with different labels
/// have nothing in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Label(u64);

impl Label {
    /// The label `name`.
    ///
    /// # Panics
    ///
    /// If `name` is not one to eight characters of printable ASCII. In a constant, which labels
    /// should be, that is an error of compilation.
    pub const fn new(name: &str) -> Self {
        let bytes = name.as_bytes();
        assert!(matches!(bytes.len(), 1..=8), "a label has one to eight characters");
        let mut value = 0;
        let mut i = 0;
        while i < bytes.len() {
            assert!(matches!(bytes[i], 0x20..=0x7e), "a label is printable ASCII");
            value |= (bytes[i] as u64) << (8 * i);
            i += 1;
        }
        Self(value)
    }
}

/// 32 bytes from which everything random follows: secret, or published in place of what is expanded
/// from it. Erased from memory when dropped; never printed.
///
/// # Derivation
///
/// A seed is a key of ChaCha20 with a 64-bit nonce and a 64-bit block counter (Bernstein 2008). The
/// nonce 0 is kept for the [`Stream`] of the seed itself. `derive(label, index)` is the first half
/// of block `index` under the nonce that holds the label's characters, little-endian, padded with
/// zeros. So every (label, index) has a seed that depends on nothing else: neither on the order in
/// which seeds are derived, nor on the thread that does it.
#[derive(Clone)]
pub struct Seed([u8; Self::BYTES]);

impl Seed {
    /// The length of a seed.
    pub const BYTES: usize = 32;

    /// A fresh seed from the operating system.
    ///
    /// # Errors
    ///
    /// If the operating system has no randomness to give.
    pub fn from_os() -> Result<Self, SeedError> {
        let mut seed = Self([0; Self::BYTES]);
        getrandom::fill(&mut seed.0).map_err(|source| SeedError { source })?;
        secrecy::conceal(&seed.0);
        Ok(seed)
    }

    /// The seed with these bytes: for tests, for suites, and for what was published as a seed.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// The seed, from which nothing secret follows: to be sent in place of what is expanded from it.
    pub fn published(self) -> Self {
        secrecy::reveal(&self.0);
        self
    }

    /// The bytes themselves, to be sent when the seed is public, or kept where secrets are kept.
    pub fn expose(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// The seed number `index` for the use that `label` names.
    pub fn derive(&self, label: Label, index: u64) -> Self {
        let mut cipher = ChaCha20Rng::from_seed(self.0);
        cipher.set_stream(label.0);
        cipher.set_block_pos(index);
        let mut child = Self([0; Self::BYTES]);
        cipher.fill_bytes(&mut child.0);
        child
    }

    /// The stream of the derived seed.
    pub fn stream(&self, label: Label, index: u64) -> Stream {
        Stream::new(&self.derive(label, index))
    }
}

impl Drop for Seed {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for Seed {}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl PartialEq for Seed {
    /// In constant time.
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for Seed {}

/// The operating system gave no randomness.
#[derive(Debug, Error)]
#[error("no randomness from the operating system ({source}); keys cannot be made without it")]
pub struct SeedError {
    source: getrandom::Error,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_never_prints_its_bytes() {
        assert_eq!(format!("{:?}", Seed::from_bytes([0xab; 32])), "Seed(..)");
    }

    #[test]
    fn labels_and_indices_separate() {
        let seed = Seed::from_bytes([7; 32]);
        let (a, b) = (Label::new("a"), Label::new("b"));
        let derived = [seed.derive(a, 0), seed.derive(a, 1), seed.derive(b, 0), seed.clone()];
        for (i, x) in derived.iter().enumerate() {
            for (j, y) in derived.iter().enumerate() {
                assert_eq!(x == y, i == j, "{i} and {j}");
            }
        }
        assert_eq!(seed.derive(a, u64::MAX), seed.derive(a, u64::MAX));
    }

    #[test]
    fn the_operating_system_never_repeats_itself() {
        let (x, y) = (Seed::from_os().unwrap(), Seed::from_os().unwrap());
        assert_ne!(x, y);
    }
}
