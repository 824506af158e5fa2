//! Blind rotation.

use ringassay_interrupt::checkpoint;
use ringassay_ring::sample::{Label, Seed};

use super::{Rgsw, RgswEncryption, RgswTable, Rlwe};
use crate::{
    Error,
    ring::{Exponent, LweRing},
};

/// Of the ciphertext of one coefficient.
const COEFFICIENT: Label = Label::new("blindrot");

/// Encryptions of the coefficients of a binary secret, as they are kept.
#[derive(Debug, Clone)]
pub struct RotationKey<R: LweRing> {
    bits: Vec<Rgsw<R>>,
}

/// The key with its masks.
#[derive(Debug, Clone)]
pub struct RotationTable<R: LweRing> {
    bits: Vec<RgswTable<R>>,
    gadget: R::LeadingGadget,
}

impl<R: LweRing> RotationKey<R> {
    /// Encrypts the `dimension` coefficients of a secret, each 0 or 1. Masks are expanded from `masks`, which is
    /// published; errors are drawn from `seed`.
    ///
    /// # Errors
    /// Returns an error if the secret is shorter, or ring, secrets, gadget and errors do not belong together.
    pub fn new(
        encryption: &RgswEncryption<'_, R>,
        secret: &R::SampleSecret,
        dimension: usize,
        masks: &Seed,
        seed: &Seed,
    ) -> Result<Self, Error> {
        let bit = |place: usize| {
            checkpoint();
            let [masks, seed] = [masks, seed].map(|seed| seed.derive(COEFFICIENT, place as u64));
            encryption.encrypt_coefficient(secret, (place, 1), &masks, &seed)
        };
        Ok(Self { bits: (0..dimension).map(bit).collect::<Result<_, _>>()? })
    }

    /// The key of its parts, as they were saved.
    pub fn from_parts(bits: Vec<Rgsw<R>>) -> Self {
        Self { bits }
    }

    /// The ciphertext of each coefficient.
    pub fn bits(&self) -> &[Rgsw<R>] {
        &self.bits
    }

    /// The key with its masks, for ciphertexts of this gadget's digits.
    ///
    /// # Errors
    /// Returns an error if memory for its tables cannot be described.
    pub fn prepare(&self, gadget: &R::LeadingGadget) -> Result<RotationTable<R>, Error> {
        let table = |bit: &Rgsw<R>| {
            checkpoint();
            bit.prepare()
        };
        let bits = self.bits.iter().map(table).collect::<Result<_, _>>()?;
        Ok(RotationTable { bits, gadget: gadget.clone() })
    }
}

impl<R: LweRing> RotationTable<R> {
    /// n, the dimension of samples.
    pub fn dimension(&self) -> usize {
        self.bits.len()
    }

    /// For each sample modulo 2N and each x, a ciphertext of X^(-φ) times the phase of x, φ the sample's phase: its
    /// constant coefficient is coefficient φ of that phase, with a changed sign for φ ≥ N. The key is read once for all.
    ///
    /// # Errors
    /// Returns an error if a sample has another dimension or modulus, or x another rank or ring.
    pub fn rotate(&self, starts: &[(&R::Sample, &Rlwe<R>)]) -> Result<Vec<Rlwe<R>>, Error> {
        let body = |&(sample, x): &(&R::Sample, &Rlwe<R>)| {
            let (given, expected) = (R::shape(sample).0, self.dimension());
            if given != expected {
                let text = format!("a sample of dimension {given} where {expected} is needed");
                return Err(Error::Parameters(text));
            }
            x.rotated(Exponent { sample, place: expected, negated: true })
        };
        let mut rotated = starts.iter().map(body).collect::<Result<Vec<_>, _>>()?;
        for (place, bit) in self.bits.iter().enumerate() {
            checkpoint();
            for (x, (sample, _)) in rotated.iter_mut().zip(starts) {
                let mut difference = x.rotated(Exponent { sample, place, negated: false })?;
                difference.sub_assign(x)?;
                x.add_assign(&bit.external_product(&difference, &self.gadget)?)?;
            }
        }
        Ok(rotated)
    }
}
