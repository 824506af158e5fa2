//! Between vectors of numbers and coefficients.

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    ckks::{
        Magnitude, Parameters, Phase, Plaintext, Scale,
        encoding::{Arithmetic, Complex64 as Complex, Target},
    },
    hybrid,
};
use zeroize::Zeroizing;

use super::{Inner, Instance, Numbers};
use crate::Error;

impl Numbers {
    /// The message of a vector: secret, so that nothing but the range is told of it.
    pub(crate) fn secret_message(&self, vector: &[Complex]) -> Result<Plaintext, Error> {
        self.check_length(vector.len())?;
        // One comparison of all of them: which one is too large is not told.
        let range = self.range;
        if !vector.iter().fold(true, |inside, z| inside & (z.abs() <= range)) {
            return Err(Error::Range { range });
        }
        Ok(self.encoded(vector, self.scale(self.scales.len() - 1)?, self.within(range))?)
    }

    /// The message of a public vector at a scale.
    pub(super) fn public_message(
        &self,
        vector: &[Complex],
        scale: &Scale,
    ) -> Result<Plaintext, Error> {
        self.check_length(vector.len())?;
        let padding = std::iter::repeat_n(0.0, self.slots() - self.length);
        let magnitude = Magnitude::of(vector.iter().map(|z| z.abs()).chain(padding));
        Ok(self.encoded(vector, scale, magnitude)?)
    }

    /// The message with these numbers in all slots, at a scale.
    pub(super) fn in_slots(
        &self,
        slots: &[Complex],
        scale: &Scale,
    ) -> Result<Plaintext, ringassay_scheme::Error> {
        self.encoded(slots, scale, Magnitude::of(slots.iter().map(|z| z.abs())))
    }

    fn encoded(
        &self,
        vector: &[Complex],
        scale: &Scale,
        magnitude: Magnitude,
    ) -> Result<Plaintext, ringassay_scheme::Error> {
        let target = Target { slots: self.slots(), scale, log2_modulus: self.log2_modulus };
        let coefficients = self.encoder.encode(vector, &target)?;
        Ok(Plaintext::new(coefficients, scale.clone(), magnitude))
    }

    /// The vector that decrypted coefficients hold.
    fn decoded(&self, phase: &Phase<Vec<i128>>, scale: &Scale) -> Result<Vec<Complex>, Error> {
        let mut vector = self.encoder.decode_phase(phase, self.slots(), scale)?;
        vector.truncate(self.length);
        Ok(vector)
    }

    /// The complex numbers that a ciphertext holds.
    pub(crate) fn decrypt_complex(
        &self,
        on: &Instance,
        key: &hybrid::SecretKey<Parameters, RnsRing>,
        a: &Inner,
    ) -> Result<Vec<Complex>, Error> {
        self.decoded(&Zeroizing::new(on.decrypt(key, a)?), a.scale())
    }

    pub(super) fn check_length(&self, length: usize) -> Result<(), Error> {
        if length == self.length {
            return Ok(());
        }
        Err(Error::Length { length, most: self.length })
    }

    /// What no entry that decryption delivers is off by, where the ciphertext's own error is at most 2^`log2_own`, entries
    /// at most `largest`, and the message has this scale.
    pub(crate) fn delivered_error(&self, log2_own: f64, largest: f64, scale: &Scale) -> f64 {
        /// What logarithms may be off by.
        const ROUNDED_UP: f64 = 1.0 + 1.0 / (1_u64 << 30) as f64;
        let own = log2_own.exp2();
        let decoding = Arithmetic::of_decoding(scale).decoding_error(self.slots());
        let largest = largest + own;
        if largest == 0.0 && log2_own == f64::NEG_INFINITY {
            return 0.0;
        }
        // What is smaller than all doubles is delivered as 0 or the smallest.
        own * ROUNDED_UP + largest * decoding + f64::from_bits(1)
    }
}
