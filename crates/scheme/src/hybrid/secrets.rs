//! Further secrets, and further instances: what ciphertexts go through when their modulus is raised.

use ringassay_ring::sample::Seed;

use super::{Ciphertext, Context, HybridScheme, SecretKey, SwitchingKey};
use crate::{Error, Ring};

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// The secret of another instance, modulo the primes of this one.
    ///
    /// # Errors
    /// Returns an error if the other instance has another index.
    pub fn adopt_secret_key(&self, key: &SecretKey<P, R>) -> Result<SecretKey<P, R>, Error> {
        self.secret_key_of(key.integer().clone())
    }

    /// The key from the secret `source` to the secret `target`. `seed` must be fresh.
    ///
    /// # Errors
    /// Returns an error if a key is of other parameters.
    pub fn generate_switching_key(
        &self,
        target: &SecretKey<P, R>,
        source: &SecretKey<P, R>,
        seed: &Seed,
    ) -> Result<SwitchingKey<P, R>, Error> {
        self.key_switching_key([&target.element, &source.element], seed).map(SwitchingKey::of_key)
    }

    /// The ciphertext under the other secret of a [switching key](Context::generate_switching_key).
    ///
    /// # Errors
    /// Returns an error if it is of other parameters, has not two components, or its message might exceed the modulus.
    pub fn switch_secret(
        &self,
        a: &Ciphertext<P, R>,
        key: &SwitchingKey<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        let [c0, c1] = a.pair()?;
        let estimate = self.switched_estimate(&a.estimate, a.level)?;
        self.check_budget("the change of secrets", a.level, &estimate)?;
        let sums = self.digit_products(c1, key.key(), a.level)?;
        let parts = self.divided_images(sums, [Some(c0), None], None, a.level)?;
        Ok(Ciphertext::new(parts.into(), a.level, a.scale.clone(), estimate))
    }

    /// The ciphertext of an instance that has the same primes up to its level.
    ///
    /// # Errors
    /// Returns an error if this instance has other primes there, or another index.
    pub fn adopt(&self, a: &Ciphertext<P, R>) -> Result<Ciphertext<P, R>, Error> {
        let (ring, limbs) = (self.ring_at(a.level)?, self.limbs_at(a.level)?);
        let parts = a.parts.iter().map(|part| R::pick_limbs(part, ring, limbs));
        let parts = parts.collect::<Result<_, _>>()?;
        Ok(Ciphertext::new(parts, a.level, a.scale.clone(), a.estimate.clone()))
    }
}
