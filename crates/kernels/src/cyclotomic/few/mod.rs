//! Five, seven, eleven and thirteen points with few products, for lanes whose products are dear beside
//! sums.
//!
//! As in [`radix::odd`](super::radix::odd), y_i = E_i + O_i and y_{r-i} = E_i - O_i with
//! E_i = x_0 + Σ u_j c_ij and O_i = Σ v_j s_ij. In the order of the powers of a generator both sums
//! are cyclic convolutions of (r-1)/2 terms, up to signs (Rader), and short convolutions take fewer
//! products than terms (Winograd): 5 in place of 8 for r = 5, 8 in place of 18 for r = 7, 20 in place of
//! 50 for r = 11 ([`eleven`]) and of 72 for r = 13 ([`thirteen`]). Since Σ c_i = -1/2, the mean of a
//! convolution by cosines costs one product.
//!
//! Rows are of class 2, results of class 4. What lanes of doubles reach is stated in q beside it:
//! rows are within 1, results within 4, or 8 where no twiddles follow.

mod convolution;
mod eleven;
mod parts;
mod thirteen;

pub(super) use self::parts::{crt, crt_inverse, dft};
pub(super) use self::{eleven::Eleven, thirteen::Thirteen};

use self::convolution::{Convolved, constants_of_three, three};
use crate::{
    Prepared, Zq,
    cyclotomic::{multiplier::multiplier, radix::Waves},
    lanes::Lanes,
};

/// What the convolutions multiply by, from c_k and s_k (which include a scale): none for orders
/// other than 5, 7, 11 and 13.
pub(super) fn constants(
    zq: &Zq,
    r: u32,
    c: impl Fn(u32) -> u64,
    s: impl Fn(u32) -> u64,
) -> Vec<Prepared> {
    let modulus = zq.modulus();
    let all = match r {
        5 => {
            let half = |x| modulus.mul(x, modulus.value().div_ceil(2));
            let mean = half(modulus.add(c(1), c(2)));
            let rest = half(modulus.sub(c(1), c(2)));
            vec![mean, rest, s(2), modulus.sub(s(1), s(2)), modulus.add(s(1), s(2))]
        }
        7 => {
            let even = constants_of_three(modulus, [c(1), c(3), c(2)]);
            let odd = constants_of_three(modulus, [s(1), modulus.neg(s(3)), s(2)]);
            [even, odd].concat()
        }
        11 => eleven::constants(modulus, c, s),
        13 => thirteen::constants(modulus, c, s),
        _ => vec![],
    };
    all.into_iter().map(|w| zq.prepare(w)).collect()
}

/// The odd parts O_1, O_2 for r = 5, from v of class 2 (2): class 2 (1.5).
#[inline(always)]
fn odd_two<L: Lanes>(lanes: L, v: [L::V; 2], waves: &Waves) -> [L::V; 2] {
    let w = &waves.few[..5];
    let both = lanes.mul(lanes.add(v[0], v[1]), multiplier(lanes, w[2]));
    [
        lanes.trim(lanes.add(both, lanes.mul(v[0], multiplier(lanes, w[3])))),
        lanes.trim(lanes.sub(both, lanes.mul(v[1], multiplier(lanes, w[4])))),
    ]
}

/// Σ u, of class 4 (4), and what E_1 and E_2 are for x_0 = 0: their mean and half their
/// difference, of class 2 (0.75); u of class 2 (2).
#[inline(always)]
fn even_two<L: Lanes>(lanes: L, u: [L::V; 2], waves: &Waves) -> (L::V, L::V, L::V) {
    let w = &waves.few[..5];
    let sum = lanes.add(u[0], u[1]);
    let mean = lanes.mul(sum, multiplier(lanes, w[0]));
    (sum, mean, lanes.mul(lanes.sub(u[0], u[1]), multiplier(lanes, w[1])))
}

/// (a + b, a - b), of class 4 from 2 and 2.
#[inline(always)]
fn both<L: Lanes>(lanes: L, a: L::V, b: L::V) -> (L::V, L::V) {
    (lanes.add(a, b), lanes.sub(a, b))
}

/// Likewise, in class 2 again.
#[inline(always)]
fn both_trimmed<L: Lanes>(lanes: L, a: L::V, b: L::V) -> (L::V, L::V) {
    (lanes.trim(lanes.add(a, b)), lanes.trim(lanes.sub(a, b)))
}

/// y_0, if it is wanted, then y_1 … y_4, from u and v: (4).
#[inline(always)]
fn five_from<L: Lanes>(lanes: L, x0: L::V, u: [L::V; 2], v: [L::V; 2], waves: &Waves) -> [L::V; 5] {
    let (sum, mean, rest) = even_two(lanes, u, waves);
    let (e1, e2) = both_trimmed(lanes, lanes.trim(lanes.add(x0, mean)), rest);
    let [o1, o2] = odd_two(lanes, v, waves);
    let ((y1, y4), (y2, y3)) = (both(lanes, e1, o1), both(lanes, e2, o2));
    [lanes.add(x0, lanes.fold(sum)), y1, y2, y3, y4]
}

/// y_0, if it is wanted, then y_1 … y_6, from u and (v_1, v_2, -v_3): (4).
#[inline(always)]
fn seven_from<L: Lanes>(
    lanes: L,
    x0: L::V,
    u: [L::V; 3],
    v: [L::V; 3],
    waves: &Waves,
) -> [L::V; 7] {
    let even = three::<L, false>(lanes, u, &waves.few[..4]);
    let odd = three::<L, false>(lanes, v, &waves.few[4..8]);
    let e = lanes.fold(lanes.add(x0, even.mean));
    let e1 = lanes.trim(lanes.add(e, even.add[0]));
    let e3 = lanes.trim(lanes.add(e, even.add[1]));
    let e2 = lanes.trim(lanes.sub(e, even.subtract));
    let [o1, minus_o3, o2] = odd_three(lanes, odd);
    let ((y1, y6), (y2, y5)) = (both(lanes, e1, o1), both(lanes, e2, o2));
    let (y4, y3) = both(lanes, e3, minus_o3);
    [lanes.add(x0, even.sum), y1, y2, y3, y4, y5, y6]
}

/// O_1, -O_3 and O_2 for r = 7: class 2 (1.8, 1.8, 1.1).
#[inline(always)]
fn odd_three<L: Lanes>(lanes: L, odd: Convolved<L::V>) -> [L::V; 3] {
    [
        lanes.trim(lanes.add(odd.mean, odd.add[0])),
        lanes.trim(lanes.add(odd.mean, odd.add[1])),
        lanes.trim(lanes.sub(odd.mean, odd.subtract)),
    ]
}

/// DFT of five points.
#[inline(always)]
pub(super) fn five<L: Lanes>(lanes: L, x: [L::V; 5], waves: &Waves) -> [L::V; 5] {
    let (u1, v1) = both_trimmed(lanes, x[1], x[4]);
    let (u2, v2) = both_trimmed(lanes, x[2], x[3]);
    five_from(lanes, x[0], [u1, u2], [v1, v2], waves)
}

/// CRT_5: x_4 = 0, and y_0 is not wanted.
#[inline(always)]
pub(super) fn crt_five<L: Lanes>(lanes: L, x: [L::V; 4], waves: &Waves) -> [L::V; 4] {
    let (u2, v2) = both_trimmed(lanes, x[2], x[3]);
    let y = five_from(lanes, x[0], [x[1], u2], [x[1], v2], waves);
    [y[1], y[2], y[3], y[4]]
}

/// Its inverse, from the waves of ω^-1 with the scale 1/5: x_j = z_j - z_4 (6).
#[inline(always)]
pub(super) fn crt_five_inverse<L: Lanes>(lanes: L, y: [L::V; 4], waves: &Waves) -> [L::V; 4] {
    let (u1, v1) = both_trimmed(lanes, y[0], y[3]);
    let (u2, v2) = both_trimmed(lanes, y[1], y[2]);
    let (sum, mean, rest) = even_two(lanes, [u1, u2], waves);
    let (e1, e2) = both_trimmed(lanes, mean, rest);
    let [o1, o2] = odd_two(lanes, [v1, v2], waves);
    let z4 = lanes.trim(lanes.sub(e1, o1));
    let (z2, z3) = both_trimmed(lanes, e2, o2);
    let z0 = lanes.mul(sum, multiplier(lanes, waves.scale));
    [lanes.sub(z0, z4), lanes.add(o1, o1), lanes.sub(z2, z4), lanes.sub(z3, z4)]
}

/// DFT of seven points.
#[inline(always)]
pub(super) fn seven<L: Lanes>(lanes: L, x: [L::V; 7], waves: &Waves) -> [L::V; 7] {
    let (u1, v1) = both_trimmed(lanes, x[1], x[6]);
    let (u2, v2) = both_trimmed(lanes, x[2], x[5]);
    let (u3, v3) = both_trimmed(lanes, x[4], x[3]);
    seven_from(lanes, x[0], [u1, u2, u3], [v1, v2, v3], waves)
}

/// CRT_7: x_6 = 0, and y_0 is not wanted.
#[inline(always)]
pub(super) fn crt_seven<L: Lanes>(lanes: L, x: [L::V; 6], waves: &Waves) -> [L::V; 6] {
    let (u2, v2) = both_trimmed(lanes, x[2], x[5]);
    let (u3, v3) = both_trimmed(lanes, x[4], x[3]);
    let y = seven_from(lanes, x[0], [x[1], u2, u3], [x[1], v2, v3], waves);
    [y[1], y[2], y[3], y[4], y[5], y[6]]
}

/// Its inverse, from the waves of ω^-1 with the scale 1/7: x_j = z_j - z_6 (7.3).
#[inline(always)]
pub(super) fn crt_seven_inverse<L: Lanes>(lanes: L, y: [L::V; 6], waves: &Waves) -> [L::V; 6] {
    let (u1, v1) = both_trimmed(lanes, y[0], y[5]);
    let (u2, v2) = both_trimmed(lanes, y[1], y[4]);
    let (u3, v3) = both_trimmed(lanes, y[3], y[2]);
    let even = three::<L, false>(lanes, [u1, u2, u3], &waves.few[..4]);
    let odd = three::<L, false>(lanes, [v1, v2, v3], &waves.few[4..8]);
    let e1 = lanes.trim(lanes.add(even.mean, even.add[0]));
    let e3 = lanes.trim(lanes.add(even.mean, even.add[1]));
    let e2 = lanes.trim(lanes.sub(even.mean, even.subtract));
    let [o1, minus_o3, o2] = odd_three(lanes, odd);
    let z6 = lanes.trim(lanes.sub(e1, o1));
    let ((z2, z5), (z4, z3)) = (both_trimmed(lanes, e2, o2), both_trimmed(lanes, e3, minus_o3));
    let z0 = lanes.mul(even.sum, multiplier(lanes, waves.scale));
    [
        lanes.sub(z0, z6),
        lanes.add(o1, o1),
        lanes.sub(z2, z6),
        lanes.sub(z3, z6),
        lanes.sub(z4, z6),
        lanes.sub(z5, z6),
    ]
}
