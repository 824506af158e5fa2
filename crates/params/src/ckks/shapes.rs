//! A chain of operations, run on shapes.

use std::sync::Arc;

use ringassay_cost::{CostRecorder, TallyRing};
use ringassay_interrupt::checkpoint;
use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Error as SchemeError,
    ckks::{Ciphertext, Context, Magnitude, Parameters, Plaintext},
};

use crate::Error;

/// A ciphertext after some products.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Its level.
    pub level: usize,
    /// log2 of its scale.
    pub log2_scale: f64,
    /// -log2 of the root mean square of a slot's error, as a complex number.
    pub average_bits: f64,
    /// -log2 of what no slot's error exceeds, but for a probability of about 2^-64.
    pub worst_bits: f64,
    /// The bits between the largest coefficient and half the modulus.
    pub budget_bits: f64,
}

/// A chain of squares and rotations from the top level to the lowest.
#[derive(Debug, Clone, PartialEq)]
pub struct Followed {
    /// Fresh, after one product, …
    pub steps: Vec<Step>,
    /// Why it ended above level 0.
    pub refusal: Option<SchemeError>,
}

impl Followed {
    /// The last step; `None` if not even encryption was possible.
    pub fn last(&self) -> Option<&Step> {
        self.steps.last()
    }
}

/// Encrypts, and rotates, squares and rescales down to level 0, numbers within ±`range` all the time: the
/// operands of all products are the same, so that errors add up as they do at worst.
///
/// # Errors
/// When there is no such instance.
pub fn follow(parameters: &Parameters, range: f64) -> Result<Followed, Error> {
    let recorder = Arc::new(CostRecorder::new());
    let primes: Vec<u64> = parameters.primes().collect();
    let ring = TallyRing::new(&parameters.index, &primes, &recorder).map_err(SchemeError::from)?;
    let context = Context::new(parameters, &ring)?;
    // Shapes have no randomness: any seed does.
    let seed = Seed::from_bytes([0; Seed::BYTES]);
    let secret = context.generate_secret_key(&seed)?;
    let public = context.generate_public_key(&secret, &seed)?;
    let rotation = parameters.rotation(1);
    let keys = context.generate_evaluation_keys(&secret, true, &[rotation], &seed)?;
    let magnitude = Magnitude::real(range);
    let zeros = vec![0; parameters.index.degree()];
    let plaintext = Plaintext::new(zeros, parameters.scale(), magnitude);
    let mut steps = Vec::new();
    let mut next = context.encrypt(&public, &plaintext, &seed);
    loop {
        checkpoint();
        match next {
            Ok(x) => {
                steps.push(step(&context, &x));
                if x.level() == 0 {
                    return Ok(Followed { steps, refusal: None });
                }
                next = context
                    .automorphism(&x, rotation, &keys)
                    .and_then(|x| context.square(&x, &keys))
                    .and_then(|x| context.rescale(&x))
                    .map(|x| context.assume(x, &magnitude));
            }
            Err(refusal) => return Ok(Followed { steps, refusal: Some(refusal) }),
        }
    }
}

fn step(context: &Context<TallyRing>, x: &Ciphertext<TallyRing>) -> Step {
    Step {
        level: x.level(),
        log2_scale: x.scale().log2(),
        average_bits: -context.log2_average_error(x),
        worst_bits: -context.log2_worst_error(x),
        budget_bits: context.limit_bits(x.level()) - context.bound_bits(x),
    }
}
