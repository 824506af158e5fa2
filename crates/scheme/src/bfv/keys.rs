//! Keys.

use std::collections::BTreeMap;

use ringassay_ring::{
    Crt,
    sample::{Label, Seed},
};

use super::Context;
use crate::{
    Error, Ring,
    hybrid::{ERROR, KeySwitchingKey, UNIFORM, inverse_exponent},
    purpose,
};

const SECRET: Label = Label::new("secret");
const KEY_SWITCHING: Label = Label::new("hint");

/// The secret key s. Cleared when dropped; never shown.
#[derive(Clone)]
pub struct SecretKey<R: Ring> {
    pub(super) secret: R::Integer,
    /// s modulo Q·P.
    element: R::Element<Crt>,
}

impl<R: Ring> std::fmt::Debug for SecretKey<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// (b, a) with b + a·s = g·e modulo Q.
#[derive(Debug, Clone)]
pub struct PublicKey<R: Ring> {
    pub(crate) b: R::Element<Crt>,
    pub(crate) a: R::Element<Crt>,
    /// From which a is expanded.
    pub(crate) seed: Seed,
}

/// The key-switching key from s² to s.
#[derive(Debug, Clone)]
pub struct EvaluationKey<R: Ring>(pub(super) KeySwitchingKey<R>);

/// What the holder of ciphertexts needs to multiply and rotate them.
#[derive(Debug, Clone)]
pub struct EvaluationKeys<R: Ring> {
    products: Option<EvaluationKey<R>>,
    /// By the exponent k of ζ ↦ ζ^k.
    automorphisms: BTreeMap<u32, KeySwitchingKey<R>>,
}

impl<R: Ring> SecretKey<R> {
    /// s itself.
    pub(crate) fn integer(&self) -> &R::Integer {
        &self.secret
    }
}

impl<R: Ring> EvaluationKeys<R> {
    pub(crate) fn of_keys(
        products: Option<KeySwitchingKey<R>>,
        automorphisms: BTreeMap<u32, KeySwitchingKey<R>>,
    ) -> Self {
        Self { products: products.map(EvaluationKey), automorphisms }
    }

    /// The relinearisation key, if there is one, and those for automorphisms.
    pub(crate) fn key_switching_keys(
        &self,
    ) -> (Option<&KeySwitchingKey<R>>, &BTreeMap<u32, KeySwitchingKey<R>>) {
        (self.products.as_ref().map(|key| &key.0), &self.automorphisms)
    }

    /// The key for products.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without one.
    pub fn products(&self) -> Result<&EvaluationKey<R>, Error> {
        self.products.as_ref().ok_or_else(|| Error::MissingKey {
            operation: "a product of ciphertexts",
            key: "the key for products".into(),
            remedy: "generate evaluation keys with products",
        })
    }

    /// The exponents k for which there is a key for ζ ↦ ζ^k.
    pub fn automorphisms(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.automorphisms.keys().copied()
    }

    pub(super) fn automorphism(&self, k: u32) -> Result<&KeySwitchingKey<R>, Error> {
        self.automorphisms.get(&k).ok_or_else(|| Error::MissingKey {
            operation: "an automorphism",
            key: format!("the key for ζ ↦ ζ^{k}"),
            remedy: "generate evaluation keys with its exponent, or rotate by a composition of others",
        })
    }
}

impl<R: Ring> Context<R> {
    /// A secret key.
    ///
    /// # Errors
    /// When the distribution of secrets does not fit.
    pub fn generate_secret_key(&self, seed: &Seed) -> Result<SecretKey<R>, Error> {
        let seed = &seed.derive(purpose::SECRET_KEY, 0);
        let ring = &self.shared.qp;
        self.secret_key_of(ring.secret(&self.shared.secret, &mut seed.stream(SECRET, 0))?)
    }

    /// The secret key s.
    pub(crate) fn secret_key_of(&self, secret: R::Integer) -> Result<SecretKey<R>, Error> {
        let element = R::into_crt(self.shared.qp.reduce(&secret)?);
        Ok(SecretKey { secret, element })
    }

    /// The public key of a secret key.
    ///
    /// # Errors
    /// When the key is of other parameters; likewise below.
    pub fn generate_public_key(
        &self,
        key: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<PublicKey<R>, Error> {
        let seed = &seed.derive(purpose::PUBLIC_KEY, 0);
        let (uniform, error) = (seed.derive(UNIFORM, 0).published(), seed.derive(ERROR, 0));
        let secret = self.secret_modulo_q(key)?;
        let (b, a) =
            self.rlwe_sampler().rlwe_sample(&self.shared.q, &secret, &uniform, &error, None)?;
        Ok(PublicKey { b, a, seed: uniform })
    }

    /// The key that products need.
    ///
    /// # Errors
    /// As said.
    pub fn generate_evaluation_key(
        &self,
        key: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<EvaluationKey<R>, Error> {
        let square = R::mul(&key.element, &key.element)?;
        Ok(EvaluationKey(self.key_switching_key([&key.element, &square], seed)?))
    }

    /// The key for products, if asked for, and those for ζ ↦ ζ^k for each k in `automorphisms`.
    ///
    /// # Errors
    /// If an exponent is no unit modulo m, or the key is of other parameters.
    pub fn generate_evaluation_keys(
        &self,
        key: &SecretKey<R>,
        products: bool,
        automorphisms: &[u32],
        seed: &Seed,
    ) -> Result<EvaluationKeys<R>, Error> {
        let products = products
            .then(|| self.generate_evaluation_key(key, &seed.derive(KEY_SWITCHING, 0)))
            .transpose()?;
        let switching_key = |&k: &u32| {
            Ok((
                k,
                self.generate_automorphism_key(key, k, &seed.derive(KEY_SWITCHING, u64::from(k)))?,
            ))
        };
        let automorphisms =
            automorphisms.iter().map(switching_key).collect::<Result<_, Error>>()?;
        Ok(EvaluationKeys { products, automorphisms })
    }

    /// The key-switching key for ζ ↦ ζ^k: from s to σ⁻¹(s), so that digits need not be permuted, as in BGV.
    fn generate_automorphism_key(
        &self,
        key: &SecretKey<R>,
        k: u32,
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let inverse = inverse_exponent(&self.parameters().index, k)?;
        let image = R::automorphism_of_secret(&key.secret, inverse)?;
        let target = R::into_crt(self.shared.qp.reduce(&image)?);
        self.key_switching_key([&target, &key.element], seed)
    }

    fn key_switching_key(
        &self,
        [target, source]: [&R::Element<Crt>; 2],
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let (ring, digits) = (&self.shared.qp, self.parameters().digits());
        self.rlwe_sampler().key_switching_key(
            ring,
            [target, source],
            &digits,
            &self.shared.p_modulo_qp,
            seed,
        )
    }

    pub(super) fn secret_modulo_q(&self, key: &SecretKey<R>) -> Result<R::Element<Crt>, Error> {
        let limbs: Vec<usize> = (0..self.parameters().primes.len()).collect();
        R::pick_limbs(&key.element, &self.shared.q, &limbs)
    }
}
