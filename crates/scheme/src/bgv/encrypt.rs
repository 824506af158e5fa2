//! Encryption and decryption.

use ringassay_ring::sample::Seed;

use super::{Ciphertext, Context, MessageFactor, Plaintext, PublicKey, SecretKey};
use crate::{Error, Ring};

impl<R: Ring> Context<R> {
    /// A message under the public key, at the top level. `seed` must be fresh for every ciphertext.
    ///
    /// # Errors
    /// When the key or the plaintext is of other parameters.
    pub fn encrypt(
        &self,
        key: &PublicKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let ring = self.ring_at(self.top())?;
        let message = ring.message(plaintext.coefficients(), self.t())?;
        let parts = self.encrypt_parts(key, &message, seed)?;
        let model = self.model();
        let noise = model.add_independent(&self.encryption_noise()?, &model.message());
        Ok(Ciphertext::new(parts, self.top(), MessageFactor::ONE, noise))
    }

    /// A message under the secret key, at the top level. The second component is expanded from a seed that
    /// `seed` determines: half of the ciphertext need not be sent.
    ///
    /// # Errors
    /// When the key or the plaintext is of other parameters.
    pub fn encrypt_secret(
        &self,
        key: &SecretKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let message = self.ring_at(self.top())?.message(plaintext.coefficients(), self.t())?;
        let (parts, seed) = self.encrypt_secret_parts(key, &message, seed)?;
        let model = self.model();
        let noise = model.add_independent(&model.secret_key_encryption(), &model.message());
        let fresh = Ciphertext::new(parts, self.top(), MessageFactor::ONE, noise);
        Ok(Ciphertext { seed: Some(seed), ..fresh })
    }

    /// A ciphertext without noise that anybody can make, at the top level.
    ///
    /// # Errors
    /// When the plaintext is of other parameters.
    pub fn trivial(&self, plaintext: &Plaintext) -> Result<Ciphertext<R>, Error> {
        let ring = self.ring_at(self.top())?;
        let message = R::into_crt(ring.message(plaintext.coefficients(), self.t())?);
        let parts = vec![message, ring.zero()];
        Ok(Ciphertext::new(parts, self.top(), MessageFactor::ONE, self.model().message()))
    }

    /// The message.
    ///
    /// # Errors
    /// [`Error::Undecryptable`] when it is not guaranteed that it decrypts, [`Error::DecryptionFailure`]
    /// when the noise that is found exceeds its bound: then a coefficient has wrapped around, or the
    /// ciphertext is none of this key; neither if the context [insists](Context::insisting).
    /// [`Error::OtherParameters`] for a foreign ciphertext.
    pub fn decrypt(
        &self,
        key: &SecretKey<R>,
        ciphertext: &Ciphertext<R>,
    ) -> Result<R::Message, Error> {
        let (bound, modulus) = (self.bound_bits(ciphertext), self.modulus_bits(ciphertext)?);
        if bound >= modulus && !self.insists() {
            return Err(Error::Undecryptable { noise_bits: bound, modulus_bits: modulus });
        }
        let level = self.decryption_level(ciphertext, bound)?;
        let modulus = self.limit_bits_at(level)?;
        let phase = R::into_powerful(self.phase_at(key, ciphertext, level)?);
        if self.is_damaged(&phase, bound, modulus) {
            return Err(Error::DecryptionFailure { bound_bits: bound });
        }
        R::residues(&phase, self.t(), self.inverse_factor(ciphertext.scale))
    }
}
