//! What records the cost of a computation.

use std::{collections::HashMap, hash::BuildHasherDefault};

use ringassay_kernels::fork::{Guard, Mutex};
use ringassay_kernels::{HUGE_BYTES, MAPPED_BYTES};

use super::{Call, CostRecord, Event, Phase, Visits, hash::Mixer, visits::Reuse};

/// A [`Recording`] that several share.
#[derive(Debug, Default)]
pub struct CostRecorder(Mutex<Recording>);

impl CostRecorder {
    /// An empty recorder.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty recorder that keeps a trace of what happens: far larger, and slower.
    pub fn with_trace() -> Self {
        Self(Mutex::new(Recording { trace: Some(Vec::new()), ..Recording::default() }))
    }

    /// The recording, to be written. Others wait until the guard is dropped.
    #[inline]
    pub fn open(&self) -> Guard<'_, Recording> {
        // No writer can leave a recording half written.
        self.0.lock()
    }

    /// From here on the phase of that name is written, again if it was before.
    pub fn phase(&self, name: &str) {
        self.open().phase(name);
    }

    /// What is written so far.
    pub fn record(&self) -> CostRecord {
        self.open().record()
    }
}

/// About so many different calls are in a part of a computation.
const KINDS: usize = 48;

type Counts = HashMap<Call, u64, BuildHasherDefault<Mixer>>;

/// What ran and what is live.
#[derive(Debug)]
pub struct Recording {
    phases: Vec<Part>,
    current: usize,
    live: i64,
    heap: i64,
    reuse: Reuse,
    trace: Option<Vec<Event>>,
}

#[derive(Debug, Default)]
struct Part {
    name: String,
    counts: Counts,
    peak: i64,
    /// What was live when it was last entered, and the most that came on top of that.
    entered: i64,
    growth: i64,
    heap_peak: i64,
    taken: u64,
    visits: Visits,
}

impl Default for Recording {
    fn default() -> Self {
        Self {
            phases: vec![Part::default()],
            current: 0,
            live: 0,
            heap: 0,
            reuse: Reuse::default(),
            trace: None,
        }
    }
}

impl Recording {
    /// A kernel ran so often.
    #[inline]
    pub fn ran(&mut self, call: Call, times: usize) {
        if times == 0 {
            return;
        }
        *self.phases[self.current].counts.entry(call).or_default() += times as u64;
        if let Some(trace) = &mut self.trace {
            match trace.last_mut() {
                Some(Event::Ran { call: last, times: before }) if *last == call => {
                    *before += times as u64;
                }
                _ => trace.push(Event::Ran { call, times: times as u64 }),
            }
        }
    }

    /// So many bytes became live.
    #[inline]
    pub fn take(&mut self, bytes: usize) {
        let phase = &mut self.phases[self.current];
        phase.taken += bytes as u64;
        self.live += bytes as i64;
        phase.peak = phase.peak.max(self.live);
        phase.growth = phase.growth.max(self.live - phase.entered);
        self.trace_live(bytes);
    }

    /// So many bytes are live no longer.
    #[inline]
    pub fn give(&mut self, bytes: usize) {
        self.live -= bytes as i64;
        self.trace_live(bytes);
    }

    /// The system gives a buffer, filled with zeros.
    #[inline]
    pub fn fresh(&mut self, bytes: usize) {
        let visits = &mut self.phases[self.current].visits;
        if bytes < HUGE_BYTES {
            visits.fresh_bytes += bytes as u64;
        } else {
            visits.large_fresh_bytes += bytes as u64;
        }
    }

    /// A buffer did not rest in the pool: above a size the system maps it anew.
    #[inline]
    pub fn mapped(&mut self, bytes: usize) {
        let visits = &mut self.phases[self.current].visits;
        if bytes >= HUGE_BYTES {
            visits.huge_bytes += bytes as u64;
        } else if bytes >= MAPPED_BYTES {
            visits.mapped_bytes += bytes as u64;
        }
    }

    /// What the process holds changes by so many bytes: live, or at rest in a pool.
    #[inline]
    pub fn heap(&mut self, bytes: i64) {
        self.heap += bytes;
        let phase = &mut self.phases[self.current];
        phase.heap_peak = phase.heap_peak.max(self.heap);
    }

    /// The piece of memory that so many bytes are taken from: what was given back last, or new. Of large
    /// pieces that are `pooled`, [`mapped`](Self::mapped) tells the new ones.
    #[inline]
    pub fn piece(&mut self, bytes: usize, pooled: bool) -> u32 {
        let (piece, new) = self.reuse.take(bytes);
        if new && !(pooled && bytes >= MAPPED_BYTES) {
            self.phases[self.current].visits.fresh_bytes += bytes as u64;
        }
        piece
    }

    /// A piece of memory is given back.
    #[inline]
    pub fn rest(&mut self, bytes: usize, piece: u32) {
        self.reuse.give(bytes, piece);
    }

    /// A kernel reads or writes so many bytes of a piece. Where the kernel's price has in it that its
    /// operands come from far, they are not `charged`.
    #[inline]
    pub fn visit(&mut self, piece: u32, bytes: usize, charged: bool) {
        let is_first = self.reuse.is_first(piece);
        let distance = self.reuse.visit(piece, bytes as u64);
        let visits = &mut self.phases[self.current].visits;
        if charged {
            visits.add(bytes as u64, distance, is_first);
        } else if is_first {
            visits.first_uncharged_bytes += bytes as u64;
        }
    }

    /// How many events are traced so far; 0 without a trace.
    pub fn events(&self) -> usize {
        self.trace.as_ref().map_or(0, Vec::len)
    }

    #[inline]
    fn trace_live(&mut self, changed: usize) {
        if let Some(trace) = self.trace.as_mut().filter(|_| changed > 0) {
            trace.push(Event::Live { bytes: self.live });
        }
    }

    /// As [`CostRecorder::phase`].
    pub fn phase(&mut self, name: &str) {
        let known = self.phases.iter().position(|phase| phase.name == name);
        self.current = known.unwrap_or_else(|| {
            let counts = Counts::with_capacity_and_hasher(KINDS, BuildHasherDefault::default());
            self.phases.push(Part { name: name.to_owned(), counts, ..Part::default() });
            self.phases.len() - 1
        });
        self.reuse.turn();
        let phase = &mut self.phases[self.current];
        phase.peak = phase.peak.max(self.live);
        phase.heap_peak = phase.heap_peak.max(self.heap);
        phase.entered = self.live;
    }

    /// As [`CostRecorder::record`].
    pub fn record(&self) -> CostRecord {
        let written =
            |phase: &&Part| !phase.name.is_empty() || !phase.counts.is_empty() || phase.taken > 0;
        let phases = self.phases.iter().filter(written).map(|phase| Phase {
            name: phase.name.clone(),
            counts: phase.counts.iter().map(|(&call, &times)| (call, times)).collect(),
            peak_bytes: unsigned(phase.peak),
            growth_bytes: unsigned(phase.growth),
            heap_peak_bytes: unsigned(phase.heap_peak),
            total_bytes: phase.taken,
            visits: phase.visits.clone(),
        });
        CostRecord {
            phases: phases.collect(),
            live_bytes: self.live,
            peak_bytes: self.phases.iter().map(|phase| unsigned(phase.peak)).max().unwrap_or(0),
            total_bytes: self.phases.iter().map(|phase| phase.taken).sum(),
            heap_peak_bytes: self
                .phases
                .iter()
                .map(|phase| unsigned(phase.heap_peak))
                .max()
                .unwrap_or(0),
            trace: self.trace.clone().unwrap_or_default(),
        }
    }
}

fn unsigned(bytes: i64) -> u64 {
    u64::try_from(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorder::Kernel;

    #[test]
    fn memory_is_followed_through_phases() {
        let recorder = CostRecorder::with_trace();
        let add = Call::plain(Kernel::Add, 8);
        recorder.open().take(100);
        recorder.phase("first");
        recorder.open().take(50);
        recorder.open().ran(add, 2);
        recorder.open().ran(add, 1);
        recorder.open().give(120);
        recorder.phase("second");
        recorder.open().take(10);
        recorder.phase("first");
        recorder.open().ran(add, 1);
        let seen = recorder.record();
        assert_eq!((seen.live_bytes, seen.peak_bytes, seen.total_bytes), (40, 150, 160));
        let phases: Vec<_> = seen
            .phases
            .iter()
            .map(|phase| {
                (phase.name.as_str(), phase.peak_bytes, phase.growth_bytes, phase.total_bytes)
            })
            .collect();
        assert_eq!(phases, [("", 100, 100, 100), ("first", 150, 50, 50), ("second", 40, 10, 10)]);
        assert_eq!(seen.phase("first").map(|phase| phase.counts[&add]), Some(4));
        assert_eq!(seen.calls(|kernel| kernel == Kernel::Add), 4);
        let live = |bytes| Event::Live { bytes };
        let ran = |times| Event::Ran { call: add, times };
        assert_eq!(seen.trace, [live(100), live(150), ran(3), live(30), live(40), ran(1)]);
    }

    #[test]
    fn calls_are_told_apart() {
        let recorder = CostRecorder::new();
        let calls = [
            Call::plain(Kernel::Add, 8),
            Call::plain(Kernel::Add, 16),
            Call::modulo(Kernel::Add, 8, [3, 1 << 50]),
            Call::modulo(Kernel::Sub, 8, [(1 << 50) - 1]),
            Call::plain(Kernel::BaseExtension { from: 2, to: 3 }, 8),
            Call::plain(Kernel::BaseExtension { from: 3, to: 2 }, 8),
        ];
        for (i, &call) in calls.iter().enumerate() {
            recorder.open().ran(call, i);
        }
        let expected = calls.iter().enumerate().skip(1).map(|(i, &call)| (call, i as u64));
        assert_eq!(recorder.record().counts(), expected.collect());
    }
}
