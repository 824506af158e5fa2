//! Generation of keys.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    ops::Range,
};

use ringassay_interrupt::checkpoint;
use ringassay_ring::{
    Crt,
    sample::{Label, Seed},
};

use super::{
    Context, EvaluationKeys, HybridScheme, KeySwitchingKey, PublicKey, SecretKey,
    sample::{RlweSampler, inverse_exponent},
};
use crate::{
    Error, Fused, Ring,
    purpose::{self, ERROR, UNIFORM},
};

const SECRET: Label = Label::new("secret");
const KEY_SWITCHING: Label = Label::new("hint");

impl RlweSampler<'_> {
    /// A key-switching key from the secret `source` to the secret `target`, both in `ring`, for these digits;
    /// `factors` are P modulo each of the ring's primes.
    pub(super) fn key_switching_key<R: Ring>(
        &self,
        ring: &R,
        [target, source]: [&R::Element<Crt>; 2],
        digits: &[Range<usize>],
        factors: &[u64],
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let seed = &seed.derive(purpose::KEY_SWITCHING, 0);
        let uniform = seed.derive(UNIFORM, 0).published();
        let (mut bs, mut as_) = (Vec::new(), Vec::new());
        let mut minus_target = target.clone();
        R::neg_assign(&mut minus_target);
        for (j, digit) in digits.iter().enumerate() {
            checkpoint();
            let label = j as u64;
            let (uniform, error) =
                (uniform.derive(UNIFORM, label).published(), seed.derive(ERROR, label));
            let (mut b, a) = self.rlwe_sample(ring, &minus_target, &uniform, &error, None)?;
            let only = |(i, &factor): (usize, &u64)| if digit.contains(&i) { factor } else { 0 };
            let factors: Vec<u64> = factors.iter().enumerate().map(only).collect();
            R::Fused::add_raised(&mut b, source, &factors)?;
            R::publish(&mut b);
            bs.push(b);
            as_.push(a);
        }
        Ok(KeySwitchingKey { b: R::table(&bs)?, a: R::table(&as_)?, seed: uniform })
    }
}

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// A secret key. `seed` must be fresh for every key; likewise below.
    ///
    /// # Errors
    /// When the distribution of secrets does not fit.
    pub fn generate_secret_key(&self, seed: &Seed) -> Result<SecretKey<P, R>, Error> {
        let seed = &seed.derive(purpose::SECRET_KEY, 0);
        self.secret_key_of(self.ring().secret(self.secret_sampler(), &mut seed.stream(SECRET, 0))?)
    }

    /// The secret key s.
    pub(crate) fn secret_key_of(&self, secret: R::Integer) -> Result<SecretKey<P, R>, Error> {
        let element = R::into_crt(self.ring().reduce(&secret)?);
        Ok(SecretKey::new(secret, element))
    }

    /// The public key of a secret key.
    ///
    /// # Errors
    /// When the key is of other parameters; likewise below.
    pub fn generate_public_key(
        &self,
        key: &SecretKey<P, R>,
        seed: &Seed,
    ) -> Result<PublicKey<P, R>, Error> {
        let seed = &seed.derive(purpose::PUBLIC_KEY, 0);
        let ring = self.public_key_ring()?;
        let mut minus_secret = R::pick_limbs(&key.element, &ring, self.encryption_limbs()?)?;
        R::neg_assign(&mut minus_secret);
        let (uniform, error) = (seed.derive(UNIFORM, 0).published(), seed.derive(ERROR, 0));
        let (b, a) =
            self.rlwe_sampler().rlwe_sample(&ring, &minus_secret, &uniform, &error, None)?;
        Ok(PublicKey::new(b, a, uniform))
    }

    /// A key-switching key from the secret `source` to the secret `target`, both modulo Q·P.
    pub(crate) fn key_switching_key(
        &self,
        [target, source]: [&R::Element<Crt>; 2],
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let (ring, digits, factors) = (self.ring(), self.digits(), self.p());
        self.rlwe_sampler().key_switching_key(ring, [target, source], digits, factors, seed)
    }

    /// The key-switching key from s² to s.
    ///
    /// # Errors
    /// When the key is of other parameters.
    pub fn generate_relinearisation_key(
        &self,
        key: &SecretKey<P, R>,
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let square = R::Fused::mul(&key.element, &key.element)?;
        self.key_switching_key([&key.element, &square], seed)
    }

    /// The key-switching key for ζ ↦ ζ^k: from s to σ⁻¹(s), so that digits need not be permuted. Phases under
    /// σ⁻¹(s) become phases under s by σ.
    ///
    /// # Errors
    /// When k is no unit modulo m, or the key is of other parameters.
    pub fn generate_automorphism_key(
        &self,
        key: &SecretKey<P, R>,
        k: u32,
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let inverse = inverse_exponent(self.ring().index(), k)?;
        let image = R::automorphism_of_secret(&key.secret, inverse)?;
        let target = R::into_crt(self.ring().reduce(&image)?);
        self.key_switching_key([&target, &key.element], seed)
    }

    /// The relinearisation key, if `products` are asked for, and those for ζ ↦ ζ^k for each k in
    /// `automorphisms`; the identity needs none.
    ///
    /// # Errors
    /// When an exponent is no unit modulo m, or the key is of other parameters.
    pub fn generate_evaluation_keys(
        &self,
        key: &SecretKey<P, R>,
        products: bool,
        automorphisms: &[u32],
        seed: &Seed,
    ) -> Result<EvaluationKeys<P, R>, Error> {
        let relinearisation = products
            .then(|| self.generate_relinearisation_key(key, &seed.derive(KEY_SWITCHING, 0)))
            .transpose()?;
        let mut keys = BTreeMap::new();
        for &k in automorphisms.iter().filter(|&&k| k != 1) {
            if let Entry::Vacant(entry) = keys.entry(k) {
                let seed = seed.derive(KEY_SWITCHING, u64::from(k));
                entry.insert(self.generate_automorphism_key(key, k, &seed)?);
            }
        }
        Ok(EvaluationKeys::of_keys(relinearisation, keys))
    }
}
