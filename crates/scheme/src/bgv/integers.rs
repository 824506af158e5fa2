//! BGV as programs use it.

use ringassay_ring::{RnsRing, index::Index, sample::Distribution};

use super::{Ciphertext, Context, EvaluationKeys, Parameters, Plaintext, SecretKey, product_level};
use crate::{
    Error, IntegerScheme, Ring,
    encoding::{Encoder, KeySet, RotationPlan},
    noise::{Measured, Noise},
};

impl IntegerScheme for Parameters {
    fn index(&self) -> &Index {
        &self.index
    }

    fn t(&self) -> u64 {
        self.t()
    }

    fn ciphertext_primes(&self) -> Vec<u64> {
        self.large.iter().chain(&self.small).copied().collect()
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

    fn has_factors(&self) -> bool {
        self.has_factors()
    }

    fn named_primes(&self) -> Vec<(&'static str, &[u64])> {
        vec![("large", &self.large), ("small", &self.small), ("special", &self.special)]
    }

    fn facts(&self) -> Vec<(&'static str, u64)> {
        vec![("levels", self.large.len() as u64)]
    }

    fn all_primes(&self) -> Vec<u64> {
        self.primes().collect()
    }

    fn decrypt<R: Ring>(
        on: &Context<R>,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
    ) -> Result<R::Message, Error> {
        let (phase, _) = on.sound_phase(key, a)?;
        R::residues(&phase, on.t(), on.inverse_factor(a.scale))
    }

    fn product_level<R: Ring>(on: &Context<R>, operands: [(usize, &Noise, usize); 2]) -> usize {
        product_level(on.model(), on.modulus_chain(), operands)
    }

    fn select<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &Plaintext,
    ) -> Result<Ciphertext<R>, Error> {
        on.select_by(a, b, mask)
    }

    fn rotate<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        plan: &RotationPlan,
        encoder: &Encoder,
        (set, keys): (&KeySet, &EvaluationKeys<R>),
    ) -> Result<Ciphertext<R>, Error> {
        on.rotate(a, &on.prepare_rotation(plan, set, encoder, a.level)?, keys)
    }

    fn measure(
        on: &Context<RnsRing>,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
    ) -> Result<Measured, Error> {
        Measured::of(&RnsRing::into_powerful(on.phase(key, a)?))
    }
}
