//! Time spent in a part of a step, wherever it is spent.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Adds up what calls take, those of several threads as well.
#[derive(Debug)]
pub struct Stopwatch {
    clock: ClockId,
    ns: AtomicU64,
}

impl Stopwatch {
    /// Counts CPU time of the thread that makes a call, for [`Part::Load`](super::Part) and `Save`.
    #[must_use]
    pub fn cpu() -> Self {
        Self { clock: ClockId::ThreadCPUTime, ns: AtomicU64::new(0) }
    }

    /// Counts the time that passes, for [`Part::Choose`](super::Part).
    #[must_use]
    pub fn wall() -> Self {
        Self { clock: ClockId::Monotonic, ns: AtomicU64::new(0) }
    }

    /// Runs `work` and adds what it took.
    pub fn time<T>(&self, work: impl FnOnce() -> T) -> T {
        let started = self.now();
        let result = work();
        self.ns.fetch_add(self.now().saturating_sub(started), Ordering::Relaxed);
        result
    }

    /// The sum so far.
    #[must_use]
    pub fn total(&self) -> Duration {
        Duration::from_nanos(self.ns.load(Ordering::Relaxed))
    }

    fn now(&self) -> u64 {
        let time = clock_gettime(self.clock);
        u64::try_from(time.tv_sec * 1_000_000_000 + time.tv_nsec).unwrap_or(0)
    }
}
