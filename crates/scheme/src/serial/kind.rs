//! The format version, and the kinds of objects.

use std::fmt;

/// The format version that is written and read.
pub const VERSION: u16 = 2;

/// What is saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// [`Parameters`](crate::bgv::Parameters).
    Parameters = 1,
    /// [`SecretKey`](crate::bgv::SecretKey).
    SecretKey = 2,
    /// [`PublicKey`](crate::bgv::PublicKey).
    PublicKey = 3,
    /// [`EvaluationKeys`](crate::bgv::EvaluationKeys).
    EvaluationKeys = 4,
    /// [`Plaintext`](crate::bgv::Plaintext).
    Plaintext = 5,
    /// [`Ciphertext`](crate::bgv::Ciphertext).
    Ciphertext = 6,
    /// [`SwitchingKey`](crate::hybrid::SwitchingKey).
    SwitchingKey = 7,
    /// How ciphertexts are refreshed.
    RefreshShape = 8,
    /// What a party sends to others with whom it shares a key.
    Share = 9,
    /// The secret of one of several parties.
    SecretShare = 10,
    /// What a party gives to one other, so that it can stand for it.
    DealtShare = 11,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Parameters,
        Self::SecretKey,
        Self::PublicKey,
        Self::EvaluationKeys,
        Self::Plaintext,
        Self::Ciphertext,
        Self::SwitchingKey,
        Self::RefreshShape,
        Self::Share,
        Self::SecretShare,
        Self::DealtShare,
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parameters => "a parameter set",
            Self::SecretKey => "a secret key",
            Self::PublicKey => "a public key",
            Self::EvaluationKeys => "a set of evaluation keys",
            Self::Plaintext => "a plaintext",
            Self::Ciphertext => "a ciphertext",
            Self::SwitchingKey => "a key to another secret",
            Self::RefreshShape => "the shape of a refresh",
            Self::Share => "a share of a party",
            Self::SecretShare => "the secret of a party",
            Self::DealtShare => "what a party gives to one other",
        })
    }
}
