//! Encryption and decryption.

use ringassay_ring::sample::Seed;

use zeroize::Zeroize;

use super::{Ciphertext, Context, Estimate, Plaintext, PublicKey, SecretKey};
use crate::{Error, Ring};

/// The bits of a coefficient, without its sign, beyond which low ones are dropped.
const KEPT_BITS: f64 = 125.0;

/// The coefficients of a decrypted message, over 2^[`dropped_bits`](Phase::dropped_bits): secret.
#[derive(Clone, PartialEq)]
pub struct Phase<I> {
    /// The coefficients.
    pub coefficients: I,
    /// How many of their low bits were dropped: what has more than 127 bits keeps the highest, more than twice as
    /// many as the doubles have that become of it.
    pub dropped_bits: u32,
}

impl<I: Zeroize> Zeroize for Phase<I> {
    fn zeroize(&mut self) {
        self.coefficients.zeroize();
    }
}

impl<I> std::fmt::Debug for Phase<I> {
    /// Without the coefficients, which are secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Phase").field("dropped_bits", &self.dropped_bits).finish_non_exhaustive()
    }
}

impl<R: Ring> Context<R> {
    /// A message under the public key, at the top level. `seed` must be fresh for every ciphertext.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] for a message that might exceed the modulus; when the key or the plaintext
    /// is of other parameters.
    pub fn encrypt(
        &self,
        key: &PublicKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let estimate = self.estimate_plus(&self.fresh(plaintext), &self.encryption_noise()?);
        self.check_budget("the encryption", self.top(), &estimate)?;
        let message = self.integers_of(plaintext, self.ring_at(self.top())?)?;
        let parts = self.encrypt_parts(key, &message, seed)?;
        Ok(Ciphertext::new(parts, self.top(), plaintext.scale().clone(), estimate))
    }

    /// A message under the secret key, at the top level. c_1 is expanded from a seed that `seed` determines:
    /// half of the ciphertext need not be sent.
    ///
    /// # Errors
    /// As [`Context::encrypt`].
    pub fn encrypt_secret(
        &self,
        key: &SecretKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let noise = self.model().secret_key_encryption();
        let estimate = self.estimate_plus(&self.fresh(plaintext), &noise);
        self.check_budget("the encryption", self.top(), &estimate)?;
        let message = self.integers_of(plaintext, self.ring_at(self.top())?)?;
        let (parts, seed) = self.encrypt_secret_parts(key, &message, seed)?;
        let scale = plaintext.scale().clone();
        let ciphertext = Ciphertext::new(parts, self.top(), scale, estimate);
        Ok(Ciphertext { seed: Some(seed), ..ciphertext })
    }

    /// A ciphertext without noise that anybody can make, at the top level.
    ///
    /// # Errors
    /// As [`Context::encrypt`].
    pub fn trivial(&self, plaintext: &Plaintext) -> Result<Ciphertext<R>, Error> {
        let level = self.top();
        let estimate = self.fresh(plaintext);
        self.check_budget("the encryption", level, &estimate)?;
        let ring = self.ring_at(level)?;
        let parts = vec![R::into_crt(self.integers_of(plaintext, ring)?), ring.zero()];
        Ok(Ciphertext::new(parts, level, plaintext.scale().clone(), estimate))
    }

    fn fresh(&self, plaintext: &Plaintext) -> Estimate {
        Estimate::encoded(self, plaintext.scale(), plaintext.magnitude())
    }

    /// The integer coefficients that a ciphertext holds, to be [decoded](super::encoding::Encoder::decode_phase) with its
    /// scale: message and errors.
    /// They reveal the secret key to whoever also knows the ciphertext (ePrint 2020/1533): publish results
    /// only after rounding them to fewer bits than are right.
    ///
    /// # Errors
    /// [`Error::Undecryptable`] when the message may exceed the modulus, [`Error::DecryptionFailure`] when
    /// coefficients exceed their bound: then the ciphertext is damaged or not of this key; neither if the
    /// context [insists](Context::insisting). [`Error::OtherParameters`] for a foreign ciphertext.
    pub fn decrypt(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
    ) -> Result<Phase<R::Integers>, Error> {
        let bound_bits = self.bound_bits(&a.estimate);
        let modulus_bits = self.parameters().log2_q(a.level) - 1.0;
        if bound_bits >= modulus_bits && !self.insists() {
            return Err(Error::Undecryptable { noise_bits: bound_bits, modulus_bits });
        }
        let level = self.decryption_level(a, bound_bits)?;
        let modulus_bits = self.parameters().log2_q(level) - 1.0;
        let phase = R::into_powerful(self.phase_at(key, a, level)?);
        if self.is_damaged(&phase, bound_bits, modulus_bits) {
            return Err(Error::DecryptionFailure { bound_bits });
        }
        let dropped_bits = (bound_bits.min(modulus_bits) - KEPT_BITS).max(0.0).ceil() as u32;
        let coefficients = R::centred(&phase, dropped_bits)?;
        Ok(Phase { coefficients, dropped_bits })
    }
}
