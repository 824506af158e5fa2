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
    secret: R::Integer,
    /// s modulo Q·P.
    pub(super) element: R::Element<Crt>,
}

impl<R: Ring> std::fmt::Debug for SecretKey<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// An encryption of 0 modulo all primes of fresh ciphertexts and one of P: b + a·s = e.
#[derive(Debug, Clone)]
pub struct PublicKey<R: Ring> {
    pub(crate) b: R::Element<Crt>,
    pub(crate) a: R::Element<Crt>,
    /// From which a is expanded.
    pub(crate) seed: Seed,
}

/// What the holder of ciphertexts needs to multiply, rotate and conjugate them.
#[derive(Debug, Clone)]
pub struct EvaluationKeys<R: Ring> {
    relinearisation: Option<KeySwitchingKey<R>>,
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

    /// Whether there is a relinearisation key.
    pub fn has_products(&self) -> bool {
        self.relinearisation.is_some()
    }

    /// The exponents k for which there is a key-switching key for ζ ↦ ζ^k.
    pub fn automorphisms(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.automorphisms.keys().copied()
    }

    /// Whether there is a key-switching key for ζ ↦ ζ^k.
    pub fn has_automorphism(&self, k: u32) -> bool {
        self.automorphisms.contains_key(&k)
    }

    pub(super) fn relinearisation(&self) -> Result<&KeySwitchingKey<R>, Error> {
        self.relinearisation.as_ref().ok_or_else(|| Error::MissingKey {
            operation: "a product of ciphertexts",
            key: "the relinearisation key".into(),
            remedy: "generate evaluation keys with products",
        })
    }

    pub(super) fn automorphism(&self, k: u32) -> Result<&KeySwitchingKey<R>, Error> {
        self.automorphisms.get(&k).ok_or_else(|| Error::MissingKey {
            operation: "a rotation or conjugation",
            key: format!("the key-switching key for ζ ↦ ζ^{k}"),
            remedy: "generate evaluation keys with its exponent, or rotate by a composition of others",
        })
    }

    /// Each key as a set of its own, the relinearisation key first: sets beyond the size of a saved object are
    /// saved and loaded one by one, and [merged](EvaluationKeys::merged).
    pub fn into_single_keys(self) -> impl Iterator<Item = Self> {
        let first = self.relinearisation.map(|key| Self::of_keys(Some(key), BTreeMap::new()));
        let others = self.automorphisms.into_iter();
        first.into_iter().chain(others.map(|(k, key)| Self::of_keys(None, [(k, key)].into())))
    }

    /// Keys of both; those of `other` where both have one.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        self.automorphisms.extend(other.automorphisms);
        Self { relinearisation: other.relinearisation.or(self.relinearisation), ..self }
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

    /// The ring of public keys: see [`Context::encrypt`].
    pub(crate) fn public_key_ring(&self) -> R {
        self.ring().pick(&self.encryption_limbs())
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
        let ring = self.public_key_ring();
        let secret = R::pick_limbs(&key.element, &ring, &self.encryption_limbs())?;
        let (uniform, error) = (seed.derive(UNIFORM, 0).published(), seed.derive(ERROR, 0));
        let (b, a) = self.rlwe_sampler().rlwe_sample(&ring, &secret, &uniform, &error, None)?;
        Ok(PublicKey { b, a, seed: uniform })
    }

    fn key_switching_key(
        &self,
        [target, source]: [&R::Element<Crt>; 2],
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let digits = self.parameters().digits();
        let factors = self.p_modulo_qp();
        self.rlwe_sampler().key_switching_key(self.ring(), [target, source], &digits, factors, seed)
    }

    /// The key-switching key from s² to s.
    fn generate_relinearisation_key(
        &self,
        key: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let square = R::mul(&key.element, &key.element)?;
        self.key_switching_key([&key.element, &square], seed)
    }

    /// The key-switching key for ζ ↦ ζ^k: from s to σ⁻¹(s), so that digits need not be permuted.
    fn generate_automorphism_key(
        &self,
        key: &SecretKey<R>,
        k: u32,
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let inverse = inverse_exponent(&self.parameters().index, k)?;
        let image = R::automorphism_of_secret(&key.secret, inverse)?;
        let target = R::into_crt(self.ring().reduce(&image)?);
        self.key_switching_key([&target, &key.element], seed)
    }

    /// The key for products, if asked for, and those for ζ ↦ ζ^k for each k in `automorphisms`:
    /// [`Parameters::rotation`](super::Parameters::rotation) of steps, and
    /// [`Parameters::conjugation`](super::Parameters::conjugation).
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
        let mut keys = BTreeMap::new();
        for &k in automorphisms.iter().filter(|&&k| k != 1) {
            if let std::collections::btree_map::Entry::Vacant(entry) = keys.entry(k) {
                let seed = seed.derive(KEY_SWITCHING, u64::from(k));
                entry.insert(self.generate_automorphism_key(key, k, &seed)?);
            }
        }
        Ok(EvaluationKeys { relinearisation, automorphisms: keys })
    }
}
