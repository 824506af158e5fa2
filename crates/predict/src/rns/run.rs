//! Keys, encryptions, the circuit, a decryption: over the ring that computes and the one that counts.

use std::sync::Arc;

use ringassay_engine::{Error as EngineError, Program};
use ringassay_interrupt::checkpoint;
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{IntegerScheme, Ring, hybrid::Context};

use super::planned::Planned;
use crate::{FUNCTIONS, PredictError, application::END};

const KEYS: Label = Label::new("keys");
const INPUT: Label = Label::new("input");

/// An application over a ring, whichever its scheme.
pub(super) trait Application<R: Ring>: Send + Sync {
    /// Runs it; what is decrypted. `phase` hears which function begins, and [`END`]. A plan interleaves
    /// sums and products: the whole evaluation counts as products.
    fn run(
        &self,
        messages: &[Vec<u64>],
        seed: &Seed,
        phase: &mut dyn FnMut(&str),
    ) -> Result<Vec<R::Message>, PredictError>;
}

/// A scheme, and what is to be run on it.
pub(super) struct Running<P: IntegerScheme, R: Ring> {
    pub(super) context: Context<P, R>,
    pub(super) planned: Arc<Planned<P>>,
}

impl<P: IntegerScheme, R: Ring> Application<R> for Running<P, R> {
    fn run(
        &self,
        messages: &[Vec<u64>],
        seed: &Seed,
        phase: &mut dyn FnMut(&str),
    ) -> Result<Vec<R::Message>, PredictError> {
        let Self { context, planned } = self;
        let Planned { target, plan } = &**planned;
        phase(FUNCTIONS[0]);
        let secret = context.generate_secret_key(&seed.derive(KEYS, 0))?;
        let public = context.generate_public_key(&secret, &seed.derive(KEYS, 1))?;
        let (products, exponents) = (target.has_products(), target.keys().exponents());
        let keys = context.generate_evaluation_keys(
            &secret,
            products,
            exponents,
            &seed.derive(KEYS, 2),
        )?;
        let mut inputs = Vec::with_capacity(messages.len());
        for (input, message) in messages.iter().enumerate() {
            checkpoint();
            phase(FUNCTIONS[1]);
            let plaintext = context.plaintext(message.clone())?;
            inputs.push(context.encrypt(&public, &plaintext, &seed.derive(INPUT, input as u64))?);
        }
        phase(FUNCTIONS[3]);
        let program = Program::new(plan.clone(), target, context)?;
        let input = |wire: u32| {
            let input = inputs.get(wire as usize).cloned();
            input.ok_or(EngineError::Internal("an input that is not there"))
        };
        let results = program.evaluate(&keys, input)?;
        phase(FUNCTIONS[4]);
        let decrypt = |result| Ok::<_, PredictError>(context.decrypt(&secret, result)?);
        let decrypted = results.iter().map(decrypt).collect::<Result<_, _>>()?;
        phase(END);
        Ok(decrypted)
    }
}
