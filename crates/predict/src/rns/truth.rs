//! Executions of circuits on schemes with slots, timed function by function.

use std::sync::Arc;

use ringassay_ring::RnsRing;

use super::{Instance, run::Application};
use crate::{
    PredictError,
    truth::{Executed, Stopwatch, Times},
};

/// An instance's ring, in which its application can be executed again and again.
pub struct RnsExecution {
    instance: Instance,
    ring: RnsRing,
    application: Box<dyn Application<RnsRing>>,
    messages: Vec<Vec<u64>>,
}

impl RnsExecution {
    /// Makes the ring, and executes once: tables that are made when first used are there then.
    ///
    /// # Errors
    /// When there is no such instance, or a function fails.
    pub fn new(instance: Instance) -> Result<Self, PredictError> {
        let ring = RnsRing::new(instance.index(), instance.primes())
            .map_err(ringassay_scheme::Error::from)?;
        let application = Arc::clone(&instance.planned).computing(&ring)?;
        let messages = instance.messages()?;
        let own = Self { instance, ring, application, messages };
        own.run()?;
        Ok(own)
    }

    /// Executes the application once; `phase` hears which function begins. What is decrypted.
    ///
    /// # Errors
    /// When a function fails.
    pub fn run_observed(&self, phase: &mut dyn FnMut(&str)) -> Result<Vec<u64>, PredictError> {
        self.application.run(&self.messages, phase)
    }

    fn run_once(&self) -> Result<(Times, Vec<u64>), PredictError> {
        let mut stopwatch = Stopwatch::new();
        let decrypted = self.run_observed(&mut |name| stopwatch.enter(name))?;
        Ok((stopwatch.times, decrypted))
    }
}

impl Executed for RnsExecution {
    fn is_right(&self) -> Result<Option<bool>, PredictError> {
        let (_, decrypted) = self.run_once()?;
        Ok(Some(self.instance.decode(&decrypted)? == self.instance.expected()?))
    }

    fn release_memory(&self) {
        self.ring.release_memory();
    }

    fn run(&self) -> Result<Times, PredictError> {
        Ok(self.run_once()?.0)
    }
}
