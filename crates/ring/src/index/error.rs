//! What is wrong with a number that cannot be an index.

use super::Index;

/// Why a number is not accepted as an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// There is no 0-th root of unity.
    #[error("the index must be at least 1: there is no cyclotomic ring of index 0")]
    Zero,
    /// The index is an odd number doubled.
    #[error(
        "index {m} is an odd number doubled and gives the same ring as {half}: use index {half} \
         (ζ_{m} = -ζ_{half}^{power})",
        half = m / 2,
        power = (m / 2).div_ceil(2)
    )]
    TwiceOdd {
        /// The number that was refused.
        m: u64,
    },
    /// There is no such conjugate-invariant ring.
    #[error(
        "a conjugate-invariant ring of degree N has the index 4N, N a power of two from 2 to {max}, \
         not {m}",
        max = Index::MAX_DEGREE / 2
    )]
    ConjugateInvariant {
        /// The number that was refused.
        m: u64,
    },
    /// The ring would have too many dimensions.
    #[error(
        "the ring of index {m} has more than {max} dimensions: use an index m with φ(m) <= {max}",
        max = Index::MAX_DEGREE
    )]
    TooLarge {
        /// The number that was refused.
        m: u64,
    },
}
