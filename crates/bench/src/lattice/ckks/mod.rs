//! CKKS: keys and operands, over any ring.

mod check;
mod instance;
mod material;
mod operations;

use std::{collections::BTreeSet, sync::Arc};

use ringassay_kernels::fork::Mutex;
use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Error, Ring,
    ckks::{
        Ciphertext, Context, EvaluationKeys, Magnitude, Parameters, Plaintext, PublicKey, Scale,
        SecretKey,
        encoding::{Complex64, Encoder, Target},
    },
};

pub(super) use instance::CkksInstance;
pub(super) use operations::transform;

use self::material::Material;
use super::operation::DENSE;
use crate::BenchError;

/// Context, keys and operands.
pub(super) struct Subject<R: Ring> {
    pub(super) context: Context<R>,
    pub(super) encoder: Arc<Encoder>,
    pub(super) secret: SecretKey<R>,
    pub(super) public: PublicKey<R>,
    /// For products and all rotations that were asked for, shared by all operations.
    keys: Mutex<Arc<EvaluationKeys<R>>>,
    pub(super) vectors: [Vec<Complex64>; 2],
    pub(super) plaintexts: [Plaintext; 2],
    pub(super) ciphertexts: [Ciphertext<R>; 2],
    /// Of the first entries of the first vector, as many as a dense matrix has rows.
    pub(super) short: Ciphertext<R>,
    pub(super) product: Ciphertext<R>,
    pub(super) relinearised: Ciphertext<R>,
}

/// Entries of vectors: neither zeros nor related, between -1 and 1.
pub(super) fn vectors(slots: usize) -> [Vec<Complex64>; 2] {
    const MODULUS: u64 = 65537;
    let entry = |value: u64| 2.0 * (value % MODULUS) as f64 / MODULUS as f64 - 1.0;
    let real = |value: fn(u64) -> u64| (0..slots as u64).map(|i| entry(value(i)).into()).collect();
    [real(|i| i * i * 31 + 7 * i + 3), real(|i| i * 12345 + 678)]
}

impl<R: Ring> Subject<R> {
    pub(super) fn new(
        parameters: &Parameters,
        ring: &R,
        encoder: &Arc<Encoder>,
    ) -> Result<Self, BenchError> {
        let context = Context::new(parameters, ring)?;
        let seed = Seed::from_os()?;
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let keys = context.generate_evaluation_keys(&secret, true, &[], &Seed::from_os()?)?;
        let vectors = vectors(parameters.slots());
        let fresh = |vector: &[Complex64], slots| {
            let scale = parameters.scale();
            encoded(encoder, parameters, vector, (slots, &scale), Magnitude::complex(1.0))
        };
        let plaintexts =
            [fresh(&vectors[0], parameters.slots())?, fresh(&vectors[1], parameters.slots())?];
        let encrypt = |message: &Plaintext| {
            Ok::<_, BenchError>(context.encrypt(&public, message, &Seed::from_os()?)?)
        };
        let ciphertexts = [encrypt(&plaintexts[0])?, encrypt(&plaintexts[1])?];
        let few = DENSE.min(parameters.slots());
        let short = encrypt(&fresh(&vectors[0][..few], few)?)?;
        // Where the modulus is too small for it, nothing is measured of it.
        let insisting = context.insisting();
        let product = insisting.tensor(&ciphertexts[0], &ciphertexts[1])?;
        let relinearised = insisting.relinearise(&product, &keys)?;
        Ok(Self {
            encoder: Arc::clone(encoder),
            context,
            secret,
            public,
            keys: Mutex::new(Arc::new(keys)),
            vectors,
            plaintexts,
            ciphertexts,
            short,
            product,
            relinearised,
        })
    }

    pub(super) fn keys(&self) -> Arc<EvaluationKeys<R>> {
        Arc::clone(&self.keys.lock())
    }

    /// Keys that have these automorphisms as well.
    pub(super) fn publish(
        &self,
        exponents: BTreeSet<u32>,
    ) -> Result<Arc<EvaluationKeys<R>>, BenchError> {
        let keys = self.keys();
        if exponents.iter().all(|&exponent| keys.has_automorphism(exponent)) {
            return Ok(keys);
        }
        let all: BTreeSet<u32> = keys.automorphisms().chain(exponents).collect();
        let (all, seed) = (Vec::from_iter(all), Seed::from_os()?);
        let made = self.context.generate_evaluation_keys(&self.secret, true, &all, &seed)?;
        let made = Arc::new(made);
        *self.keys.lock() = Arc::clone(&made);
        Ok(made)
    }

    /// A vector at a scale.
    pub(super) fn encoded(
        &self,
        vector: &[Complex64],
        slots: usize,
        scale: &Scale,
        magnitude: Magnitude,
    ) -> Result<Plaintext, Error> {
        encoded(&self.encoder, self.context.parameters(), vector, (slots, scale), magnitude)
    }
}

fn encoded(
    encoder: &Encoder,
    parameters: &Parameters,
    vector: &[Complex64],
    target: (usize, &Scale),
    magnitude: Magnitude,
) -> Result<Plaintext, Error> {
    let ((slots, scale), log2_modulus) = (target, parameters.log2_q(parameters.top()));
    let coefficients = encoder.encode(vector, &Target { slots, scale, log2_modulus })?;
    Ok(Plaintext::new(coefficients, scale.clone(), magnitude))
}
