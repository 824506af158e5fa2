//! What parties need whose secrets add up to the secret of keys: parts of keys that each computes from its own, and keys
//! and ciphertexts of the sums.
//!
//! A part with the factor s_i is linear in s_i, but for its error: the parts of all parties add up to that of s = Σ s_i.

use std::collections::BTreeMap;

use ringassay_ring::{Crt, IntElement, Powerful, RnsRing, sample::Seed};

use super::{
    Context, EvaluationKeys, HybridScheme, KeySwitchingKey, PublicKey, SecretKey,
    sample::inverse_exponent,
};
use crate::{Error, Fused, Ring, purpose::UNIFORM};

/// The parts b_j of a key for key switching, and the seed from which the a_j are expanded.
pub type SwitchingParts<R> = (Vec<<R as Ring>::Element<Crt>>, Seed);

impl<P: HybridScheme, R: Ring> SecretKey<P, R> {
    /// s modulo Q·P: secret.
    pub fn element(&self) -> &R::Element<Crt> {
        &self.element
    }
}

impl<P: HybridScheme, R: Ring> PublicKey<P, R> {
    /// The components b and a.
    pub fn pair(&self) -> [&R::Element<Crt>; 2] {
        [&self.b, &self.a]
    }
}

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// What is modulo Q·P, modulo the primes of a level.
    ///
    /// # Errors
    /// Returns an error if it is of other parameters, or there is no such level.
    pub fn modulo_level(
        &self,
        x: &R::Element<Crt>,
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        R::pick_limbs(x, self.ring_at(level)?, self.limbs_at(level)?)
    }

    /// t·g·e for a fresh error, which `error` determines: secret.
    ///
    /// # Errors
    /// Returns an error if there is no such sample.
    pub fn error(&self, ring: &R, error: &Seed) -> Result<R::Element<Powerful>, Error> {
        self.rlwe_sampler().error(ring, &mut error.stream(crate::purpose::ERROR, 0))
    }

    /// A secret that is used once, from the distribution of what encryptions use up.
    ///
    /// # Errors
    /// Returns an error if there is no such sample.
    pub fn ephemeral(&self, ring: &R, seed: &Seed) -> Result<R::Element<Crt>, Error> {
        let label = crate::purpose::EPHEMERAL;
        let drawn = ring.secret(self.ephemeral_sampler(), &mut seed.stream(label, 0))?;
        Ok(R::into_crt(ring.reduce(&drawn)?))
    }

    /// The number of digits of key switching.
    pub fn key_digits(&self) -> usize {
        self.digits().len()
    }

    /// The a_j of a key for key switching, expanded from its seed.
    pub fn key_uniform(&self, digit: usize, seed: &Seed) -> R::Element<Crt> {
        self.ring().uniform(&seed.derive(UNIFORM, digit as u64).published())
    }

    /// P·δ_j modulo each prime of Q·P: P modulo those of digit j, 0 modulo the others.
    pub fn key_factors(&self, digit: usize) -> Vec<u64> {
        let own = self.digits().get(digit).cloned().unwrap_or_default();
        let only = |(i, &factor): (usize, &u64)| if own.contains(&i) { factor } else { 0 };
        self.p().iter().enumerate().map(only).collect()
    }

    /// -a·s + t·g·e, the part of a public key, where a is expanded from `uniform`, and `error` is fresh.
    ///
    /// # Errors
    /// Returns an error if the key is of other parameters.
    pub fn public_key_part(
        &self,
        key: &SecretKey<P, R>,
        uniform: &Seed,
        error: &Seed,
    ) -> Result<R::Element<Crt>, Error> {
        let ring = self.public_key_ring()?;
        let mut minus_secret = R::pick_limbs(&key.element, &ring, self.encryption_limbs()?)?;
        R::neg_assign(&mut minus_secret);
        let a = ring.uniform(uniform);
        self.rlwe_sampler().rlwe_part::<R>(&minus_secret, &a, error, None)
    }

    /// The public key with this b, whose a is expanded from a seed.
    ///
    /// # Errors
    /// Returns an error if b is of other parameters.
    pub fn public_key_of(
        &self,
        b: R::Element<Crt>,
        uniform: Seed,
    ) -> Result<PublicKey<P, R>, Error> {
        let ring = self.public_key_ring()?;
        if *R::ring(&b) != ring {
            return Err(Error::OtherParameters { what: "the public key" });
        }
        Ok(PublicKey::new(b, ring.uniform(&uniform), uniform))
    }

    /// Both components of a public key modulo the primes of a level.
    ///
    /// # Errors
    /// Returns an error if the key is of other parameters, or there is no such level.
    pub fn public_key_modulo(
        &self,
        key: &PublicKey<P, R>,
        level: usize,
    ) -> Result<[R::Element<Crt>; 2], Error> {
        let (ring, own) = (self.ring_at(level)?, self.encryption_limbs()?);
        let limbs = self.limbs_at(level)?.iter();
        let places = limbs.map(|limb| own.iter().position(|other| other == limb));
        let places = places.collect::<Option<Vec<_>>>().ok_or(Error::Modulus {
            what: "a public key",
            found: self.top(),
            wanted: level,
            reason: "it lacks primes of that level",
        })?;
        let [b, a] = key.pair().map(|part| R::pick_limbs(part, ring, &places));
        Ok([b?, a?])
    }

    /// The parts -a_j·σ⁻¹(s) + t·g·e_j + P·δ_j·s of the key for ζ ↦ ζ^k, where the a_j are expanded from `uniform`, and
    /// `errors` is fresh.
    ///
    /// # Errors
    /// Returns an error if k is no unit modulo m, or the key is of other parameters.
    pub fn automorphism_parts(
        &self,
        key: &SecretKey<P, R>,
        k: u32,
        uniform: &Seed,
        errors: &Seed,
    ) -> Result<Vec<R::Element<Crt>>, Error> {
        let inverse = inverse_exponent(self.ring().index(), k)?;
        let image = R::automorphism_of_secret(&key.secret, inverse)?;
        let mut minus_target = R::into_crt(self.ring().reduce(&image)?);
        R::neg_assign(&mut minus_target);
        let part = |j: usize| {
            let (a, error) = (self.key_uniform(j, uniform), errors.derive(UNIFORM, j as u64));
            let mut b = self.rlwe_sampler().rlwe_part::<R>(&minus_target, &a, &error, None)?;
            R::Fused::add_raised(&mut b, &key.element, &self.key_factors(j))?;
            R::publish(&mut b);
            Ok(b)
        };
        (0..self.key_digits()).map(part).collect()
    }

    /// Evaluation keys of these parts.
    ///
    /// # Errors
    /// Returns an error if a key has not a part of Q·P for each digit.
    pub fn evaluation_keys_of(
        &self,
        relinearisation: Option<SwitchingParts<R>>,
        automorphisms: BTreeMap<u32, SwitchingParts<R>>,
    ) -> Result<EvaluationKeys<P, R>, Error> {
        let key = |(parts, seed): SwitchingParts<R>| {
            let is_own = |part: &R::Element<Crt>| R::ring(part) == self.ring();
            if parts.len() != self.key_digits() || !parts.iter().all(is_own) {
                return Err(Error::OtherParameters { what: "a key for key switching" });
            }
            KeySwitchingKey::of_seed(self.ring(), &parts, seed)
        };
        let relinearisation = relinearisation.map(key).transpose()?;
        let keys = automorphisms.into_iter().map(|(k, parts)| Ok((k, key(parts)?)));
        Ok(EvaluationKeys::of_keys(relinearisation, keys.collect::<Result<_, Error>>()?))
    }
}

impl<P: HybridScheme> Context<P, RnsRing> {
    /// The secret 0, under which a ciphertext of one component decrypts: what a shared decryption leaves.
    ///
    /// # Errors
    /// Returns an error if there is no such secret.
    pub fn zero_key(&self) -> Result<SecretKey<P, RnsRing>, Error> {
        self.secret_key_of(IntElement::zero(self.ring().index()))
    }

    /// The sum of secrets, as whoever had all of them could form it: what tests compare with.
    ///
    /// # Errors
    /// Returns an error if a key is of other parameters.
    pub fn sum_of_secrets(
        &self,
        keys: &[&SecretKey<P, RnsRing>],
    ) -> Result<SecretKey<P, RnsRing>, Error> {
        let mut sum = IntElement::<Powerful>::zero(self.ring().index());
        for key in keys {
            if key.secret.index() != sum.index() {
                return Err(Error::OtherParameters { what: "a secret key" });
            }
            for (x, y) in sum.coefficients_mut().iter_mut().zip(key.secret.coefficients()) {
                *x += y;
            }
        }
        self.secret_key_of(sum)
    }
}
