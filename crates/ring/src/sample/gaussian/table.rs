//! Drawing from a narrow discrete Gaussian by comparing with all thresholds of its table.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use zeroize::Zeroize;

use super::exact;
use crate::sample::Stream;

/// Samples drawn at once.
pub(super) const BLOCK: usize = 64;

/// Samples that pass the thresholds side by side.
const LANES: usize = 8;

/// Bits of the upper and of the lower part of a random number.
const HIGH_BITS: u32 = 63;
const LOW_BITS: u32 = 16;

/// The length of a table in widths σ, roughly: where [`Table::TAIL_BITS`] lie.
pub(super) const TAIL_WIDTHS: f64 = 10.0;

/// The cumulative distribution of |x|: a random number u of 79 bits stands for as many as there are
/// thresholds not above u; one more bit is the sign.
///
/// Threshold k is P(|x| <= k) in units of 2^-79, rounded to nearest. The table ends where less than
/// 2^-72 is left. So its distance from the exact distribution is at most 2^-72 + k·2^-80 for k
/// thresholds, of which there are fewer than 2^9: below 2^-70.4.
///
/// A sample is compared with all thresholds, by subtractions whose borrows are added up: neither a
/// branch nor an address depends on it.
#[derive(Debug, Clone)]
pub struct Table {
    high: Vec<u64>,
    low: Vec<u64>,
}

impl Table {
    /// The bits of a threshold.
    pub const BITS: u32 = HIGH_BITS + LOW_BITS;

    /// Less than 2^-72 of the distribution is cut off.
    pub const TAIL_BITS: u32 = 72;

    /// The table of width σ/√`squares`; σ is the rational number that the double is.
    pub(super) fn new(sigma: f64, squares: u128) -> Self {
        let weights = exact::weights(sigma, squares);
        // Both signs of all but 0.
        let folded = |k: usize| if k == 0 { weights[0].clone() } else { &weights[k] << 1_u32 };
        let total: BigUint = (0..weights.len()).map(folded).sum();
        let (mut high, mut low) = (Vec::new(), Vec::new());
        let mut cumulated = BigUint::zero();
        for k in 0..weights.len() {
            cumulated += folded(k);
            if (&total - &cumulated) << Self::TAIL_BITS < total {
                break;
            }
            let doubled = (&cumulated << (Self::BITS + 1)) / &total;
            // Below 2^79, for more than 2^-72 is left above it.
            let threshold = ((doubled + 1_u32) >> 1_u32).to_u128().unwrap_or(u128::MAX);
            high.push((threshold >> LOW_BITS) as u64);
            low.push((threshold & ((1 << LOW_BITS) - 1)) as u64);
        }
        Self { high, low }
    }

    /// The thresholds in units of 2^-79: threshold k is P(|x| <= k).
    pub fn thresholds(&self) -> Vec<u128> {
        let whole = |(&high, &low): (&u64, &u64)| u128::from(high) << LOW_BITS | u128::from(low);
        self.high.iter().zip(&self.low).map(whole).collect()
    }

    /// The largest magnitude of a sample.
    pub fn bound(&self) -> u64 {
        self.high.len() as u64
    }

    /// Draws a block of samples into `scratch`. Takes `BLOCK` words of the stream for upper parts and
    /// signs, then a quarter as many for lower parts, four to a word, the lowest first.
    #[inline(always)]
    pub(super) fn draw<'a>(&self, scratch: &'a mut Scratch, stream: &mut Stream) -> &'a [i64] {
        let Scratch { words, packed, low, samples } = scratch;
        stream.fill(words);
        stream.fill(packed);
        for (low, packed) in low.as_chunks_mut::<4>().0.iter_mut().zip(&*packed) {
            for (i, low) in low.iter_mut().enumerate() {
                *low = packed >> (LOW_BITS as usize * i) & ((1 << LOW_BITS) - 1);
            }
        }
        let lanes = samples.as_chunks_mut::<LANES>().0.iter_mut();
        let numbers = words.as_chunks::<LANES>().0.iter().zip(low.as_chunks::<LANES>().0);
        for (samples, (words, low)) in lanes.zip(numbers) {
            self.compare(samples, words, low);
        }
        samples
    }

    /// The samples of these random numbers: the sign in the lowest bit of a word, the upper part of
    /// the number in the others.
    #[inline(always)]
    fn compare(&self, out: &mut [i64; LANES], words: &[u64; LANES], low: &[u64; LANES]) {
        let mut above = [0_u64; LANES];
        let high = words.map(|word| word >> 1);
        for (&threshold_high, &threshold_low) in self.high.iter().zip(&self.low) {
            for i in 0..LANES {
                // All parts are below 2^63, so bit 63 of a difference is its borrow.
                let borrow = low[i].wrapping_sub(threshold_low) >> 63;
                let difference = high[i].wrapping_sub(threshold_high).wrapping_sub(borrow);
                above[i] += difference >> 63;
            }
        }
        for i in 0..LANES {
            let magnitude = self.bound() as i64 - above[i] as i64;
            let sign = -((words[i] & 1) as i64);
            out[i] = (magnitude ^ sign) - sign;
        }
    }
}

/// What drawing a block needs on the way; erased when it is dropped.
pub(super) struct Scratch {
    words: [u64; BLOCK],
    packed: [u64; BLOCK / 4],
    low: [u64; BLOCK],
    samples: [i64; BLOCK],
}

impl Scratch {
    pub(super) fn new() -> Self {
        Self { words: [0; BLOCK], packed: [0; BLOCK / 4], low: [0; BLOCK], samples: [0; BLOCK] }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.words.zeroize();
        self.packed.zeroize();
        self.low.zeroize();
        self.samples.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slow reading of the documentation.
    fn sample(table: &Table, word: u64, low: u64) -> i64 {
        let number = u128::from(word >> 1) << LOW_BITS | u128::from(low);
        let magnitude = table.thresholds().iter().filter(|&&t| t <= number).count() as i64;
        if word & 1 == 1 { -magnitude } else { magnitude }
    }

    #[test]
    fn comparisons_count_thresholds_at_their_edges() {
        let table = Table::new(3.2, 1);
        for threshold in table.thresholds() {
            for number in [threshold - 1, threshold, threshold + 1] {
                for sign in [0, 1] {
                    let word = (number >> LOW_BITS) as u64 * 2 + sign;
                    let low = (number & 0xffff) as u64;
                    let mut out = [0; LANES];
                    table.compare(&mut out, &[word; LANES], &[low; LANES]);
                    assert_eq!(out, [sample(&table, word, low); LANES]);
                }
            }
        }
    }

    #[test]
    fn the_ends_of_the_range() {
        let table = Table::new(3.2, 1);
        let mut out = [7; LANES];
        table.compare(&mut out, &[0; LANES], &[0; LANES]);
        assert_eq!(out, [0; LANES]);
        table.compare(&mut out, &[u64::MAX; LANES], &[0xffff; LANES]);
        assert_eq!(out, [-(table.bound() as i64); LANES]);
    }
}
