//! Independent coefficients of -1, 0 and 1.

use zeroize::Zeroize;

use super::Stream;

/// Words drawn at once.
const BLOCK: usize = 64;

/// -1 and 1 with equal probability, 0 otherwise.
#[derive(Debug, Clone)]
pub(super) struct Ternary {
    /// The probability of -1 in units of 2^-64, and that of 1; at most 2^63.
    threshold: u64,
}

impl Ternary {
    /// P(0) = `zeros`/`of` <= 1. The threshold is the nearest multiple of 2^-64, so that each of the
    /// two probabilities is off by at most 2^-65, and the distribution by at most 2^-64.
    pub(super) fn new(zeros: u64, of: u64) -> Self {
        debug_assert!(zeros <= of && of > 0);
        // (of - zeros)/(2·of) · 2^64, rounded.
        let scaled = u128::from(of - zeros) << 63;
        Self { threshold: ((scaled + u128::from(of / 2)) / u128::from(of)) as u64 }
    }

    #[inline(always)]
    pub(super) fn sample_into(&self, out: &mut [i64], stream: &mut Stream) {
        let mut words = [0; BLOCK];
        for out in out.chunks_mut(BLOCK) {
            stream.fill(&mut words[..out.len()]);
            for (x, &word) in out.iter_mut().zip(&words) {
                // The lowest words give -1, as many of the highest give 1.
                let minus = is_below(word, self.threshold);
                let plus = is_below(!word, self.threshold);
                *x = plus as i64 - minus as i64;
            }
        }
        words.zeroize();
    }
}

/// 1 if a < b, else 0: the borrow of a - b, without a branch (Hacker's Delight §2-13).
#[inline(always)]
fn is_below(a: u64, b: u64) -> u64 {
    ((!a & b) | ((!a | b) & a.wrapping_sub(b))) >> 63
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borrow_is_less_than() {
        let edges = [0, 1, 2, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX];
        for a in edges {
            for b in edges {
                assert_eq!(is_below(a, b), u64::from(a < b), "{a} < {b}");
            }
        }
    }

    #[test]
    fn thresholds_are_the_nearest() {
        // 2^64/3 = 6148914691236517205.33…
        assert_eq!(Ternary::new(1, 3).threshold, 6_148_914_691_236_517_205);
        assert_eq!(Ternary::new(0, 1).threshold, 1 << 63);
        assert_eq!(Ternary::new(1, 1).threshold, 0);
        assert_eq!(Ternary::new(1, 2).threshold, 1 << 62);
        assert_eq!(Ternary::new(u64::MAX - 1, u64::MAX).threshold, 1);
    }
}
