//! Keys.

use std::collections::BTreeMap;

use ringassay_ring::{
    Crt, Powerful,
    sample::{Label, Seed},
};

use super::Context;
pub use crate::hybrid::KeySwitchingKey;
pub(super) use crate::hybrid::{ERROR, UNIFORM};
use crate::{
    Error, Ring,
    hybrid::{RlweSample, RlweSampler, inverse_exponent},
    purpose,
};

pub(super) const SECRET: Label = Label::new("secret");
pub(super) const KEY_SWITCHING: Label = Label::new("hint");

/// The secret key s. Cleared when dropped; never shown.
#[derive(Clone)]
pub struct SecretKey<R: Ring> {
    pub(super) secret: R::Integer,
    /// s in the CRT basis modulo all primes.
    pub(super) element: R::Element<Crt>,
}

impl<R: Ring> std::fmt::Debug for SecretKey<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// An encryption of 0 modulo all primes of fresh ciphertexts and P: b + a·s = t·g·e.
#[derive(Debug, Clone)]
pub struct PublicKey<R: Ring> {
    pub(crate) b: R::Element<Crt>,
    pub(crate) a: R::Element<Crt>,
    /// From which a is expanded.
    pub(crate) seed: Seed,
}

/// What the holder of ciphertexts needs to multiply and rotate them.
#[derive(Debug, Clone)]
pub struct EvaluationKeys<R: Ring> {
    pub(crate) relinearisation: Option<KeySwitchingKey<R>>,
    /// By the exponent k of ζ ↦ ζ^k.
    pub(crate) automorphisms: BTreeMap<u32, KeySwitchingKey<R>>,
}

impl<R: Ring> SecretKey<R> {
    /// s itself.
    pub(crate) fn integer(&self) -> &R::Integer {
        &self.secret
    }
}

impl<R: Ring> EvaluationKeys<R> {
    pub(crate) fn of_keys(
        relinearisation: Option<KeySwitchingKey<R>>,
        automorphisms: BTreeMap<u32, KeySwitchingKey<R>>,
    ) -> Self {
        Self { relinearisation, automorphisms }
    }

    /// The relinearisation key, if there is one, and those for automorphisms.
    pub(crate) fn key_switching_keys(
        &self,
    ) -> (Option<&KeySwitchingKey<R>>, &BTreeMap<u32, KeySwitchingKey<R>>) {
        (self.relinearisation.as_ref(), &self.automorphisms)
    }

    /// The relinearisation key, if there is one.
    pub fn relinearisation(&self) -> Option<&KeySwitchingKey<R>> {
        self.relinearisation.as_ref()
    }

    /// The exponents k for which there is a key-switching key for ζ ↦ ζ^k.
    pub fn automorphisms(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.automorphisms.keys().copied()
    }
}

impl<R: Ring> Context<R> {
    /// A secret key.
    ///
    /// # Errors
    /// When the distribution of secrets does not fit.
    pub fn generate_secret_key(&self, seed: &Seed) -> Result<SecretKey<R>, Error> {
        let seed = &seed.derive(purpose::SECRET_KEY, 0);
        self.secret_key_of(self.ring().secret(self.secret_sampler(), &mut seed.stream(SECRET, 0))?)
    }

    /// The secret key s.
    pub(crate) fn secret_key_of(&self, secret: R::Integer) -> Result<SecretKey<R>, Error> {
        let element = R::into_crt(self.ring().reduce(&secret)?);
        Ok(SecretKey { secret, element })
    }

    /// The ring of public keys: [`Context::encryption_limbs`].
    pub(crate) fn public_key_ring(&self) -> Result<R, Error> {
        Ok(self.ring().pick(self.encryption_limbs()?))
    }

    /// The public key of a secret key.
    ///
    /// # Errors
    /// When the key is of other parameters.
    pub fn generate_public_key(
        &self,
        key: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<PublicKey<R>, Error> {
        let seed = &seed.derive(purpose::PUBLIC_KEY, 0);
        let ring = self.public_key_ring()?;
        let secret = R::pick_limbs(&key.element, &ring, self.encryption_limbs()?)?;
        let uniform = seed.derive(UNIFORM, 0).published();
        let (b, a) = self.rlwe_sample(&ring, &secret, &uniform, &seed.derive(ERROR, 0), None)?;
        Ok(PublicKey { b, a, seed: uniform })
    }

    /// (b, a) with b + a·s = t·g·e + `message` (0 if there is none), a from a public seed.
    pub(super) fn rlwe_sample(
        &self,
        ring: &R,
        secret: &R::Element<Crt>,
        uniform: &Seed,
        error: &Seed,
        message: Option<&R::Element<Powerful>>,
    ) -> Result<RlweSample<R>, Error> {
        self.rlwe_sampler().rlwe_sample(ring, secret, uniform, error, message)
    }

    fn rlwe_sampler(&self) -> RlweSampler<'_> {
        RlweSampler { errors: self.error_sampler(), t: self.t().q() }
    }

    /// A key-switching key from the secret `source` to the secret `target`, both modulo all primes.
    pub(super) fn key_switching_key(
        &self,
        target: &R::Element<Crt>,
        source: &R::Element<Crt>,
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let all: Vec<usize> = (0..self.ring().moduli().len()).collect();
        let factors = self.factors(&all[self.parameters().ciphertext_primes()..], &all);
        let digits = self.parameters().digits();
        self.rlwe_sampler().key_switching_key(
            self.ring(),
            [target, source],
            &digits,
            &factors,
            seed,
        )
    }

    /// The key-switching key from s² to s.
    ///
    /// # Errors
    /// When the key is of other parameters.
    pub fn generate_relinearisation_key(
        &self,
        key: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let square = R::mul(&key.element, &key.element)?;
        self.key_switching_key(&key.element, &square, seed)
    }

    /// The key-switching key for ζ ↦ ζ^k: from s to σ⁻¹(s), so that digits need not be permuted. Phases under
    /// σ⁻¹(s) become phases under s by σ.
    ///
    /// # Errors
    /// When k is no unit modulo m, or the key is of other parameters.
    pub fn generate_automorphism_key(
        &self,
        key: &SecretKey<R>,
        k: u32,
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let inverse = inverse_exponent(&self.parameters().index, k)?;
        let image = R::automorphism_of_secret(&key.secret, inverse)?;
        let target = R::into_crt(self.ring().reduce(&image)?);
        self.key_switching_key(&target, &key.element, seed)
    }

    /// Keys for products, if asked for, and for ζ ↦ ζ^k for each k in `automorphisms`.
    ///
    /// # Errors
    /// When an exponent is no unit modulo m, or the key is of other parameters.
    pub fn generate_evaluation_keys(
        &self,
        key: &SecretKey<R>,
        products: bool,
        automorphisms: &[u32],
        seed: &Seed,
    ) -> Result<EvaluationKeys<R>, Error> {
        let relinearisation = products
            .then(|| self.generate_relinearisation_key(key, &seed.derive(KEY_SWITCHING, 0)))
            .transpose()?;
        let switching_key = |&k: &u32| {
            let seed = seed.derive(KEY_SWITCHING, u64::from(k));
            Ok((k, self.generate_automorphism_key(key, k, &seed)?))
        };
        let automorphisms =
            automorphisms.iter().map(switching_key).collect::<Result<_, Error>>()?;
        Ok(EvaluationKeys { relinearisation, automorphisms })
    }
}
