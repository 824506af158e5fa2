//! Time spent in a part of a step, wherever it is spent.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Adds up the durations of calls, of several threads as well.
#[derive(Debug, Default)]
pub struct Stopwatch {
    ns: AtomicU64,
}

impl Stopwatch {
    /// Runs `work` and adds what it took.
    pub fn time<T>(&self, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = work();
        let ns = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.ns.fetch_add(ns, Ordering::Relaxed);
        result
    }

    /// The sum so far.
    #[must_use]
    pub fn total(&self) -> Duration {
        Duration::from_nanos(self.ns.load(Ordering::Relaxed))
    }
}
