//! Eleven points: the squares modulo 11 are the powers of 4, and with u, v, c and s in their order both
//! parts are cyclic convolutions of five terms.

use super::{
    convolution::{ConvolvedFive, constants_of_five, five},
    parts::{EvenOdd, Parts},
};
use crate::{Modulus, Prepared, lanes::Lanes};

/// r = 11.
pub(in crate::cyclotomic) struct Eleven;

/// Those of the convolutions by c_{4^k} and s_{4^k}.
pub(super) fn constants(
    modulus: &Modulus,
    c: impl Fn(u32) -> u64,
    s: impl Fn(u32) -> u64,
) -> Vec<u64> {
    const POWERS: [u32; 5] = [1, 4, 5, 9, 3];
    let of = |t: [u64; 5]| constants_of_five(modulus, t);
    [of(POWERS.map(c)), of(POWERS.map(s))].concat()
}

/// The results, of class 2 (0.5), which begin with `first` of class 2 (2.7).
#[inline(always)]
fn results<L: Lanes>(lanes: L, first: L::V, by: &ConvolvedFive<L::V>) -> [L::V; 5] {
    let [y0, y1, y2, y3] = by.add;
    let plus = |y: L::V| lanes.fold(lanes.add(first, y));
    [plus(y0), plus(y1), plus(y2), plus(y3), lanes.fold(lanes.sub(first, by.subtract))]
}

impl Parts<5> for Eleven {
    /// 4^-b.
    const INPUTS: [usize; 5] = [1, 3, 9, 5, 4];

    /// 4^a.
    const OUTPUTS: [usize; 5] = [1, 4, 5, 9, 3];

    #[inline(always)]
    fn parts<L: Lanes>(
        lanes: L,
        x0: L::V,
        u: [L::V; 5],
        v: [L::V; 5],
        w: &[Prepared],
    ) -> EvenOdd<L::V, 5> {
        let even = five(lanes, u, &w[..10]);
        let odd = five(lanes, v, &w[10..20]);
        EvenOdd {
            even: results(lanes, lanes.trim(lanes.add(x0, even.mean)), &even),
            odd: results(lanes, odd.mean, &odd),
            sum: even.sum,
        }
    }
}
