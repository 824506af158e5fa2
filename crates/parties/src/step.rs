//! Steps of protocols.

use std::fmt;

/// A step of a protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The public key.
    PublicKey,
    /// The first round of the relinearisation key.
    RelinearisationOne,
    /// Its second round.
    RelinearisationTwo,
    /// The key for ζ ↦ ζ^k.
    Automorphism(u32),
    /// Decryption.
    Decryption,
    /// A switch to the key of a receiver.
    Switch,
    /// The refresh of a ciphertext.
    Refresh,
}

impl Step {
    /// Its number in saved shares, and that of its object.
    pub(crate) fn numbers(self) -> [u64; 2] {
        match self {
            Self::PublicKey => [1, 0],
            Self::RelinearisationOne => [2, 0],
            Self::RelinearisationTwo => [3, 0],
            Self::Automorphism(k) => [4, u64::from(k)],
            Self::Decryption => [5, 0],
            Self::Switch => [6, 0],
            Self::Refresh => [7, 0],
        }
    }

    /// The step with these numbers.
    pub(crate) fn of_numbers(kind: u8, number: u32) -> Option<Self> {
        let found = match kind {
            1 => Self::PublicKey,
            2 => Self::RelinearisationOne,
            3 => Self::RelinearisationTwo,
            4 => Self::Automorphism(number),
            5 => Self::Decryption,
            6 => Self::Switch,
            7 => Self::Refresh,
            _ => return None,
        };
        (found.numbers()[1] == u64::from(number)).then_some(found)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PublicKey => f.write_str("the public key"),
            Self::RelinearisationOne => f.write_str("the relinearisation key, round 1"),
            Self::RelinearisationTwo => f.write_str("the relinearisation key, round 2"),
            Self::Automorphism(k) => write!(f, "the key for ζ ↦ ζ^{k}"),
            Self::Decryption => f.write_str("a decryption"),
            Self::Switch => f.write_str("a switch to the key of a receiver"),
            Self::Refresh => f.write_str("a refresh"),
        }
    }
}
