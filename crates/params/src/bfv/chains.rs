//! Chains of operations, run on shapes.

use std::{iter, sync::Arc};

use ringassay_cost::{CostRecorder, TallyRing};
use ringassay_interrupt::checkpoint;
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::Plaintext;
use ringassay_scheme::bfv::{Ciphertext, Context, EvaluationKeys, Parameters};

use crate::{
    Error, Rotations,
    bgv::chain::{CHAINS, Step, steps},
    slots::End,
};

const MASK: Label = Label::new("mask");

/// An instance over shapes, on which chains of operations are run.
pub(super) struct Chains {
    context: Context<TallyRing>,
    keys: EvaluationKeys<TallyRing>,
    fresh: Ciphertext<TallyRing>,
    /// A plaintext as large as random ones are.
    mask: Plaintext,
    /// An automorphism other than the identity, if there is one.
    exponent: Option<u32>,
    rotations: Rotations,
}

impl Chains {
    /// Of these parameters.
    pub(super) fn of(parameters: &Parameters, rotations: Rotations) -> Result<Self, Error> {
        let recorder = Arc::new(CostRecorder::new());
        let all: Vec<u64> = parameters.all_primes().collect();
        let ring = TallyRing::new(&parameters.index, &all, &recorder)
            .map_err(ringassay_scheme::Error::from)?;
        Self::new(&Context::new(parameters, &ring)?, rotations)
    }

    /// Where the worst of the chains up to a depth ends; `None` where noise is too large.
    pub(super) fn end(&self, depth: f64) -> Result<Option<End>, Error> {
        let mut worst = End { budget_bits: f64::INFINITY, log2_failure: f64::NEG_INFINITY };
        for chain in CHAINS {
            checkpoint();
            match self.follow(chain, depth) {
                Ok(end) => {
                    let log2_failure = self.context.log2_average_failure(&end)?;
                    worst.log2_failure = worst.log2_failure.max(log2_failure);
                    worst.budget_bits = worst.budget_bits.min(self.context.budget_bits(&end));
                }
                Err(ringassay_scheme::Error::NoiseBudget { .. }) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
        Ok((worst.budget_bits > 0.0).then_some(worst))
    }

    fn new(context: &Context<TallyRing>, rotations: Rotations) -> Result<Self, Error> {
        let Parameters { index, t, .. } = context.parameters();
        // Shapes have no randomness: any seed does.
        let seed = Seed::from_bytes([0; Seed::BYTES]);
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let exponent = index.units().find(|&k| k != 1);
        let keys = context.generate_evaluation_keys(&secret, true, exponent.as_slice(), &seed)?;
        let n = index.degree();
        let fresh = context.encrypt(&public, &context.plaintext(vec![0; n])?, &seed)?;
        let mut stream = seed.stream(MASK, 0);
        let mask = context.plaintext((0..n).map(|_| stream.word() % t).collect())?;
        Ok(Self { context: context.clone(), keys, fresh, mask, exponent, rotations })
    }

    /// What these steps over and over, as many as a depth allows, make of a fresh ciphertext.
    fn follow(
        &self,
        chain: &[Step],
        depth: f64,
    ) -> Result<Ciphertext<TallyRing>, ringassay_scheme::Error> {
        let Self { context, keys, .. } = self;
        let mut x = self.fresh.clone();
        for step in steps(chain, depth) {
            x = match step {
                Step::Multiply => context.multiply(&x, &x, keys)?,
                Step::MultiplyConstant => context.multiply_plain(&x, &self.mask)?,
                // Both may have this noise, and be related.
                Step::Select => context.select_plain(&x, &x.clone(), &self.mask)?,
                Step::Rotate => {
                    let mut image = x.clone();
                    for k in iter::repeat_n(self.exponent, self.rotations.key_switches).flatten() {
                        image = context.automorphism(&image, k, keys)?;
                    }
                    if self.rotations.masked {
                        let term = context.multiply_plain(&image, &self.mask)?;
                        context.add(&term, &term.clone())?
                    } else {
                        image
                    }
                }
                Step::Add => context.add(&x, &x)?,
            };
        }
        Ok(x)
    }
}
