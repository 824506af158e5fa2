//! Normal deviates in constant time, the same bits on every machine.
//!
//! Box and Muller's transform (1958) by additions, multiplications and operations on bits: no
//! branch, no table, no division and no square root, whose time depends on the operands on some
//! processors, and no subnormal number, for the same reason. No fused multiply-add either, so that
//! a machine without one gives the same result.
//!
//! A deviate takes half of two random words, one for the radius and one for the angle. What comes
//! out is that of exact functions on the same words within 2^-46, see the tests; it is at most
//! [`LARGEST`] in magnitude, which cuts off 2^-65 of the distribution of the pairs.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, LN_2};

use super::Stream;

/// No deviate is larger: √(2·ln 2^65) = 9.4926…, rounded up.
pub(super) const LARGEST: f64 = 9.5;

/// Pairs drawn at once.
const BLOCK: usize = 32;

/// Fills `out` with independent standard normal deviates, as the bits of doubles.
#[inline(always)]
pub(super) fn fill_bits(out: &mut [i64], stream: &mut Stream) {
    let (mut radii, mut angles) = ([0; BLOCK], [0; BLOCK]);
    let (mut x, mut y) = ([0.0; BLOCK], [0.0; BLOCK]);
    for out in out.chunks_mut(2 * BLOCK) {
        stream.fill(&mut radii);
        stream.fill(&mut angles);
        for i in 0..BLOCK {
            (x[i], y[i]) = pair(radii[i], angles[i]);
        }
        let deviates = x.iter().chain(&y);
        for (out, deviate) in out.iter_mut().zip(deviates) {
            *out = deviate.to_bits() as i64;
        }
    }
    zeroize::Zeroize::zeroize(&mut (radii, angles));
    zeroize::Zeroize::zeroize(&mut (x, y));
}

/// Two independent deviates from two words.
#[inline(always)]
fn pair(radius: u64, angle: u64) -> (f64, f64) {
    let radius = square_root(-2.0 * logarithm(unit(radius)));
    let (cosine, sine) = circle(angle);
    (radius * cosine, radius * sine)
}

/// 2^52 as bits: with a number below 2^52 in the fraction, 2^52 plus that number.
const TWO_52_BITS: u64 = 0x4330 << 48;
const TWO_52: f64 = (1_u64 << 52) as f64;

/// An integer below 2^52 as a double.
#[inline(always)]
fn convert(x: u64) -> f64 {
    f64::from_bits(TWO_52_BITS | x) - TWO_52
}

/// (w + 1/2)/2^64 rounded to a double: in [2^-65, 1].
#[inline(always)]
fn unit(word: u64) -> f64 {
    const DOWN_32: f64 = 1.0 / (1_u64 << 32) as f64;
    convert(word >> 32) * DOWN_32 + (convert(word & 0xffff_ffff) + 0.5) * (DOWN_32 * DOWN_32)
}

/// The natural logarithm of a normal number in [2^-1000, 2^1000].
#[inline(always)]
fn logarithm(x: f64) -> f64 {
    // x = 2^k·z with z in [√½, √2): subtracting √½'s bits leaves k in the exponent's place, raised
    // by 2^10 to be positive.
    const HALF_ROOT: u64 = FRAC_1_SQRT_2.to_bits();
    const RAISED: u64 = 1024;
    let offset = x.to_bits().wrapping_sub(HALF_ROOT).wrapping_add(RAISED << 52);
    let k = convert(offset >> 52) - RAISED as f64;
    let fraction = offset & ((1 << 52) - 1);
    let f = f64::from_bits(fraction + HALF_ROOT) - 1.0;
    // ln z = 2·artanh(s), s = f/(2+f), |s| < 0.1716; the first term left out is below 2^-61.
    let s = f * reciprocal(2.0 + f);
    let square = s * s;
    let mut sum = 1.0 / 21.0;
    for denominator in [19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        sum = sum * square + 1.0 / denominator;
    }
    k * LN_2 + 2.0 * s * sum
}

/// 1/d for d in [1 + √½, 1 + √2], by Newton's method from the line of least relative error, 2^-6.
#[inline(always)]
fn reciprocal(d: f64) -> f64 {
    let mut y = 0.985_06 - 0.239_016 * d;
    for _ in 0..4 {
        y *= 2.0 - d * y;
    }
    y
}

/// √x for x = 0 or a normal number, as x/√x by Newton's method. The start halves the exponent and
/// is right within 2^-4.8; for x = 0 it is large and finite, and so is what follows from it.
#[inline(always)]
fn square_root(x: f64) -> f64 {
    // -2·ln(1) is -0: take the sign away.
    let x = f64::from_bits(x.to_bits() & (u64::MAX >> 1));
    let mut y = f64::from_bits(0x5fe6_eb50_c7b5_37a9 - (x.to_bits() >> 1));
    let half = 0.5 * x;
    for _ in 0..4 {
        y *= 1.5 - half * y * y;
    }
    x * y
}

/// (cos θ, sin θ) for θ uniform: 52 bits within an eighth to both sides of the axis, one bit to
/// exchange the two, one to negate them.
#[inline(always)]
fn circle(word: u64) -> (f64, f64) {
    const ONE_BITS: u64 = 0x3ff0 << 48;
    const HALF_STEP: f64 = 0.5 * f64::EPSILON;
    // In (-1/2, 1/2), symmetric about 0.
    let t = f64::from_bits(ONE_BITS | word >> 12) - (1.5 - HALF_STEP);
    let a = t * FRAC_PI_2;
    let square = a * a;
    // Taylor's series up to a^18 and a^17; |a| <= π/4, the next terms are below 2^-60.
    let (mut cosine, mut sine) = (-1.0 / FACTORIALS[18], 1.0 / FACTORIALS[17]);
    let mut sign = 1.0;
    for i in (0..9).rev() {
        cosine = cosine * square + sign / FACTORIALS[2 * i];
        sign = -sign;
    }
    let mut sign = -1.0;
    for i in (0..8).rev() {
        sine = sine * square + sign / FACTORIALS[2 * i + 1];
        sign = -sign;
    }
    let (c, s) = (cosine.to_bits(), (sine * a).to_bits());
    let exchanged = (c ^ s) & (word & 1).wrapping_neg();
    let negated = (word & 2) << 62;
    (f64::from_bits(c ^ exchanged ^ negated), f64::from_bits(s ^ exchanged ^ negated))
}

/// k! for k <= 18, each exact in a double.
const FACTORIALS: [f64; 19] = {
    let mut factorials = [1.0; 19];
    let mut k = 1;
    while k < 19 {
        factorials[k] = factorials[k - 1] * k as f64;
        k += 1;
    }
    factorials
};

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::sample::Seed;

    /// Words at the edges and random ones, small and large.
    fn words() -> Vec<u64> {
        let mut stream = Stream::new(&Seed::from_bytes([4; 32]));
        let shifts = (0..64).flat_map(|i| [1 << i, u64::MAX >> i, !(u64::MAX >> i), !(1 << i)]);
        let random = (0..20_000).map(|i| stream.word() >> (i % 64));
        shifts.chain(random.collect::<Vec<_>>()).chain([0]).collect()
    }

    #[test]
    fn units_keep_their_relative_precision() {
        assert_eq!(unit(0), 2.0_f64.powi(-65));
        assert_eq!(unit(u64::MAX), 1.0);
        for word in words() {
            let exact = (word as f64 + 0.5) * 2.0_f64.powi(-64);
            assert!((unit(word) / exact - 1.0).abs() < 2.0 * f64::EPSILON, "{word}");
        }
    }

    #[test]
    fn functions_agree_with_those_of_the_library() {
        for word in words() {
            let u = unit(word);
            let error = logarithm(u) - u.ln();
            assert!(error.abs() <= 4.0 * f64::EPSILON * u.ln().abs(), "ln {u}: {error}");
            let x = -2.0 * u.ln();
            let error = square_root(x) - x.sqrt();
            assert!(error.abs() <= 4.0 * f64::EPSILON * x.sqrt(), "√{x}: {error}");
        }
        assert_eq!(square_root(-0.0), 0.0);
    }

    #[test]
    fn angles_go_round() {
        for word in words() {
            let (cosine, sine) = circle(word);
            let t = ((word >> 12) as f64 + 0.5) * 2.0_f64.powi(-52) - 0.5;
            let a = t * PI / 2.0;
            let quarter = (word & 1) == 1;
            let half = if word & 2 == 2 { -1.0 } else { 1.0 };
            let (c, s) = if quarter { (a.sin(), a.cos()) } else { (a.cos(), a.sin()) };
            assert!((cosine - half * c).abs() < 2.0 * f64::EPSILON, "{word:x}");
            assert!((sine - half * s).abs() < 2.0 * f64::EPSILON, "{word:x}");
        }
    }

    /// The error that the documentation states, against the library's functions, which are right
    /// within two units of the last place.
    #[test]
    fn deviates_are_right_within_two_to_minus_46() {
        let words = words();
        let mut worst = 0.0_f64;
        for (i, &radius) in words.iter().enumerate() {
            let angle = words[(i * 7919 + 13) % words.len()];
            let t = ((angle >> 12) as f64 + 0.5) * 2.0_f64.powi(-52) - 0.5;
            let exact = (-2.0 * unit(radius).ln()).sqrt();
            let (x, y) = pair(radius, angle & !3);
            worst = worst.max((x - exact * (t * PI / 2.0).cos()).abs());
            worst = worst.max((y - exact * (t * PI / 2.0).sin()).abs());
            assert!(libm::hypot(x, y) < LARGEST);
        }
        assert!(worst < 2.0_f64.powi(-46), "{worst:e}");
    }

    /// 2^52 - 1 steps between the axes and the exact middle: no angle twice, none on a diagonal.
    #[test]
    fn the_ends_of_the_arc_do_not_meet() {
        let (low, high) = (circle(0), circle(!0xfff));
        assert!(low.1 < 0.0 && high.1 > 0.0 && (low.1 + high.1).abs() < 1e-15);
        assert!(low.0 > FRAC_1_SQRT_2 - 1e-15);
    }
}
