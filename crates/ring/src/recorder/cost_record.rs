//! What a recorder says at the end.

use std::collections::BTreeMap;

use super::{Call, Kernel, Operations, Visits};

/// What a computation cost: kernel calls, and memory of elements over time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CostRecord {
    /// The parts of the computation in the order in which they first began; what came before the
    /// first is one without a name, if there was anything.
    pub phases: Vec<Phase>,
    /// Bytes that were taken and not yet given back; negative if more were given than taken.
    pub live_bytes: i64,
    /// The most that was live at any time.
    pub peak_bytes: u64,
    /// All bytes that were ever taken.
    pub total_bytes: u64,
    /// The most that the process held at any time, with what rests in pools; only a tally says, 0
    /// elsewhere.
    pub heap_peak_bytes: u64,
    /// What happened, in order, if it was traced.
    pub trace: Vec<Event>,
}

/// A part of a computation. It may have been entered several times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// How often each kernel ran.
    pub counts: BTreeMap<Call, u64>,
    /// The most that was live during it, with what was live before.
    pub peak_bytes: u64,
    /// The most that was live of what was taken during it, after it was last entered.
    pub growth_bytes: u64,
    /// The most that the process held during it, with what rests in pools; only a tally says.
    pub heap_peak_bytes: u64,
    /// All bytes that were taken during it.
    pub total_bytes: u64,
    /// How far back visits to memory go; only a tally says.
    pub visits: Visits,
}

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A kernel ran, several times in a row.
    Ran {
        /// What ran.
        call: Call,
        /// How often.
        times: u64,
    },
    /// Memory was taken or given back.
    Live {
        /// What is live from here on.
        bytes: i64,
    },
}

impl CostRecord {
    /// How often each kernel ran, in all phases.
    pub fn counts(&self) -> BTreeMap<Call, u64> {
        let mut counts = BTreeMap::new();
        for (&call, &times) in self.phases.iter().flat_map(|phase| &phase.counts) {
            *counts.entry(call).or_default() += times;
        }
        counts
    }

    /// How often kernels ran for which `which` holds, on whatever lengths.
    pub fn calls(&self, which: impl Fn(Kernel) -> bool) -> u64 {
        let counts = self.phases.iter().flat_map(|phase| &phase.counts);
        counts.filter(|(call, _)| which(call.kernel)).map(|(_, &times)| times).sum()
    }

    /// The phase of that name.
    pub fn phase(&self, name: &str) -> Option<&Phase> {
        self.phases.iter().find(|phase| phase.name == name)
    }
}

impl Operations {
    /// All that was observed.
    pub fn of_record(seen: &CostRecord) -> Self {
        let counts = seen.phases.iter().flat_map(|phase| &phase.counts);
        counts.map(|(&call, &times)| Self::of(call).times(times)).sum()
    }
}
