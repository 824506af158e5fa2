//! Roots of unity in double-double, in the order in which the transform takes them.

use super::{Complex, DoubleDouble};

/// e^{2πi/2^j} for j = 0, …, `most`, by halving angles from the quarter turn: all angles up to there have
/// cosines that are not negative, so that nothing cancels.
fn powers_of_two(most: u32) -> Vec<Complex<DoubleDouble>> {
    let (zero, one) = (DoubleDouble::ZERO, DoubleDouble::ONE);
    let mut all = vec![Complex::new(one, zero), Complex::new(-one, zero), Complex::new(zero, one)];
    while all.len() <= most as usize {
        let Complex { re, im } = all[all.len() - 1];
        let cos = (one + re).times_power_of_two(-1).sqrt();
        let sin = im.times_power_of_two(-1) / cos;
        all.push(Complex::new(cos, sin));
    }
    all
}

/// The square roots r by which X^(2l) - r² = (X^l - r)(X^l + r) splits, from X^n - i down: r of node k (the
/// first is 1, the children of k are 2k for X^l - r and 2k + 1 for X^l + r) at place k. Place 0 is unused.
///
/// Tables of smaller n are beginnings of those of larger ones. Each root is a product of at most log2 n
/// others: errors stay below 2^-98.
pub(super) fn square_roots(n: usize) -> Vec<Complex<DoubleDouble>> {
    let levels = n.trailing_zeros();
    let halves = powers_of_two(levels + 3);
    let mut roots = vec![Complex::new(DoubleDouble::ONE, DoubleDouble::ZERO); n.max(1)];
    // e^{2πi·S(b)}, S(b) = Σ bit_i(b)·2^(-2-i); r of node 2^l + b is that times e^{2πi/2^(l+3)}.
    let mut turned = vec![halves[0]];
    for level in 0..levels {
        let first = 1 << level;
        for b in 0..first {
            roots[first + b] = turned[b] * halves[level as usize + 3];
        }
        for b in 0..first {
            turned.push(turned[b] * halves[level as usize + 2]);
        }
    }
    roots
}
