//! Random words as residues: those that are too large are left out.

use crate::{
    Backend, Zq,
    lanes::{Lanes, Task},
};

/// What takes random words for uniform numbers below a bound, by rejection: the low bits of a word, as many as the bound
/// less 1 has and at least one, are a number if they are below the bound.
#[derive(Debug, Clone, Copy)]
pub struct Below {
    mask: u64,
    bound: u64,
    /// Any modulus does: what counts is the backend. None where words are taken one by one.
    zq: Option<Zq>,
}

impl Below {
    /// Numbers below `bound`, which is at least 1, with the backend of this process.
    #[must_use]
    pub fn new(bound: u64) -> Self {
        Self::with_backend(bound, Backend::chosen().unwrap_or(Backend::Portable))
    }

    /// Likewise, with an available backend.
    fn with_backend(bound: u64, backend: Backend) -> Self {
        let mask = u64::MAX >> bound.wrapping_sub(1).max(1).leading_zeros();
        // Vectors compare signed words.
        let zq = if bound >> 63 == 0 { Zq::with_backend(3, backend).ok() } else { None };
        Self { mask, bound, zq }
    }

    /// Writes the numbers that `words` are to the beginning of `out`, in the same order, and says how many there are; what
    /// follows them in `out` is overwritten too.
    ///
    /// Not in constant time: for public words.
    ///
    /// # Panics
    /// If `out` is shorter than `words`.
    #[inline]
    pub fn keep(&self, out: &mut [u64], words: &[u64]) -> usize {
        assert!(out.len() >= words.len(), "each word may be a number");
        match &self.zq {
            Some(zq) => zq.run(Keep { below: self, out, words }),
            None => self.keep_one_by_one(out, words),
        }
    }

    #[inline(always)]
    fn keep_one_by_one(&self, out: &mut [u64], words: &[u64]) -> usize {
        let mut count = 0;
        for word in words {
            // Written whether it fits or not; it stays only if it does.
            let number = word & self.mask;
            out[count] = number;
            count += usize::from(number < self.bound);
        }
        count
    }
}

struct Keep<'a> {
    below: &'a Below,
    out: &'a mut [u64],
    words: &'a [u64],
}

impl Task for Keep<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> usize {
        let Self { below, out, words } = self;
        let limits = [lanes.splat_word(below.mask), lanes.splat_word(below.bound)];
        let (blocks, rest) = L::blocks(words);
        let mut count = 0;
        for block in blocks {
            let (kept, more) = lanes.kept_below(lanes.load_words(block), limits);
            // There is: as many words as are left have room.
            if let Some(place) = L::blocks_mut(&mut out[count..]).0.first_mut() {
                lanes.store_words(place, kept);
            }
            count += more;
        }
        count + below.keep_one_by_one(&mut out[count..], rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition.
    fn expected(bound: u64, words: &[u64]) -> Vec<u64> {
        let bits = (0..=64).find(|&bits| u128::from(bound) - 1 < 1 << bits).unwrap_or(64).max(1);
        let numbers = words.iter().map(|&word| (u128::from(word) % (1_u128 << bits)) as u64);
        numbers.filter(|&number| number < bound).collect()
    }

    #[test]
    fn every_backend_keeps_the_same_words() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 29
        };
        let bounds = [
            1,
            2,
            3,
            5,
            (1 << 40) + 1,
            (1 << 50) - 27,
            3 << 48,
            (1 << 62) + 1,
            (1 << 63) - 1,
            1 << 63,
            (1 << 63) + 1,
            u64::MAX,
        ];
        for bound in bounds {
            for count in (0..20).chain([255, 256]) {
                // Numbers at the edges as well.
                let edges = [0, bound - 1, bound, bound.wrapping_add(1), u64::MAX];
                let word = |i: usize| if i.is_multiple_of(3) { edges[i / 3 % 5] } else { random() };
                let words: Vec<u64> = (0..count).map(word).collect();
                let expected = expected(bound, &words);
                for backend in Backend::available() {
                    let mut out = vec![7; count + 3];
                    let kept = Below::with_backend(bound, backend).keep(&mut out, &words);
                    assert_eq!(out[..kept], expected, "{bound}, {count}, {backend}");
                    assert_eq!(out[count..], [7; 3], "{bound}, {count}, {backend}");
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "each word may be a number")]
    fn room_for_all_words_is_demanded() {
        Below::new(3).keep(&mut [0; 3], &[0; 4]);
    }
}
