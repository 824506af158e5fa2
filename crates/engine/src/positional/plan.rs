//! What a program will need, found by running it on shapes.

use std::sync::Arc;

use ringassay_cost::{Ledger, TallyPositional};
use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Homomorphic,
    rlwe::{Noise, Parameters},
};

use super::{Family, Program, evaluate};
use crate::Error;

/// The bounds of a program's noise and memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// The bounds that inputs carry.
    pub fresh: Noise,
    /// log2 of the largest noise bound of an output.
    pub noise_bits: f64,
    /// log2 of the bound below which that output decrypts.
    pub limit_bits: f64,
    /// The most bytes of ciphertexts at any time, with one thread.
    pub peak_bytes: u64,
}

/// An instance over shapes, with its keys.
pub(super) struct Shapes<F: Family> {
    pub(super) ledger: Arc<Ledger>,
    pub(super) scheme: F::Over<TallyPositional>,
    pub(super) key: EvaluationOf<F>,
    pub(super) fresh: CiphertextOf<F>,
}

pub(super) type CiphertextOf<F> =
    <<F as Family>::Over<TallyPositional> as Homomorphic<TallyPositional>>::Ciphertext;
pub(super) type EvaluationOf<F> =
    <<F as Family>::Over<TallyPositional> as Homomorphic<TallyPositional>>::Evaluation;

impl<F: Family> Shapes<F> {
    pub(super) fn new(parameters: &Parameters) -> Result<Self, Error> {
        let ledger = Arc::new(Ledger::new());
        let ring = TallyPositional::new(parameters.degree, &parameters.q, &ledger);
        let ring = ring.map_err(ringassay_scheme::Error::from)?;
        let scheme = <F::Over<TallyPositional> as Homomorphic<_>>::new(parameters, ring)?;
        // Shapes have no randomness: any seed does.
        let seed = Seed::from_bytes([0; Seed::BYTES]);
        let (secret, public) = scheme.generate_keys(&seed)?;
        let vector = scheme.draw_evaluation_vector(&secret, &public, &seed)?;
        let key = scheme.evaluation_key(vector.as_ref())?;
        let fresh = scheme.encrypt_short(&public, &[0], &seed)?;
        Ok(Self { ledger, scheme, key, fresh })
    }

    /// log2 of the noise bound of a ciphertext, and of the bound below which it decrypts.
    pub(super) fn bits(&self, a: &CiphertextOf<F>) -> (f64, f64) {
        let noise = <F::Over<TallyPositional> as Homomorphic<_>>::parts(a).noise;
        (noise.log2(), self.scheme.limit(&noise).max(0.0).log2())
    }
}

impl Plan {
    /// The plan of a program for inputs that are fresh.
    ///
    /// # Errors
    /// [`Error::Undecryptable`] when an output could not be decrypted.
    pub fn new<F: Family>(program: &Program, parameters: &Parameters) -> Result<Self, Error> {
        const PHASE: &str = "evaluate";
        let shapes = Shapes::<F>::new(parameters)?;
        shapes.ledger.phase(PHASE);
        let load = |_| Ok(shapes.fresh.clone());
        let outputs = evaluate(&shapes.scheme, &shapes.key, program, false, load)?;
        let fresh = <F::Over<TallyPositional> as Homomorphic<_>>::parts(&shapes.fresh).noise;
        let seen = shapes.ledger.observation();
        let mut plan = Self {
            fresh,
            noise_bits: f64::NEG_INFINITY,
            limit_bits: f64::INFINITY,
            peak_bytes: seen.phase(PHASE).map_or(0, |phase| phase.growth_bytes),
        };
        for output in &outputs {
            let (noise_bits, limit_bits) = shapes.bits(output);
            if limit_bits - noise_bits < plan.limit_bits - plan.noise_bits {
                (plan.noise_bits, plan.limit_bits) = (noise_bits, limit_bits);
            }
        }
        let (noise_bits, limit_bits) = (plan.noise_bits, plan.limit_bits);
        if noise_bits >= limit_bits {
            return Err(Error::Undecryptable { noise_bits, limit_bits });
        }
        Ok(plan)
    }
}
