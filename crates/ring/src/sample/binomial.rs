//! Centred binomial coefficients.

use zeroize::Zeroize;

use super::Stream;

/// Words drawn at once.
const BLOCK: usize = 64;

/// The number of ones among η random bits less that among η others.
#[derive(Debug, Clone)]
pub(super) struct CenteredBinomial {
    eta: u32,
}

impl CenteredBinomial {
    /// One word has bits enough for one coefficient up to this η.
    pub(super) const MAX_ETA: u32 = 32;

    /// `eta` from 1 to [`Self::MAX_ETA`].
    pub(super) fn new(eta: u32) -> Self {
        debug_assert!((1..=Self::MAX_ETA).contains(&eta));
        Self { eta }
    }

    pub(super) fn eta(&self) -> u32 {
        self.eta
    }

    pub(super) fn sample_into(&self, out: &mut [i64], stream: &mut Stream) {
        let used = u64::MAX >> (64 - 2 * self.eta);
        let subtracted = used << self.eta;
        let eta = i64::from(self.eta);
        let mut words = [0; BLOCK];
        for out in out.chunks_mut(BLOCK) {
            stream.fill(&mut words[..out.len()]);
            for (x, &word) in out.iter_mut().zip(&words) {
                // Ones in the lower half and zeros in the upper: x + η of them.
                *x = i64::from(((word ^ subtracted) & used).count_ones()) - eta;
            }
        }
        words.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Seed;

    #[test]
    fn counts_bits_as_defined() {
        let seed = Seed::from_bytes([9; 32]);
        for eta in [1, 2, 21, 31, 32] {
            let mut out = [0; 130];
            CenteredBinomial::new(eta).sample_into(&mut out, &mut Stream::new(&seed));
            let mut stream = Stream::new(&seed);
            for x in out {
                let word = stream.word();
                let bit = |i: u32| (word >> i & 1) as i64;
                let expected: i64 = (0..eta).map(|i| bit(i) - bit(eta + i)).sum();
                assert_eq!(x, expected, "η = {eta}");
            }
        }
    }
}
