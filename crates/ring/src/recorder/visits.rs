//! How long ago memory was visited: what decides on the cache that it is in.

use std::collections::HashMap;

/// Levels of distances: quarters of octaves.
const LEVELS: usize = 160;

/// Bytes that were visited, by how many other bytes had been visited since the last visit.
///
/// Memory that comes back after little else is in a near cache still; what comes back after
/// megabytes comes from far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Visits {
    /// Entry i: bytes at distances from 2^(i/4) to 2^((i+1)/4).
    bytes: Vec<u64>,
    /// Those among them that the phase visited for the first time.
    first: Vec<u64>,
    /// Bytes that the phase visited for the first time and that are in no level: the price of the kernel
    /// has in it that they come from far.
    pub first_uncharged_bytes: u64,
    /// Bytes that were taken, not in `mapped_bytes` or `huge_bytes`, and that nothing had given back before.
    pub fresh_bytes: u64,
    /// Bytes of buffers from [`MAPPED_BYTES`](ringassay_kernels::MAPPED_BYTES) on that a pool gives and that
    /// did not rest in it: the system provides their pages each time.
    pub mapped_bytes: u64,
    /// Likewise, not in `mapped_bytes`, from [`HUGE_BYTES`](ringassay_kernels::HUGE_BYTES) on.
    pub huge_bytes: u64,
    /// Bytes like `fresh_bytes`, not among these, of buffers from [`HUGE_BYTES`](ringassay_kernels::HUGE_BYTES) on; only
    /// rings of large coefficients tell them apart.
    pub large_fresh_bytes: u64,
}

impl Visits {
    /// So many bytes were visited, at that distance, for the first time in the phase or again.
    #[inline]
    pub(super) fn add(&mut self, bytes: u64, distance: u64, is_first: bool) {
        if self.bytes.is_empty() {
            (self.bytes, self.first) = (vec![0; LEVELS], vec![0; LEVELS]);
        }
        // Whole octaves, and the next two bits: linear within an octave.
        let octave = distance.max(4).ilog2();
        let quarter = (distance.max(4) >> (octave - 2)) & 3;
        let level = 4 * octave as usize + quarter as usize;
        self.bytes[level.min(LEVELS - 1)] += bytes;
        if is_first {
            self.first[level.min(LEVELS - 1)] += bytes;
        }
    }

    /// The bytes at each distance that occurs: (log2 of the distance, bytes).
    pub fn by_log2_distance(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        levels(&self.bytes)
    }

    /// Those among them that the phase visited for the first time, by the same distances: where others
    /// came in between, they were driven out of caches.
    pub fn first_by_log2_distance(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        levels(&self.first)
    }
}

/// The levels at which there are bytes.
fn levels(bytes: &[u64]) -> impl Iterator<Item = (f64, u64)> + '_ {
    let levels = bytes.iter().enumerate().filter(|(_, bytes)| **bytes > 0);
    let middle =
        |level: usize| (level / 4) as f64 + (1.0 + ((level % 4) as f64 + 0.5) / 4.0).log2();
    levels.map(move |(level, &bytes)| (middle(level), bytes))
}

/// Memory in the order in which it was last visited, that of elements and that which rests.
#[derive(Debug, Default)]
pub(super) struct Reuse {
    /// Pieces and their bytes, the last visited at the end.
    order: Vec<(u32, u64)>,
    /// By size, the pieces that rest, the last that was given back at the end.
    resting: HashMap<usize, Vec<u32>>,
    pieces: u32,
    /// For each piece the phase that visited it last, counted from 1.
    epochs: Vec<u32>,
    epoch: u32,
}

/// Pieces beyond which the longest unvisited are forgotten: they are far.
const MOST_PIECES: usize = 512;

impl Reuse {
    /// A piece of so many bytes, and whether it is new.
    pub(super) fn take(&mut self, bytes: usize) -> (u32, bool) {
        if let Some(piece) = self.resting.get_mut(&bytes).and_then(Vec::pop) {
            return (piece, false);
        }
        self.pieces = self.pieces.wrapping_add(1);
        (self.pieces, true)
    }

    pub(super) fn give(&mut self, bytes: usize, piece: u32) {
        self.resting.entry(bytes).or_default().push(piece);
    }

    /// From here on visits are those of another phase.
    pub(super) fn turn(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
    }

    /// Whether the phase visits a piece for the first time; from here on it has.
    pub(super) fn is_first(&mut self, piece: u32) -> bool {
        let (at, now) = (piece as usize, self.epoch.wrapping_add(1));
        if self.epochs.len() <= at {
            self.epochs.resize(at + 1, 0);
        }
        std::mem::replace(&mut self.epochs[at], now) != now
    }

    /// Visits so many bytes of a piece: how many distinct ones were visited since the last time,
    /// these included. A first visit goes back no further than its own bytes.
    pub(super) fn visit(&mut self, piece: u32, bytes: u64) -> u64 {
        let mut distance = bytes;
        for at in (0..self.order.len()).rev() {
            let (other, others) = self.order[at];
            if other == piece {
                self.order[at..].rotate_left(1);
                if let Some(last) = self.order.last_mut() {
                    last.1 = bytes;
                }
                return distance;
            }
            distance += others;
        }
        if self.order.len() == MOST_PIECES {
            self.order.remove(0);
        }
        self.order.push((piece, bytes));
        bytes
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::recorder::CostRecorder;

    #[test]
    fn visits_know_how_far_back_they_go() {
        let recorder = CostRecorder::new();
        let mut recording = recorder.open();
        recording.take(1536);
        let x = recording.piece(1024, true);
        recording.visit(x, 1024, true);
        let y = recording.piece(512, true);
        (0..5).for_each(|_| recording.visit(y, 512, true));
        recording.phase("again");
        recording.visit(x, 1024, true);
        recording.rest(512, y);
        assert_eq!(recording.piece(512, true), y, "what was given back is taken");
        recording.visit(y, 512, false);
        drop(recording);
        let seen = recorder.record();
        let levels = |name: &str| {
            let visits = &seen.phase(name).unwrap().visits;
            let bytes: Vec<_> = visits.by_log2_distance().collect();
            (bytes.iter().map(|level| (level.0 as u32, level.1)).collect(), visits.fresh_bytes)
        };
        let expected: (Vec<(u32, u64)>, u64) = (vec![(9, 5 * 512), (10, 1024)], 1536);
        assert_eq!(levels(""), expected);
        assert_eq!(levels("again"), (vec![(10, 1024)], 0), "1536 bytes, however often");
        let first = |name: &str| {
            let visits = &seen.phase(name).unwrap().visits;
            let bytes: u64 = visits.first_by_log2_distance().map(|level| level.1).sum();
            (bytes, visits.first_uncharged_bytes)
        };
        assert_eq!(first(""), (1024 + 512, 0), "each piece once");
        assert_eq!(first("again"), (1024, 512), "what the phase before visited is met again");
    }
}
