//! Probes of vector and of scalar work, by which the phase of the machine is told.

use std::hint::black_box;

use ringassay_bench::Clock;
use ringassay_cost::price::Phase;
use ringassay_kernels::Zq;

use crate::{bench::Bench, error::Result};

/// Rounds of butterflies in a sample.
const ROUNDS: usize = 10_000;

/// Steps of the scalar chain in a sample.
const STEPS: u64 = 100_000;

/// Both probes, and what they took so far. Neither reads or writes memory: caches are no part of the phase.
pub(crate) struct Probe {
    zq: Zq,
    vector_ns: Vec<f64>,
    scalar_ns: Vec<f64>,
}

impl Probe {
    /// With the backend in use, modulo a prime of today's parameters.
    ///
    /// # Errors
    /// When the environment asks for a backend that cannot be had.
    pub(crate) fn new() -> Result<Self> {
        let prime = Bench::default().primes(1 << 11, false, 1)?[0];
        let zq = Zq::new(prime)?;
        // The first goes bring the code into the caches.
        vector(&zq);
        scalar();
        Ok(Self { zq, vector_ns: Vec::new(), scalar_ns: Vec::new() })
    }

    /// Another sample of each.
    pub(crate) fn sample(&mut self) {
        let start = Clock::Cpu.now_ns();
        vector(&self.zq);
        let between = Clock::Cpu.now_ns();
        scalar();
        let end = Clock::Cpu.now_ns();
        self.vector_ns.push((between - start) as f64);
        self.scalar_ns.push((end - between) as f64);
    }

    /// What the samples so far say; nothing without any.
    pub(crate) fn phase(&self) -> Option<Phase> {
        Phase::of(self.vector_ns.clone(), self.scalar_ns.clone())
    }
}

/// Butterflies with the vector instructions of the backend, all operands in registers.
fn vector(zq: &Zq) {
    black_box(zq.butterflies(black_box(ROUNDS)));
}

/// A chain of multiplications, each of which needs the one before: no unit computes two at a time.
fn scalar() {
    let mut state = black_box(1_u64);
    for _ in 0..STEPS {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    }
    black_box(state);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_of_work_that_takes_time() {
        let mut probe = Probe::new().unwrap();
        assert_eq!(probe.phase(), None);
        (0..5).for_each(|_| probe.sample());
        let found = probe.phase().unwrap();
        // No processor does 10 steps of the chain, or 10 rounds of butterflies, in a nanosecond.
        assert!(found.scalar_ns > STEPS as f64 / 10.0, "{found:?}");
        assert!(found.vector_ns > ROUNDS as f64 / 10.0, "{found:?}");
        assert!(found.samples == 5 && found.vector_range >= 1.0, "{found:?}");
    }
}
