//! Ciphertexts.

use ringassay_ring::{Crt, sample::Seed};

use super::Context;
use crate::{Error, Ring, noise::Noise};

/// A ciphertext: parts c_0, …, c_k with phase Σ c_j·s^j, modulo the product of a [`Level`]'s primes.
///
/// [`Level`]: super::Level
#[derive(Debug, Clone)]
pub struct Ciphertext<R: Ring> {
    pub(crate) parts: Vec<R::Element<Crt>>,
    pub(crate) level: usize,
    pub(crate) noise: Noise,
    /// From which part 1 is expanded, while it is as it was encrypted under the secret key.
    pub(crate) seed: Option<Seed>,
}

impl<R: Ring> Ciphertext<R> {
    pub(crate) fn new(parts: Vec<R::Element<Crt>>, level: usize, noise: Noise) -> Self {
        Self { parts, level, noise, seed: None }
    }

    /// The parts: two, or three for a product that was not relinearised.
    pub fn parts(&self) -> &[R::Element<Crt>] {
        &self.parts
    }

    /// Its level on the modulus chain.
    pub fn level(&self) -> usize {
        self.level
    }

    /// What is known of its noise.
    pub fn noise(&self) -> &Noise {
        &self.noise
    }
}

impl<R: Ring> Context<R> {
    /// The ring of ciphertexts at a level.
    pub(crate) fn ring_at(&self, level: usize) -> Result<&R, Error> {
        Ok(&self.tables_at(level)?.ring)
    }
}
