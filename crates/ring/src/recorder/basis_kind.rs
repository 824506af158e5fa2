//! The bases of kernels.

use serde::{Deserialize, Serialize};

/// Which of the three bases, as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BasisKind {
    /// [`Powerful`](crate::Powerful).
    Powerful,
    /// [`Decoding`](crate::Decoding).
    Decoding,
    /// [`Crt`](crate::Crt).
    Crt,
}

impl std::fmt::Display for BasisKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Powerful => "powerful",
            Self::Decoding => "decoding",
            Self::Crt => "CRT",
        })
    }
}
