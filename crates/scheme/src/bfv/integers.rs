//! BFV as programs use it.

use ringassay_ring::{RnsRing, index::Index, sample::Distribution};

use super::{Ciphertext, Context, EvaluationKeys, Hoisted, Parameters, SecretKey};
use crate::{
    Error, IntegerScheme, Plaintext, Ring,
    encoding::{Encoder, KeySet, RotationPlan},
    noise::{Measured, Noise},
};

impl IntegerScheme for Parameters {
    fn index(&self) -> &Index {
        &self.index
    }

    fn t(&self) -> u64 {
        self.t
    }

    fn ciphertext_primes(&self) -> Vec<u64> {
        self.primes.clone()
    }

    fn special_primes(&self) -> &[u64] {
        &self.special
    }

    fn secret(&self) -> Distribution {
        self.secret
    }

    fn sigma(&self) -> f64 {
        self.sigma
    }

    fn named_primes(&self) -> Vec<(&'static str, &[u64])> {
        vec![("primes", &self.primes), ("special", &self.special), ("auxiliary", &self.auxiliary)]
    }

    fn facts(&self) -> Vec<(&'static str, u64)> {
        vec![("auxiliary_primes", self.auxiliary.len() as u64)]
    }

    /// Of a phase (Q/t)·m + w, t times it is Q·m + t·w, where t·w is an integer, so that m is -t·w/Q modulo t. As many primes
    /// as hold the bound of t·w tell it, and they are primes of Q: what decryption takes depends on the noise, not on Q. With
    /// all primes this is round(t/Q·phase) modulo t, whatever the noise.
    fn decrypt<R: Ring>(
        on: &Context<R>,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
    ) -> Result<R::Message, Error> {
        let (noise_bits, modulus_bits) = (on.bound_bits(a), on.modulus_bits(a)?);
        if noise_bits >= modulus_bits && !on.insists() {
            return Err(Error::Undecryptable { noise_bits, modulus_bits });
        }
        let bound_bits = noise_bits + (on.parameters().t as f64).log2();
        let level = on.decryption_level(a, bound_bits)?;
        let noise = on.noise_times_t(R::into_powerful(on.phase_at(key, a, level)?))?;
        if on.is_damaged(&noise, bound_bits, on.log2_q_at(level)? - 1.0) {
            return Err(Error::DecryptionFailure { bound_bits: noise_bits });
        }
        R::residues(&noise, &on.own().t, on.minus_inverse_q(a.level)?)
    }

    fn product_level<R: Ring>(on: &Context<R>, operands: [(usize, &Noise, usize); 2]) -> usize {
        on.level_of_product(operands)
    }

    /// (a - b)·mask + b.
    fn select<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &Plaintext,
    ) -> Result<Ciphertext<R>, Error> {
        on.add(&on.multiply_plain(&on.sub(a, b)?, mask)?, b)
    }

    /// The operand is decomposed once for all automorphisms.
    fn rotate<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        plan: &RotationPlan,
        encoder: &Encoder,
        (set, keys): (&KeySet, &EvaluationKeys<R>),
    ) -> Result<Ciphertext<R>, Error> {
        let mut hoisted: Option<Hoisted<'_, R>> = None;
        let mut sum: Option<Ciphertext<R>> = None;
        for term in plan.terms() {
            let steps = set.steps(term.exponent).ok_or_else(|| Error::MissingKey {
                operation: "a rotation",
                key: format!("keys that compose ζ ↦ ζ^{}", term.exponent),
                remedy: "generate evaluation keys for the exponents of a KeySet of the layout",
            })?;
            let mut image = match steps.split_first() {
                None => a.clone(),
                Some((&first, rest)) => {
                    let hoisted = match &hoisted {
                        Some(hoisted) => hoisted,
                        None => hoisted.insert(on.hoist(a)?),
                    };
                    let first = on.automorphism_hoisted(hoisted, first, keys)?;
                    rest.iter().try_fold(first, |image, &k| on.automorphism(&image, k, keys))?
                }
            };
            if let Some(mask) = &term.mask {
                image = on.multiply_plain(&image, &on.plaintext(encoder.encode_mask(mask)?)?)?;
            }
            match &mut sum {
                None => sum = Some(image),
                Some(sum) => on.add_assign(sum, &image)?,
            }
        }
        sum.ok_or_else(|| Error::Unsupported("a rotation has at least one term".to_owned()))
    }

    fn measure(
        on: &Context<RnsRing>,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
    ) -> Result<Measured, Error> {
        let noise = on.noise_times_t(RnsRing::into_powerful(on.phase(key, a)?))?;
        Ok(Measured::of(&noise)?.scaled(-(on.parameters().t as f64).log2()))
    }
}
