//! BFV as programs use it.

use ringassay_ring::{RnsRing, index::Index, sample::Distribution};

use super::{Ciphertext, Context, Parameters, SecretKey};
use crate::{
    Error, IntegerScheme, Ring,
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

    fn measure(
        on: &Context<RnsRing>,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
    ) -> Result<Measured, Error> {
        let noise = on.noise_times_t(RnsRing::into_powerful(on.phase(key, a)?))?;
        Ok(Measured::of(&noise)?.scaled(-(on.parameters().t as f64).log2()))
    }
}
