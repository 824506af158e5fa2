//! A small source of chance: SplitMix64 (Steele, Lea, Flood 2014). Nothing secret hangs on it.

use std::hash::{BuildHasher as _, RandomState};

/// The generator's state.
#[derive(Debug)]
pub(super) struct Random(u64);

impl Random {
    /// From a seed, or from the operating system.
    pub(super) fn new(seed: Option<u64>) -> Self {
        Self(seed.unwrap_or_else(|| RandomState::new().hash_one(std::process::id())))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Fills `bytes`.
    pub(super) fn fill(&mut self, bytes: &mut [u8]) {
        for word in bytes.chunks_mut(8) {
            let next = self.next().to_le_bytes();
            word.copy_from_slice(&next[..word.len()]);
        }
    }

    /// True with this probability.
    pub(super) fn chance(&mut self, probability: f64) -> bool {
        const UNIT: f64 = 1.0 / (1u64 << 53) as f64;
        ((self.next() >> 11) as f64 * UNIT) < probability
    }

    /// One of `items`, if there are any.
    pub(super) fn pick<'a, T>(&mut self, items: &'a mut [T]) -> Option<&'a mut T> {
        let count = items.len() as u64;
        items.get_mut(self.next().checked_rem(count)? as usize)
    }
}
