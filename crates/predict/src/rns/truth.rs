//! Executions of circuits on schemes with slots, timed function by function.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed},
};

use super::{Instance, run::Application};
use crate::{
    PredictError,
    circuit::MAX_GATES,
    truth::{Executed, Stopwatch, Times},
};

/// An instance's ring, in which its application can be executed again and again.
pub struct RnsExecution {
    instance: Instance,
    ring: RnsRing,
    application: Box<dyn Application<RnsRing>>,
    messages: Vec<Vec<u64>>,
    /// Executions so far. Each has a seed of its own: how often a secret is drawn until it is accepted is
    /// different each time, and so is the time that takes.
    runs: AtomicU64,
}

const RUN: Label = Label::new("run");

impl RnsExecution {
    /// Makes the ring, and executes once: tables that are made when first used are there then.
    ///
    /// # Errors
    /// When there is no such instance, its circuit has too many gates, or a function fails.
    pub fn new(instance: Instance) -> Result<Self, PredictError> {
        let gates = instance.circuit().gates().len();
        if gates > MAX_GATES {
            let why = format!("{gates} gates: 1 to {MAX_GATES} can be executed");
            return Err(PredictError::Circuit(why));
        }
        let ring = RnsRing::new(instance.index(), instance.primes())
            .map_err(ringassay_scheme::Error::from)?;
        let application = Arc::clone(&instance.planned).computing(&ring)?;
        let messages = instance.messages()?;
        let own = Self { instance, ring, application, messages, runs: AtomicU64::new(0) };
        own.run()?;
        Ok(own)
    }

    /// Executes the application once; `phase` hears which function begins. What is decrypted.
    ///
    /// # Errors
    /// When a function fails.
    pub fn run_observed(&self, phase: &mut dyn FnMut(&str)) -> Result<Vec<Vec<u64>>, PredictError> {
        let run = self.runs.fetch_add(1, Ordering::Relaxed);
        let seed = Seed::from_bytes([1; 32]).derive(RUN, run);
        self.application.run(&self.messages, &seed, phase)
    }

    fn run_once(&self) -> Result<(Times, Vec<Vec<u64>>), PredictError> {
        let mut stopwatch = Stopwatch::new();
        let decrypted = self.run_observed(&mut |name| stopwatch.enter(name))?;
        Ok((stopwatch.times, decrypted))
    }
}

impl Executed for RnsExecution {
    fn is_right(&self) -> Result<Option<bool>, PredictError> {
        let (_, decrypted) = self.run_once()?;
        let outputs = decrypted.iter().map(|message| self.instance.decode(message));
        Ok(Some(outputs.collect::<Result<Vec<_>, _>>()? == self.instance.expected()?))
    }

    fn release_memory(&self) {
        self.ring.release_memory();
    }

    fn run(&self) -> Result<Times, PredictError> {
        Ok(self.run_once()?.0)
    }
}
