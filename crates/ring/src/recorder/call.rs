//! A kernel with the length of its rows.

use serde::{Deserialize, Serialize};

use super::Kernel;

/// A kernel on rows of a certain length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Call {
    /// What runs.
    pub kernel: Kernel,
    /// n: the coefficients in a row. In memory rows are padded to whole vectors of eight words. For
    /// `embed` and `twace` it is that of the larger ring.
    pub length: u32,
    /// Whether a modulus is wide (2^50 or more), so that the kernel computes portably. False where
    /// no modulus matters.
    pub wide: bool,
}

impl Call {
    /// A kernel that needs no modulus.
    #[inline]
    pub fn plain(kernel: Kernel, length: usize) -> Self {
        Self { kernel, length: length as u32, wide: false }
    }

    /// A kernel modulo these primes.
    #[inline]
    pub fn modulo(kernel: Kernel, length: usize, moduli: impl IntoIterator<Item = u64>) -> Self {
        let wide = moduli.into_iter().any(|q| q >= 1 << 50);
        Self { kernel, length: length as u32, wide }
    }
}
