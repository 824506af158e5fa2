//! What a transform costs, estimated, so that each prime gets the cheapest method that q allows.
//!
//! The unit is one vector instruction per row of a tile. The constants were fitted to
//! measurements; they only have to order the methods.

use crate::{
    cyclotomic::number::{factorise, lcm},
    ntt::MAX_LOG,
};

/// Sums of products, by halves: about r products per row.
pub(super) fn dense(r: u32) -> f64 {
    f64::from(r) + 10.0
}

/// Rader: there, spectrum, back.
pub(super) fn rader(p: u32, q: Option<u64>) -> f64 {
    2.0 * dft(p - 1, q) + 8.0
}

/// All of p^e with the best method for each step.
pub(super) fn axis(p: u32, exponent: u32) -> f64 {
    let exponent = f64::from(exponent);
    if p == 2 {
        return 2.5 * exponent;
    }
    let root = dense(p).min(rader(p, None)).min(padded(p));
    root + (exponent - 1.0) * (dft(p, None) + 4.0)
}

/// Per column: two transforms of a power-of-two length, and words moved one by one. Infinite where
/// that length has no transform.
pub(super) fn padded(p: u32) -> f64 {
    let length = padded_length(p);
    if length.ilog2() > MAX_LOG {
        return f64::INFINITY;
    }
    let length = f64::from(length);
    30.0 + 2.0 * length / f64::from(p - 1) * 2.5 * length.log2()
}

/// A power of two at which a zero-padded convolution of p - 1 terms does not wrap around.
pub(super) fn padded_length(p: u32) -> u32 {
    (2 * (p - 1)).next_power_of_two()
}

/// A DFT of n points.
fn dft(n: u32, q: Option<u64>) -> f64 {
    let part = |(r, exponent): (u32, u32)| match r {
        2 => 4.0 * f64::from(exponent),
        3 => 8.0 * f64::from(exponent),
        _ => {
            f64::from(exponent) * dense(r).min(if nests_in(r, q) { rader(r, q) } else { f64::MAX })
        }
    };
    factorise(n).into_iter().map(part).sum()
}

/// Whether a DFT of r points, r prime, should be a convolution of r - 1.
fn nests_in(r: u32, q: Option<u64>) -> bool {
    let allowed = q.is_none_or(|q| (q - 1).is_multiple_of(u64::from(r - 1)));
    allowed && rader(r, q) < dense(r)
}

/// Likewise, modulo q.
pub(super) fn nests(r: u32, q: u64) -> bool {
    nests_in(r, Some(q))
}

/// The divisor of q - 1 that Rader's method wants at its best.
pub(super) fn rader_divisor(p: u32) -> u64 {
    let nested = |(r, _): (u32, u32)| if nests_in(r, None) { rader_divisor(r) } else { 1 };
    factorise(p - 1).into_iter().map(nested).fold(u64::from(p - 1), lcm)
}
