//! Ways to draw small coefficients.

use serde::{Deserialize, Serialize};

/// How small coefficients are drawn; what that costs hardly depends on their width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    /// -1, 0 and 1.
    Ternary,
    /// -1, 0 and 1, again until all embeddings are small.
    BoundedTernary {
        /// The index.
        m: u32,
    },
    /// -1, 0 and 1, most of them 0, in number known.
    SparseTernary,
    /// Differences of bit counts of words of that many bits.
    CenteredBinomial {
        /// The number of bits of each.
        eta: u32,
    },
    /// Independent discrete Gaussians.
    DiscreteGaussian,
    /// A Gaussian that is spherical in the canonical embedding; m is no power of two.
    Spherical {
        /// The index.
        m: u32,
    },
}

impl Draw {
    /// Random words for a coefficient.
    pub(super) fn words(self) -> u32 {
        match self {
            Self::Ternary | Self::SparseTernary | Self::CenteredBinomial { .. } => 1,
            // Two digits of a wide one; two halves of a pair; more than half of all are accepted.
            Self::DiscreteGaussian | Self::Spherical { .. } | Self::BoundedTernary { .. } => 2,
        }
    }
}
