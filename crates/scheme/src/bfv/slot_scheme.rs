//! BFV as programs use it.

use std::{borrow::Cow, ops::Range};

use ringassay_ring::{
    RnsRing,
    index::Index,
    sample::{Distribution, Seed},
};

use super::{
    Ciphertext, Context, EvaluationKeys, Hoisted, Parameters, Prepared, PublicKey, SecretKey,
};
use crate::{
    Error, Plaintext, Ring, Scheme, SlotParameters, SlotScheme,
    encoding::{KeySet, VectorEncoder},
    hybrid::HybridScheme as _,
    noise::{Measured, Model, Noise},
    serial::SerialError,
    slot_scheme::{ComputingScheme, Role, by_own_names, parameters_by_own_names},
};

impl SlotParameters for Parameters {
    const SCHEME: Scheme = Scheme::Bfv;

    parameters_by_own_names!();

    fn over<R: Ring>(&self, ring: &R) -> Result<Context<R>, Error> {
        Context::new(self, ring)
    }

    fn t(&self) -> u64 {
        self.t
    }

    fn ciphertext_primes(&self) -> Vec<u64> {
        self.primes.clone()
    }

    fn all_primes(&self) -> Vec<u64> {
        self.all_primes().collect()
    }

    fn prime_groups(&self) -> Vec<(&'static str, &[u64])> {
        vec![("primes", &self.primes), ("special", &self.special), ("auxiliary", &self.auxiliary)]
    }

    fn facts(&self) -> Vec<(&'static str, u64)> {
        vec![("auxiliary_primes", self.auxiliary.len() as u64)]
    }
}

impl<R: Ring> SlotScheme for Context<R> {
    by_own_names!();

    const PREPARES_BY_ROLE: bool = true;

    fn levels(&self) -> usize {
        self.level_count()
    }

    fn log2_q(&self, level: usize) -> f64 {
        self.log2_q_at(level).unwrap_or(0.0)
    }

    fn limbs(&self, level: usize) -> usize {
        self.limbs_at(level).map_or(0, <[usize]>::len)
    }

    fn limit_bits(&self, level: usize) -> f64 {
        self.parameters().limit_bits(SlotScheme::log2_q(self, level))
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
        self.encrypt(key, plaintext.coefficients(), seed)
    }

    fn encrypt_secret(
        &self,
        key: &SecretKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        self.encrypt_secret(key, plaintext.coefficients(), seed)
    }

    fn trivial(&self, plaintext: &Plaintext) -> Result<Ciphertext<R>, Error> {
        self.trivial(plaintext.coefficients())
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

    fn prepare(
        &self,
        plaintext: &Plaintext,
        level: usize,
        role: Role,
    ) -> Result<Prepared<R>, Error> {
        self.prepare(plaintext.coefficients(), level, role)
    }

    fn select(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &Plaintext,
    ) -> Result<Ciphertext<R>, Error> {
        self.select_plain(a, b, mask.coefficients())
    }

    fn rotate(
        &self,
        a: &Ciphertext<R>,
        steps: i64,
        vectors: &VectorEncoder,
        (set, keys): (&KeySet, &EvaluationKeys<R>),
    ) -> Result<Ciphertext<R>, Error> {
        self.rotate(a, &vectors.layout().rotation(steps), set, vectors.encoder(), keys)
    }
}

impl ComputingScheme for Context<RnsRing> {
    fn measure(
        &self,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
    ) -> Result<Measured, Error> {
        self.measured(key, a)
    }

    fn backend(&self) -> String {
        self.ring().zq(0).backend().to_string()
    }
}
