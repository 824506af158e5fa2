//! A small generator for test data (Knuth's linear congruence, upper bits).

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn word(&mut self) -> u64 {
        let mut half = || {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            self.0 >> 32
        };
        half() << 32 | half()
    }

    pub(crate) fn residues(&mut self, count: usize, q: u64) -> Vec<u64> {
        (0..count).map(|_| self.word() % q).collect()
    }

    /// Integers between -1000 and 1000.
    pub(crate) fn integers(&mut self, count: usize) -> Vec<i64> {
        (0..count).map(|_| (self.word() % 2001) as i64 - 1000).collect()
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, (self.word() % (i as u64 + 1)) as usize);
        }
    }
}
