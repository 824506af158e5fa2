//! Sampling what the tree holds, against its bounds.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::Groups;
use super::charge::MemoryGroup;
use super::sockets::Sockets;
use super::tasks::{TaskGroup, admitted};
use crate::control::TreeLimits;
use crate::monotonic_ns;
use crate::outcome::{Limit, LimitHit};
use crate::proc::{held_bytes, is_ended_orphan, tree};

/// Between samples, far from the bounds. One costs some 50 µs.
const TICK: Duration = Duration::from_millis(50);
/// Near a bound, where waiting would overshoot it.
const FAST_TICK: Duration = Duration::from_millis(5);
/// Samples kept to answer for the past.
const HISTORY: usize = 4096;

/// Samples the descendants of the guard, or of the first process of a name space.
#[derive(Debug)]
pub(super) struct Watch {
    limits: TreeLimits,
    root: i32,
    /// Where the kernel counts, too.
    groups: Groups,
    sockets: Option<Sockets>,
    next: Instant,
    /// (time, bytes), bytes strictly falling: each entry is the peak from its time on.
    peaks: VecDeque<(u64, u64)>,
    peak_bytes: u64,
}

impl Watch {
    pub(super) fn new(
        limits: TreeLimits,
        root: i32,
        groups: Groups,
        sockets: Option<Sockets>,
    ) -> Self {
        Self {
            limits,
            root,
            groups,
            sockets,
            next: Instant::now(),
            peaks: VecDeque::new(),
            peak_bytes: 0,
        }
    }

    /// The bound for which the kernel has refused or ended a process.
    pub(super) fn refused(&self) -> Option<LimitHit> {
        if self.groups.tasks.as_ref().is_some_and(TaskGroup::has_refused) {
            return Some(LimitHit {
                limit: Limit::Processes,
                bound: self.limits.processes,
                reached: Some(admitted(self.limits.processes)),
            });
        }
        let ended = self.groups.memory.as_ref().is_some_and(MemoryGroup::has_ended);
        let bound = self.limits.memory_bytes.filter(|_| ended)?;
        Some(LimitHit { limit: Limit::MemoryBytes, bound, reached: None })
    }

    /// Time to the next sample.
    pub(super) fn until_due(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    /// The largest sample so far.
    pub(super) fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// The bound on processes, if a program that has ended left more of them.
    pub(super) fn left_behind(&self, left: Option<u64>) -> Option<LimitHit> {
        let bound = self.limits.processes;
        let reached = left.filter(|&left| left > bound);
        reached.map(|_| LimitHit { limit: Limit::Processes, bound, reached })
    }

    /// The largest sample since the given moment; 0 when none was taken since.
    pub(super) fn peak_since(&self, monotonic_ns: u64) -> u64 {
        let first = self.peaks.partition_point(|&(at, _)| at < monotonic_ns);
        self.peaks.get(first).map_or(0, |&(_, bytes)| bytes)
    }

    /// Takes a sample when it is time to; tells which bound it exceeds.
    pub(super) fn sample_if_due(&mut self) -> Option<LimitHit> {
        if Instant::now() < self.next {
            return None;
        }
        let bound = usize::try_from(self.limits.processes).unwrap_or(usize::MAX);
        let (tree, threads) = tree(self.root, bound);
        let held: Vec<_> = tree.iter().map(|&pid| held_bytes(pid)).collect();
        let bytes: u64 = held.iter().map(|held| held.resident).sum();
        let kernel: u64 = held.iter().map(|held| held.kernel).sum();
        let buffers = self.sockets.as_ref().map_or(0, Sockets::bytes);
        let counted = bytes + kernel + buffers;
        let mut processes = threads as u64;
        if processes > self.limits.processes {
            // The list is of a moment ago: some are gone by now, some wait to be collected by us.
            processes -= tree.iter().filter(|&&pid| is_ended_orphan(pid, self.root)).count() as u64;
        }
        self.record(monotonic_ns(), bytes);
        let near =
            |bound: Option<u64>, reached: u64| bound.is_some_and(|bound| reached > bound / 2);
        // Also near: a tree that has begun to fork in numbers.
        let fast = near(self.limits.memory_bytes, counted) || processes > self.limits.processes / 4;
        self.next = Instant::now() + if fast { FAST_TICK } else { TICK };
        let exceeded = |limit, bound: Option<u64>, reached| {
            bound.filter(|&bound| reached > bound).map(|bound| LimitHit {
                limit,
                bound,
                reached: Some(reached),
            })
        };
        // Processes first: many of them hold much memory, but not the other way round.
        exceeded(Limit::Processes, Some(self.limits.processes), processes)
            .or_else(|| self.refused())
            .or_else(|| exceeded(Limit::MemoryBytes, self.limits.memory_bytes, counted))
    }

    fn record(&mut self, at_ns: u64, bytes: u64) {
        self.peak_bytes = self.peak_bytes.max(bytes);
        while self.peaks.back().is_some_and(|&(_, earlier)| earlier <= bytes) {
            self.peaks.pop_back();
        }
        self.peaks.push_back((at_ns, bytes));
        if self.peaks.len() > HISTORY {
            self.peaks.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peaks_of_the_past_agree_with_the_whole_list() {
        let mut watch = Watch::new(
            TreeLimits {
                memory_bytes: None,
                address_space_bytes: None,
                processes: 1,
                tasks: None,
                file_bytes: None,
                open_files: 1,
            },
            1,
            Groups::default(),
            None,
        );
        let mut all = Vec::new();
        let mut state = 1_u64;
        for at in 0..500_u64 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let bytes = (state >> 33) % 100;
            watch.record(at, bytes);
            all.push((at, bytes));
            for since in [0, at / 2, at.saturating_sub(3), at, at + 1] {
                let expected = all.iter().filter(|s| s.0 >= since).map(|s| s.1).max().unwrap_or(0);
                assert_eq!(watch.peak_since(since), expected, "at {at} since {since}");
            }
        }
    }
}
