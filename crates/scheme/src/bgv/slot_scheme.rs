//! BGV as programs use it.

use std::{borrow::Cow, ops::Range};

use ringassay_ring::{
    RnsRing,
    index::Index,
    sample::{Distribution, Seed},
};

use super::{
    Ciphertext, Context, EvaluationKeys, Hoisted, Measured, Parameters, Plaintext, Prepared,
    PublicKey, SecretKey,
};
use crate::{
    Error, Ring, Scheme, SlotParameters, SlotScheme,
    encoding::{KeySet, VectorEncoder},
    noise::{Model, Noise},
    serial::SerialError,
    slot_scheme::{ComputingScheme, Role, by_own_names, parameters_by_own_names},
};

impl SlotParameters for Parameters {
    const SCHEME: Scheme = Scheme::Bgv;

    parameters_by_own_names!();

    fn over<R: Ring>(&self, ring: &R) -> Result<Context<R>, Error> {
        Context::new(self, ring)
    }

    fn t(&self) -> u64 {
        self.t()
    }

    fn has_factors(&self) -> bool {
        self.has_factors()
    }

    fn ciphertext_primes(&self) -> Vec<u64> {
        self.large.iter().chain(&self.small).copied().collect()
    }

    fn all_primes(&self) -> Vec<u64> {
        self.primes().collect()
    }

    fn prime_groups(&self) -> Vec<(&'static str, &[u64])> {
        vec![("large", &self.large), ("small", &self.small), ("special", &self.special)]
    }

    fn facts(&self) -> Vec<(&'static str, u64)> {
        vec![("levels", self.large.len() as u64)]
    }
}

impl<R: Ring> SlotScheme for Context<R> {
    by_own_names!();

    const PREPARES_BY_ROLE: bool = false;

    fn levels(&self) -> usize {
        self.modulus_chain().levels().len()
    }

    fn log2_q(&self, level: usize) -> f64 {
        self.modulus_chain().levels().get(level).map_or(0.0, |level| level.log2_q)
    }

    fn limbs(&self, level: usize) -> usize {
        self.modulus_chain().levels().get(level).map_or(0, |level| level.limbs.len())
    }

    fn limit_bits(&self, level: usize) -> f64 {
        self.log2_q(level) - 1.0
    }

    fn product_level(&self, operands: [(usize, &Noise, usize); 2]) -> usize {
        self.product_level(operands)
    }

    fn encrypt(
        &self,
        key: &PublicKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        self.encrypt(key, plaintext, seed)
    }

    fn encrypt_secret(
        &self,
        key: &SecretKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        self.encrypt_secret(key, plaintext, seed)
    }

    fn trivial(&self, plaintext: &Plaintext) -> Result<Ciphertext<R>, Error> {
        self.trivial(plaintext)
    }

    fn level(a: &Ciphertext<R>) -> usize {
        a.level()
    }

    fn at_level<'a>(
        &self,
        a: &'a Ciphertext<R>,
        level: usize,
    ) -> Result<Cow<'a, Ciphertext<R>>, Error> {
        self.at_modulus(a, level)
    }

    fn switched(&self, a: Ciphertext<R>, level: usize) -> Result<Ciphertext<R>, Error> {
        self.switched(a, level)
    }

    fn prepare(&self, plaintext: &Plaintext, level: usize, _: Role) -> Result<Prepared<R>, Error> {
        self.prepare(plaintext, level)
    }

    fn select(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &Plaintext,
    ) -> Result<Ciphertext<R>, Error> {
        self.select_plain(a, b, mask)
    }

    fn rotate(
        &self,
        a: &Ciphertext<R>,
        steps: i64,
        vectors: &VectorEncoder,
        (set, keys): (&KeySet, &EvaluationKeys<R>),
    ) -> Result<Ciphertext<R>, Error> {
        let plan = vectors.layout().rotation(steps);
        let rotation = self.prepare_rotation(&plan, set, vectors.encoder(), a.level())?;
        self.rotate(a, &rotation, keys)
    }
}

impl ComputingScheme for Context<RnsRing> {
    fn measure(
        &self,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
    ) -> Result<Measured, Error> {
        self.measure(key, a)
    }

    fn backend(&self) -> String {
        self.ring().zq(0).backend().to_string()
    }
}
