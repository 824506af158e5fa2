//! Ciphertexts.

use ringassay_ring::{Crt, sample::Seed};

use super::{Estimate, Scale};
use crate::Ring;

/// A ciphertext: components c_0, …, c_k with phase Σ c_j·s^j = Δ·m + e modulo Q of its level.
#[derive(Debug, Clone)]
pub struct Ciphertext<R: Ring> {
    pub(crate) parts: Vec<R::Element<Crt>>,
    pub(crate) level: usize,
    pub(crate) scale: Scale,
    pub(crate) estimate: Estimate,
    /// From which c_1 is expanded, while it is as it was encrypted under the secret key.
    pub(crate) seed: Option<Seed>,
}

impl<R: Ring> Ciphertext<R> {
    pub(crate) fn new(
        parts: Vec<R::Element<Crt>>,
        level: usize,
        scale: Scale,
        estimate: Estimate,
    ) -> Self {
        Self { parts, level, scale, estimate, seed: None }
    }

    /// The components: two, or three for a product that was not relinearised.
    pub fn parts(&self) -> &[R::Element<Crt>] {
        &self.parts
    }

    /// Its level: how often it can be rescaled.
    pub fn level(&self) -> usize {
        self.level
    }

    /// The exact scale Δ of its message.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }

    /// What is known of its message and errors.
    pub fn estimate(&self) -> &Estimate {
        &self.estimate
    }
}
