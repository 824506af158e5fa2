//! What a parameter set is, and what its objects weigh.

use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    bgv::EvaluationKeys,
    serial::{Saved, Sizes},
};
use ringassay_security::helib_bits;

use super::Instance;
use crate::BenchError;

/// The bytes of an object in memory and saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytes {
    /// In memory.
    pub memory: usize,
    /// Saved.
    pub saved: usize,
}

impl From<Sizes> for Bytes {
    fn from(sizes: Sizes) -> Self {
        Self { memory: sizes.memory_bytes, saved: sizes.saved_bytes }
    }
}

/// What a parameter set is.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// The index m.
    pub m: u64,
    /// φ(m).
    pub n: usize,
    /// t.
    pub plaintext: u64,
    /// The number of slots.
    pub slots: usize,
    /// ℓ.
    pub length: usize,
    /// The depth that was asked for, in HEtest's units.
    pub depth: f64,
    /// The number of primes of Q.
    pub limbs: usize,
    /// log2 Q, of fresh ciphertexts.
    pub log2_q: f64,
    /// The number of primes of P.
    pub special_limbs: usize,
    /// log2 P.
    pub log2_p: f64,
    /// Bits of the largest prime.
    pub modulus_bits: u32,
    /// The digits of key switching.
    pub digits: usize,
    /// The distribution of secrets.
    pub secret: String,
    /// The distribution of errors.
    pub error: String,
    /// How hard it is to break, in bits.
    pub security_bits: f64,
    /// By which attack, in which model.
    pub security: String,
    /// Whether that is what was asked for.
    pub is_secure: bool,
    /// What HElib's own formula would say.
    pub helib_bits: Option<f64>,
    /// log2 of the probability that a result at the full depth decrypts wrongly.
    pub log2_failure: f64,
    /// How many rotation keys users publish.
    pub rotation_keys: usize,
    /// Automorphisms in the rotation by one step.
    pub automorphisms: usize,
    /// A fresh ciphertext under the public key.
    pub ciphertext: Bytes,
    /// A fresh ciphertext under the secret key, half of which is saved as a seed.
    pub seeded_ciphertext: Bytes,
    /// The public key.
    pub public_key: Bytes,
    /// The relinearisation key.
    pub relinearisation_key: Bytes,
    /// All evaluation keys: for products, and for rotations.
    pub evaluation_keys: Bytes,
}

impl Instance {
    /// What the parameter set is.
    ///
    /// # Errors
    /// When objects cannot be saved.
    pub fn facts(&self) -> Result<Facts, BenchError> {
        let (context, parameters) = (&self.context, &self.choice.parameters);
        let (m, n) = (parameters.index.m(), parameters.index.degree());
        let seeded =
            context.encrypt_secret(&self.secret, &self.plaintexts[0], &Seed::from_os()?)?;
        let (relinearisation_key, evaluation_keys) = self.key_sizes()?;
        Ok(Facts {
            m,
            n,
            plaintext: parameters.t(),
            slots: self.encoder.layout().ring().slots().count(),
            length: self.request.length,
            depth: self.request.depth,
            limbs: parameters.ciphertext_primes(),
            log2_q: parameters.log2_q(),
            special_limbs: parameters.special.len(),
            log2_p: parameters.log2_p(),
            modulus_bits: parameters.primes().map(|q| 64 - q.leading_zeros()).max().unwrap_or(0),
            digits: parameters.digits().len(),
            secret: parameters.secret.to_string(),
            error: parameters.error().to_string(),
            security_bits: self.choice.security.bits,
            security: self.choice.security.to_string(),
            is_secure: self.choice.is_secure,
            helib_bits: helib_bits(m, n, parameters.log2_qp(), parameters.sigma, None),
            log2_failure: self.choice.log2_failure,
            rotation_keys: self.choice.rotations.len(),
            automorphisms: self.encoder.layout().rotation(1).terms().len(),
            ciphertext: self.ciphertexts[0].sizes(context)?.into(),
            seeded_ciphertext: seeded.sizes(context)?.into(),
            public_key: self.public.sizes(context)?.into(),
            relinearisation_key,
            evaluation_keys,
        })
    }

    /// The relinearisation key, and all evaluation keys that users publish: sizes are linear in
    /// their number, and only a few were generated.
    fn key_sizes(&self) -> Result<(Bytes, Bytes), BenchError> {
        let sizes = |keys: &EvaluationKeys<RnsRing>| -> Result<Bytes, BenchError> {
            Ok(keys.sizes(&self.context)?.into())
        };
        let seed = Seed::from_os()?;
        let of = |products, exponents: &[u32]| {
            self.context.generate_evaluation_keys(&self.secret, products, exponents, &seed)
        };
        let (none, one, some) =
            (sizes(&of(false, &[])?)?, sizes(&of(true, &[])?)?, sizes(&self.keys)?);
        let (here, count) = (self.exponents.len().max(1), self.choice.rotations.len());
        let all = |one: usize, some: usize| one + (some - one) / here * count;
        Ok((
            Bytes { memory: one.memory - none.memory, saved: one.saved - none.saved },
            Bytes { memory: all(one.memory, some.memory), saved: all(one.saved, some.saved) },
        ))
    }
}
