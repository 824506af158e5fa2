//! How many computations are under way in this process, and whether they are to stop.

use std::{
    process,
    sync::atomic::{AtomicU64, Ordering},
};

/// The process that the rest is about in the upper half, computations under way, and in the lowest bit whether they are to stop.
/// One word without a lock: a child of `fork` inherits its parent's, which says nothing of the child, and would inherit a lock
/// that another thread held.
static STATE: AtomicU64 = AtomicU64::new(0);

const STOP: u64 = 1;
const ONE: u64 = 2;
const PROCESS: u32 = 32;

#[inline]
pub(crate) fn are_to_stop() -> bool {
    STATE.load(Ordering::Relaxed) & STOP != 0
}

/// Has everything that is under way stop.
pub(crate) fn stop() {
    STATE.fetch_or(STOP, Ordering::Relaxed);
}

#[cfg(test)]
pub(crate) fn count() -> u64 {
    (STATE.load(Ordering::Relaxed) & u64::from(u32::MAX)) / ONE
}

/// The state as it is in a child of a process in which three computations were to stop.
#[cfg(test)]
pub(crate) fn inherit() {
    let parent = u64::from(process::id() + 1) << PROCESS;
    STATE.store(parent | (3 * ONE) | STOP, Ordering::Relaxed);
}

/// Counts computations; when the last has ended the request has been heard by all.
pub(crate) struct UnderWay {
    process: u32,
}

impl UnderWay {
    pub(crate) fn begin() -> Self {
        let own = Self { process: process::id() };
        own.update(|count| count + ONE, ONE);
        own
    }

    /// Whether it began in this process.
    pub(crate) fn is_here(&self) -> bool {
        self.process == process::id()
    }

    /// The state of this process becomes what `f` makes of it, or `first` where there is none yet.
    fn update(&self, f: impl Fn(u64) -> u64, first: u64) {
        let process = u64::from(self.process) << PROCESS;
        let _ = STATE.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |state| {
            let is_own = state >> PROCESS == process >> PROCESS;
            Some(process | if is_own { f(state & u64::from(u32::MAX)) } else { first })
        });
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        if self.is_here() {
            self.update(|count| if count & !STOP == ONE { 0 } else { count - ONE }, 0);
        }
    }
}
