//! Encryption.

use ringassay_ring::{Crt, Powerful, sample::Seed};

use super::{Ciphertext, Context, HybridScheme, PackedScheme, PublicKey, SecretKey};
use crate::{
    Error, Fused, Ring,
    noise::Noise,
    purpose::{self, EPHEMERAL, ERROR, UNIFORM},
    ring::Fresh,
};

impl<P: PackedScheme, R: Ring> Context<P, R> {
    /// A message under the public key, at the top level. `seed` must be fresh for every ciphertext.
    ///
    /// # Errors
    /// Returns an error if the key or the plaintext is of other parameters; in CKKS [`Error::NoiseBudget`] for a
    /// message that might exceed the modulus.
    pub fn encrypt(
        &self,
        key: &PublicKey<P, R>,
        plaintext: &P::Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<P, R>, Error> {
        let (scale, estimate) = P::fresh(self, plaintext, Some(&self.encryption_noise()?))?;
        let message = P::encode(self, plaintext, self.ring_at(self.top())?)?;
        let parts = self.encrypt_parts(key, &message, seed)?;
        Ok(Ciphertext::new(parts, self.top(), scale, estimate))
    }

    /// A message under the secret key, at the top level. c_1 is expanded from a seed that `seed`, which must be fresh,
    /// determines: half of the ciphertext need not be sent.
    ///
    /// # Errors
    /// Returns an error as [`Context::encrypt`].
    pub fn encrypt_secret(
        &self,
        key: &SecretKey<P, R>,
        plaintext: &P::Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<P, R>, Error> {
        let noise = self.model().secret_key_encryption();
        let (scale, estimate) = P::fresh(self, plaintext, Some(&noise))?;
        let message = P::encode(self, plaintext, self.ring_at(self.top())?)?;
        let (parts, seed) = self.encrypt_secret_parts(key, &message, seed)?;
        let fresh = Ciphertext::new(parts, self.top(), scale, estimate);
        Ok(Ciphertext { seed: Some(seed), ..fresh })
    }

    /// A transparent ciphertext, without noise, which anybody can make, at the top level.
    ///
    /// # Errors
    /// Returns an error as [`Context::encrypt`].
    pub fn trivial(&self, plaintext: &P::Plaintext) -> Result<Ciphertext<P, R>, Error> {
        let (level, (scale, estimate)) = (self.top(), P::fresh(self, plaintext, None)?);
        let message = R::into_crt(P::encode(self, plaintext, self.ring_at(level)?)?);
        let parts = vec![message, self.ring_at(level)?.zero()];
        Ok(Ciphertext::new(parts, level, scale, estimate))
    }
}

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// (c_0, c_1) with the phase `message` and noise, at the top level; `message` is modulo Q.
    ///
    /// c_i is (key_i·u + t·g·e_i)/P', with the message added to c_0: P' the primes of P that the key has. Modulo P' that
    /// is computed first; all else goes prime by prime.
    fn encrypt_parts(
        &self,
        key: &PublicKey<P, R>,
        message: &R::Element<Powerful>,
        seed: &Seed,
    ) -> Result<Vec<R::Element<Crt>>, Error> {
        let seed = &seed.derive(purpose::ENCRYPTION, 0);
        let (ring, limbs) = (R::ring(&key.b), self.encryption_limbs()?);
        let own = &limbs[..self.limbs_at(self.top())?.len()];
        let ephemeral = &ring.secret(self.ephemeral_sampler(), &mut seed.stream(EPHEMERAL, 0))?;
        let (sampler, t) = (self.rlwe_sampler(), self.rlwe_sampler().t);
        let error = |label| sampler.small_error(ring, &mut seed.stream(ERROR, label));
        let errors = [&error(0)?, &error(1)?];
        let key = [&key.b, &key.a];
        let mut fresh = Fresh { key, ephemeral, errors, t, message, divided: None };
        let parts = if own.len() < limbs.len() {
            let switch = self.switch_tables(limbs, own)?;
            let dropped = R::dropped_limbs(&switch);
            let gone = ring.pick(dropped);
            let values = R::into_crt(gone.reduce(ephemeral)?);
            let modulo_p = |part: usize| {
                let mut product = R::pick_limbs(key[part], &gone, dropped)?;
                R::mul_assign(&mut product, &values)?;
                let mut sum = R::into_powerful(product);
                let mut error = gone.reduce(errors[part])?;
                if t != 1 {
                    let factors: Vec<u64> = gone.moduli().iter().map(|p| t % p).collect();
                    R::scale_assign(&mut error, &factors)?;
                }
                R::add_assign(&mut sum, &error)?;
                Ok::<_, Error>(sum)
            };
            let (first, second) = (modulo_p(0)?, modulo_p(1)?);
            drop(values);
            fresh.divided = Some((&*switch, [&first, &second]));
            R::Fused::encrypted(&fresh)?
        } else {
            R::Fused::encrypted(&fresh)?
        };
        let publish = |mut part| {
            R::publish(&mut part);
            part
        };
        Ok(parts.map(publish).into())
    }

    /// The noise of what [`Context::encrypt_parts`] makes, without that of the message.
    fn encryption_noise(&self) -> Result<Noise, Error> {
        let limbs = self.encryption_limbs()?;
        let special = self.primes_of(&limbs[self.limbs_at(self.top())?.len()..]);
        let (model, noise) = (self.model(), self.model().public_key_encryption());
        if special.is_empty() {
            return Ok(noise);
        }
        let log2: f64 = special.iter().map(|&q| (q as f64).log2()).sum();
        Ok(model.switch(&noise, -log2, 2))
    }

    /// (c_0, c_1) with the phase `message` and noise, at the top level, and the seed, which `seed` determines,
    /// from which c_1 is expanded: half of the ciphertext need not be sent.
    fn encrypt_secret_parts(
        &self,
        key: &SecretKey<P, R>,
        message: &R::Element<Powerful>,
        seed: &Seed,
    ) -> Result<(Vec<R::Element<Crt>>, Seed), Error> {
        let seed = &seed.derive(purpose::SECRET_ENCRYPTION, 0);
        let (level, sampler) = (self.top(), self.rlwe_sampler());
        let mut minus_secret = self.secret_at(key, level)?;
        R::neg_assign(&mut minus_secret);
        let (uniform, error) = (seed.derive(UNIFORM, 0).published(), seed.derive(ERROR, 0));
        let ring = self.ring_at(level)?;
        let (b, a) = sampler.rlwe_sample(ring, &minus_secret, &uniform, &error, Some(message))?;
        Ok((vec![b, a], uniform))
    }
}
