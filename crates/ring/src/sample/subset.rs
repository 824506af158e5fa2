//! A random subset of exact size by sorting: the secret of exact Hamming weight.

use ringassay_kernels::secrecy;

use super::Stream;

/// The coefficient rides in the two lowest bits of a key, plus one.
const PAYLOAD_BITS: u32 = 2;

/// Exactly `weight` coefficients of ±1, the others 0.
#[derive(Debug, Clone)]
pub(super) struct SparseTernary {
    weight: usize,
}

impl SparseTernary {
    pub(super) fn new(weight: usize) -> Self {
        Self { weight }
    }

    /// Gives the first `weight` positions a sign, the others 0, each a random key of 61 bits, and
    /// sorts by the keys.
    ///
    /// If no two keys are equal, every order of the positions is equally likely, so that subset and
    /// signs are exactly uniform. If two are equal, which happens with probability below 2^-28, all
    /// begins anew. Whether it did says nothing about the result: equality does not depend on which
    /// position holds which key.
    pub(super) fn sample_into(&self, out: &mut [i64], stream: &mut Stream) {
        loop {
            for (i, x) in out.iter_mut().enumerate() {
                let word = stream.word();
                // 0 or 2 for the signs, 1 for zero.
                let payload = if i < self.weight { (word & 1) << 1 } else { 1 };
                *x = (word >> 3 << PAYLOAD_BITS | payload) as i64;
            }
            sort(out);
            if all_different(out) {
                break;
            }
        }
        for x in out {
            *x = (*x & ((1 << PAYLOAD_BITS) - 1)) - 1;
        }
    }
}

/// Whether no two neighbours have equal keys. Looks at all of them, whatever it sees.
fn all_different(sorted: &[i64]) -> bool {
    let mut equal = 0;
    for pair in sorted.windows(2) {
        // Zero exactly if the keys are equal; then, and only then, the difference borrows.
        let difference = (pair[0] ^ pair[1]) as u64 >> PAYLOAD_BITS;
        equal |= difference.wrapping_sub(1) >> 63;
    }
    secrecy::revealed(equal) == 0
}

/// Sorts non-negative numbers, ascending, with comparisons that depend on the length alone: Batcher's
/// merge exchange (Knuth, The Art of Computer Programming 3, §5.2.2, Algorithm M), about
/// n·log2(n)^2/4 of them.
fn sort(x: &mut [i64]) {
    let n = x.len();
    if n < 2 {
        return;
    }
    let top = n.next_power_of_two() / 2;
    let mut p = top;
    while p > 0 {
        let (mut q, mut r, mut d) = (top, 0, p);
        loop {
            // All i < n - d with i & p = r come in runs of p, and i + d lies in none of i's run.
            let mut start = r;
            while start < n - d {
                let len = p.min(n - d - start);
                let (low, high) = x.split_at_mut(start + d);
                exchange(&mut low[start..start + len], &mut high[..len]);
                start += 2 * p;
            }
            if q == p {
                break;
            }
            d = q - p;
            q /= 2;
            r = p;
        }
        p /= 2;
    }
}

/// Puts the smaller of each pair into `low`, the larger into `high`.
#[inline(always)]
fn exchange(low: &mut [i64], high: &mut [i64]) {
    for (a, b) in low.iter_mut().zip(high) {
        // Both are below 2^63, so the sign of the difference is right: all ones where b < a.
        let swap = (*b - *a) >> 63;
        let changed = (*a ^ *b) & swap;
        *a ^= changed;
        *b ^= changed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Seed;

    /// A network that sorts all sequences of zeros and ones sorts everything (Knuth, §5.3.4).
    #[test]
    fn the_network_sorts_all_zeros_and_ones() {
        for n in 0..=14 {
            for bits in 0..1_u32 << n {
                let mut x: Vec<i64> = (0..n).map(|i| i64::from(bits >> i & 1)).collect();
                sort(&mut x);
                assert!(x.is_sorted(), "{n} numbers, {bits:b}");
            }
        }
    }

    #[test]
    fn the_network_sorts_any_length() {
        let mut stream = Stream::new(&Seed::from_bytes([1; 32]));
        for n in [15, 16, 17, 100, 576, 1000, 1024, 1025, 5292] {
            let mut x: Vec<i64> = (0..n).map(|_| (stream.word() >> 1) as i64).collect();
            let mut expected = x.clone();
            expected.sort_unstable();
            sort(&mut x);
            assert_eq!(x, expected);
        }
    }

    #[test]
    fn equal_keys_are_seen_whatever_they_carry() {
        assert!(all_different(&[0, 4, 8, 1 << 62]));
        assert!(!all_different(&[0, 4, 6, 8]));
        assert!(!all_different(&[0, 4, 4, 8]));
        assert!(!all_different(&[0, 4, (1 << 62) + 1, (1 << 62) + 2]));
        assert!(all_different(&[5]));
    }

    #[test]
    fn the_weight_is_exact() {
        let mut stream = Stream::new(&Seed::from_bytes([2; 32]));
        for (n, weight) in [(1, 1), (5, 1), (576, 64), (1000, 999), (1024, 1024)] {
            let mut x = vec![7; n];
            SparseTernary::new(weight).sample_into(&mut x, &mut stream);
            assert_eq!(x.iter().filter(|x| x.abs() == 1).count(), weight);
            assert_eq!(x.iter().filter(|&&x| x == 0).count(), n - weight);
        }
    }
}
