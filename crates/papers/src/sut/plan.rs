//! What a program will need, found by running it on shapes.

use ringassay_engine::Error;

use super::{Program, evaluate};
use crate::{
    MultiprecisionScheme,
    rlwe::{Noise, Parameters},
    scheme::Family,
    search::Shapes,
    tally::TallyMultiprecision,
};

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

impl Plan {
    /// The plan of a program for inputs that are fresh.
    ///
    /// # Errors
    /// [`Undecryptable`](ringassay_scheme::Error::Undecryptable) when an output could not be decrypted.
    pub fn new<F: Family>(program: &Program, parameters: &Parameters) -> Result<Self, Error> {
        const PHASE: &str = "evaluate";
        let shapes = Shapes::<F>::new(parameters)?;
        shapes.recorder.phase(PHASE);
        let load = |_| Ok(shapes.fresh.clone());
        let outputs = evaluate(&shapes.scheme, &shapes.key, program, false, load)?;
        let fresh =
            <F::Over<TallyMultiprecision> as MultiprecisionScheme<_>>::parts(&shapes.fresh).noise;
        let seen = shapes.recorder.record();
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
