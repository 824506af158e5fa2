//! Which time is taken.

use rustix::{
    thread::{CpuSet, sched_getaffinity, sched_setaffinity},
    time::{ClockId, clock_gettime},
};

/// The clock of a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// Time that the calling thread spent on a processor: other processes do not count.
    Cpu,
    /// Monotonic time: what several threads together need.
    Wall,
}

impl Clock {
    /// The clock for work on so many threads.
    pub fn for_threads(threads: usize) -> Self {
        if threads == 1 { Clock::Cpu } else { Clock::Wall }
    }

    /// The name in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Clock::Cpu => "cpu",
            Clock::Wall => "wall",
        }
    }

    /// Nanoseconds since some moment.
    pub fn now_ns(self) -> u64 {
        let time = clock_gettime(match self {
            Clock::Cpu => ClockId::ThreadCPUTime,
            Clock::Wall => ClockId::Monotonic,
        });
        time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
    }
}

/// Keeps the calling thread on the processor it may use that has the highest number, so that
/// caches stay warm; the lowest ones serve interrupts. Returns whether the system allowed it.
pub fn pin_to_one_processor() -> bool {
    let Ok(allowed) = sched_getaffinity(None) else { return false };
    let last = (0..CpuSet::MAX_CPU).rev().find(|&cpu| allowed.is_set(cpu));
    let Some(last) = last else { return false };
    let mut one = CpuSet::new();
    one.set(last);
    sched_setaffinity(None, &one).is_ok()
}
