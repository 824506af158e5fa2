//! Cyclic convolutions of three and five terms with few products.
//!
//! The convolution by t is split into that by the mean μ of t, which takes one product, and that by
//! D = t - μ. As Σ D_k = 0, the same may be subtracted from all operands of the latter.

use crate::{Modulus, Prepared, cyclotomic::multiplier::multiplier, lanes::Lanes};

/// t less its mean, and the mean; the number of terms is invertible.
fn centred<const N: usize>(modulus: &Modulus, t: [u64; N]) -> ([u64; N], u64) {
    let sum = t.iter().fold(0, |sum, &x| modulus.add(sum, x));
    let mean = modulus.mul(sum, modulus.pow(N as u64, modulus.value() - 2));
    (t.map(|x| modulus.sub(x, mean)), mean)
}

/// The constants of [`three`] for the convolution by t: its mean μ, and with D_k = t_k - μ the
/// numbers D_0, 2·D_0 + D_1, D_1 - D_0. (q is not 3: it has a root of a larger order.)
pub(super) fn constants_of_three(modulus: &Modulus, t: [u64; 3]) -> Vec<u64> {
    let ([d0, d1, _], mean) = centred(modulus, t);
    vec![mean, d0, modulus.add(modulus.add(d0, d0), d1), modulus.sub(d1, d0)]
}

/// A cyclic convolution a ∗ t of three terms.
#[derive(Clone, Copy)]
pub(super) struct Convolved<V> {
    /// Σ a, in class 2.
    pub(super) sum: V,
    /// Its product with the mean of t, which all results begin with: class 2.
    pub(super) mean: V,
    /// What is added for the results 0 and 1: class 2.
    pub(super) add: [V; 2],
    /// What is subtracted for the result 2: class 2.
    pub(super) subtract: V,
}

/// With b_0 = a_0 - a_2, b_1 = a_1 - a_2 and D_2 = -D_0 - D_1 the results are, besides the mean,
/// D_0·(b_0 + b_1) - (2·D_0 + D_1)·b_1, D_0·(b_0 + b_1) + (D_1 - D_0)·b_0, and minus the sum of
/// both. Operands of class 2.
///
/// Doubles: operands within 2 give (0.5, 0.55, 1.3, 0.5). `SMALL` says that they are within 1: then
/// nothing is folded, and results are (3, 0.7, 1.4, 2.8), or (1.5, 0.6, 1.2, 2.4) for 0.5.
#[inline(always)]
pub(super) fn three<L: Lanes, const SMALL: bool>(
    lanes: L,
    a: [L::V; 3],
    w: &[Prepared],
) -> Convolved<L::V> {
    let w = &w[..4];
    let settled = |x: L::V| if SMALL { lanes.trim(x) } else { lanes.fold(x) };
    let sum = settled(lanes.add(lanes.trim(lanes.add(a[0], a[1])), a[2]));
    let b = [lanes.trim(lanes.sub(a[0], a[2])), lanes.trim(lanes.sub(a[1], a[2]))];
    let both = lanes.mul(settled(lanes.add(b[0], b[1])), multiplier(lanes, w[1]));
    let first = lanes.trim(lanes.sub(both, lanes.mul(b[1], multiplier(lanes, w[2]))));
    let second = lanes.trim(lanes.add(both, lanes.mul(b[0], multiplier(lanes, w[3]))));
    Convolved {
        sum,
        mean: lanes.mul(sum, multiplier(lanes, w[0])),
        add: [first, second],
        subtract: settled(lanes.add(first, second)),
    }
}

/// The constants of [`five`] for the convolution by t: its mean, then three for each of the matrices
/// T_1, T_0 - T_1 and T_2 - T_1 ([`toeplitz`]), where T_0, T_1, T_2 are the blocks of 2 × 2 that the
/// first four rows and columns of D_{i-j} consist of, from the upper right to the lower left.
pub(super) fn constants_of_five(modulus: &Modulus, t: [u64; 5]) -> Vec<u64> {
    let (d, mean) = centred(modulus, t);
    // (p, r, s) of [[p, r], [s, p]], p being D_k.
    let block = |k: usize| [d[k % 5], d[(k + 4) % 5], d[(k + 1) % 5]];
    let middle = block(0);
    let less = |k: usize| {
        let mut block = block(k);
        for (x, &y) in block.iter_mut().zip(&middle) {
            *x = modulus.sub(*x, y);
        }
        block
    };
    let mut all = vec![mean];
    for [p, r, s] in [middle, less(3), less(2)] {
        all.extend([p, modulus.sub(r, p), modulus.sub(s, p)]);
    }
    all
}

/// [[p, r], [s, p]]·v from p, r - p and s - p, with three products. Operands of class 2, results of
/// class 2 (1.2 for operands within 1; 1.4 within 2).
#[inline(always)]
fn toeplitz<L: Lanes>(lanes: L, v: [L::V; 2], w: &[Prepared]) -> [L::V; 2] {
    let w = &w[..3];
    let both = lanes.mul(lanes.add(v[0], v[1]), multiplier(lanes, w[0]));
    [
        lanes.trim(lanes.add(both, lanes.mul(v[1], multiplier(lanes, w[1])))),
        lanes.trim(lanes.add(both, lanes.mul(v[0], multiplier(lanes, w[2])))),
    ]
}

/// A cyclic convolution a ∗ t of five terms.
#[derive(Clone, Copy)]
pub(super) struct ConvolvedFive<V> {
    /// Σ a, in class 2 (2.5).
    pub(super) sum: V,
    /// Its product with the mean of t, which all results begin with: class 2 (0.7).
    pub(super) mean: V,
    /// What is added for the results 0 to 3: class 2 (2.6).
    pub(super) add: [V; 4],
    /// What is subtracted for the result 4: class 2 (1).
    pub(super) subtract: V,
}

/// Operands of class 2 (0.5). With b_j = a_j - a_4 the results are, besides the mean,
/// Σ_{j<4} D_{i-j}·b_j for i < 4, in blocks T_1·(V_0 + V_1) + (T_0 - T_1)·V_1 and
/// T_1·(V_0 + V_1) + (T_2 - T_1)·V_0, and minus the sum of these.
#[inline(always)]
pub(super) fn five<L: Lanes>(lanes: L, a: [L::V; 5], w: &[Prepared]) -> ConvolvedFive<L::V> {
    let w = &w[..10];
    let add = |x: L::V, y: L::V| lanes.trim(lanes.add(x, y));
    let less = |j: usize| lanes.trim(lanes.sub(a[j], a[4]));
    let (b0, b1, b2, b3) = (less(0), less(1), less(2), less(3));
    let sum = add(add(add(a[0], a[1]), add(a[2], a[3])), a[4]);
    let both = toeplitz(lanes, [add(b0, b2), add(b1, b3)], &w[1..4]);
    let upper = toeplitz(lanes, [b2, b3], &w[4..7]);
    let lower = toeplitz(lanes, [b0, b1], &w[7..10]);
    let y = [
        add(both[0], upper[0]),
        add(both[1], upper[1]),
        add(both[0], lower[0]),
        add(both[1], lower[1]),
    ];
    let halves = [lanes.fold(lanes.add(y[0], y[1])), lanes.fold(lanes.add(y[2], y[3]))];
    ConvolvedFive {
        sum,
        mean: lanes.mul(sum, multiplier(lanes, w[0])),
        add: y,
        subtract: add(halves[0], halves[1]),
    }
}
