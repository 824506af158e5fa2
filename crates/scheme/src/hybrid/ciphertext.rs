//! Ciphertexts.

use ringassay_ring::{Crt, sample::Seed};

use super::HybridScheme;
use crate::{Error, Ring, noise::Noise};

/// A ciphertext: components c_0, …, c_k with phase Σ c_j·s^j, modulo Q of its level.
#[derive(Debug, Clone)]
pub struct Ciphertext<P: HybridScheme, R: Ring> {
    pub(crate) parts: Vec<R::Element<Crt>>,
    pub(crate) level: usize,
    pub(crate) scale: P::Scale,
    pub(crate) estimate: P::Estimate,
    /// From which c_1 is expanded, while it is as it was encrypted under the secret key.
    pub(crate) seed: Option<Seed>,
}

impl<P: HybridScheme, R: Ring> Ciphertext<P, R> {
    /// A ciphertext with these components at a level. They are of the ring of that level, and scale and estimate those of
    /// the phase under the secret key: operations of schemes see to that.
    pub fn new(
        parts: Vec<R::Element<Crt>>,
        level: usize,
        scale: P::Scale,
        estimate: P::Estimate,
    ) -> Self {
        Self { parts, level, scale, estimate, seed: None }
    }

    /// The components: two, or three for a product that was not relinearised.
    pub fn parts(&self) -> &[R::Element<Crt>] {
        &self.parts
    }

    /// Its scale, and what is known of it without the key.
    pub fn known(&self) -> (&P::Scale, &P::Estimate) {
        (&self.scale, &self.estimate)
    }

    /// The two components of what was encrypted or relinearised.
    ///
    /// # Errors
    /// Returns an error if there are more or fewer.
    pub fn pair(&self) -> Result<&[R::Element<Crt>; 2], Error> {
        self.parts.as_slice().try_into().map_err(|_| {
            let remedy = "relinearise it before it is multiplied or rotated";
            Error::Components { found: self.parts.len(), needed: 2, remedy }
        })
    }

    /// Its level: the place of its modulus in the chain, 0 the smallest.
    pub fn level(&self) -> usize {
        self.level
    }

    /// Fails for a level above its own: ciphertexts only go down.
    pub(crate) fn check_reaches(&self, level: usize) -> Result<(), Error> {
        if level <= self.level {
            return Ok(());
        }
        let (what, reason) = ("a ciphertext", "levels only become lower");
        Err(Error::Modulus { what, found: self.level, wanted: level, reason })
    }
}

impl<P: HybridScheme<Scale = (), Estimate = Noise>, R: Ring> Ciphertext<P, R> {
    /// A ciphertext of a scheme without scales.
    pub(crate) fn with_noise(parts: Vec<R::Element<Crt>>, level: usize, noise: Noise) -> Self {
        Self::new(parts, level, (), noise)
    }
}

impl<P: HybridScheme<Estimate = Noise>, R: Ring> Ciphertext<P, R> {
    /// What is known of its noise.
    pub fn noise(&self) -> &Noise {
        &self.estimate
    }
}

/// A ciphertext whose second component is decomposed, for several automorphisms of it (ePrint 2018/244):
/// decomposing is most of their work.
#[derive(Debug)]
pub struct Hoisted<'a, P: HybridScheme, R: Ring> {
    pub(super) ciphertext: &'a Ciphertext<P, R>,
    pub(super) digits: R::Digits,
}
