//! Thirteen points: 2 generates the units modulo 13, and -1 = 2^6.
//!
//! By k ↦ (k mod 4, k mod 3) = (e, f) the sequences c_{2^k}, of period 6, and s_{2^k}, which changes its
//! sign after 6, become two of three terms each, e = 0, 1. The even parts are cyclic convolutions along e
//! as along f: by sums and differences they fall into two of three terms. The odd parts are
//! O_0 = S_0 ∗ V_0 - S_1 ∗ V_1 and O_1 = S_1 ∗ V_0 + S_0 ∗ V_1, like a product of complex numbers: three of
//! three terms.

use super::{
    convolution::{Convolved, constants_of_three, three},
    parts::{EvenOdd, Parts},
};
use crate::{Modulus, Prepared, lanes::Lanes};

/// r = 13.
pub(in crate::cyclotomic) struct Thirteen;

/// 2^k for (e, f) = (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2).
const POWERS: [u32; 6] = [1, 3, 9, 5, 2, 6];

/// Those of the convolutions by (C_0 + C_1)/2, (C_0 - C_1)/2, S_0, S_0 + S_1 and S_1 - S_0.
pub(super) fn constants(
    modulus: &Modulus,
    c: impl Fn(u32) -> u64,
    s: impl Fn(u32) -> u64,
) -> Vec<u64> {
    let half = |x: u64| modulus.mul(x, modulus.value().div_ceil(2));
    let [c0, c1, c2, c3, c4, c5] = POWERS.map(c).map(half);
    let [s0, s1, s2, s3, s4, s5] = POWERS.map(s);
    let sum = |[a, b]: [u64; 2]| modulus.add(a, b);
    let difference = |[a, b]: [u64; 2]| modulus.sub(a, b);
    [
        [[c0, c3], [c1, c4], [c2, c5]].map(sum),
        [[c0, c3], [c1, c4], [c2, c5]].map(difference),
        [s0, s1, s2],
        [[s0, s3], [s1, s4], [s2, s5]].map(sum),
        [[s3, s0], [s4, s1], [s5, s2]].map(difference),
    ]
    .into_iter()
    .flat_map(|t| constants_of_three(modulus, t))
    .collect()
}

/// The three results, which begin with `first` of class 2: class 2 (by 1.4, 1.4 and 2.8 more, at most).
#[inline(always)]
fn results<L: Lanes>(lanes: L, first: L::V, by: &Convolved<L::V>) -> [L::V; 3] {
    [
        lanes.trim(lanes.add(first, by.add[0])),
        lanes.trim(lanes.add(first, by.add[1])),
        lanes.trim(lanes.sub(first, by.subtract)),
    ]
}

impl Parts<6> for Thirteen {
    /// 2^-k.
    const INPUTS: [usize; 6] = [1, 9, 3, 8, 7, 11];

    const OUTPUTS: [usize; 6] = [1, 3, 9, 5, 2, 6];

    #[inline(always)]
    fn parts<L: Lanes>(
        lanes: L,
        x0: L::V,
        u: [L::V; 6],
        v: [L::V; 6],
        w: &[Prepared],
    ) -> EvenOdd<L::V, 6> {
        let w = &w[..20];
        let add = |x: L::V, y: L::V| lanes.trim(lanes.add(x, y));
        let sub = |x: L::V, y: L::V| lanes.trim(lanes.sub(x, y));
        let plus = [add(u[0], u[3]), add(u[1], u[4]), add(u[2], u[5])];
        let minus = [sub(u[0], u[3]), sub(u[1], u[4]), sub(u[2], u[5])];
        let (plus, minus) =
            (three::<L, true>(lanes, plus, &w[..4]), three::<L, true>(lanes, minus, &w[4..8]));
        // (1.9, 1.9, 3.3) and (2.1, 2.1, 3.5).
        let p = results(lanes, lanes.fold(lanes.add(x0, plus.mean)), &plus);
        let m = results(lanes, minus.mean, &minus);
        let both = [add(v[0], v[3]), add(v[1], v[4]), add(v[2], v[5])];
        let both = three::<L, true>(lanes, both, &w[8..12]);
        let second = three::<L, true>(lanes, [v[3], v[4], v[5]], &w[12..16]);
        let first = three::<L, true>(lanes, [v[0], v[1], v[2]], &w[16..20]);
        // (2.1, 2.1, 3.5), (1.8, 1.8, 3) and (1.8, 1.8, 3).
        let both = results(lanes, both.mean, &both);
        let second = results(lanes, second.mean, &second);
        let first = results(lanes, first.mean, &first);
        let sum = |x: L::V, y: L::V| lanes.fold(lanes.add(x, y));
        let difference = |x: L::V, y: L::V| lanes.fold(lanes.sub(x, y));
        EvenOdd {
            even: [
                sum(p[0], m[0]),
                sum(p[1], m[1]),
                sum(p[2], m[2]),
                difference(p[0], m[0]),
                difference(p[1], m[1]),
                difference(p[2], m[2]),
            ],
            odd: [
                difference(both[0], second[0]),
                difference(both[1], second[1]),
                difference(both[2], second[2]),
                sum(both[0], first[0]),
                sum(both[1], first[1]),
                sum(both[2], first[2]),
            ],
            sum: plus.sum,
        }
    }
}
