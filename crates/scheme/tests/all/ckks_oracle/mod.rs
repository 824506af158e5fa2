//! Fixed-point arithmetic on big integers: roots of unity by Taylor's series, the embedding by its definition.
//! Shares no code with the encoder.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

/// Bits after the point.
pub(crate) const BITS: u32 = 320;

/// A number x as x·2^BITS, rounded.
pub(crate) type Fixed = BigInt;

pub(crate) fn one() -> Fixed {
    BigInt::from(1) << BITS
}

/// A double, exactly (if it has no bits below 2^-BITS).
pub(crate) fn of_f64(x: f64) -> Fixed {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let shift = exponent.max(1) - 1075 + i64::from(BITS);
    let magnitude = BigInt::from(mantissa);
    let magnitude = if shift >= 0 { magnitude << shift } else { magnitude >> -shift };
    if x.is_sign_negative() { -magnitude } else { magnitude }
}

pub(crate) fn mul(a: &Fixed, b: &Fixed) -> Fixed {
    (a * b) >> BITS
}

/// x as a double, with a relative error of 2^-52 unless it is tiny.
pub(crate) fn to_f64(x: &Fixed) -> f64 {
    let surplus = x.magnitude().bits().saturating_sub(64);
    (x >> surplus).to_f64().unwrap() * (surplus as f64 - f64::from(BITS)).exp2()
}

/// arctan(1/k).
fn arctan_inverse(k: i64) -> Fixed {
    let (mut power, mut sum, mut n) = (one() / k, BigInt::from(0), 0_i64);
    while power != BigInt::from(0) {
        let term = &power / (2 * n + 1);
        if n % 2 == 0 {
            sum += term;
        } else {
            sum -= term;
        }
        power /= k * k;
        n += 1;
    }
    sum
}

/// Machin's formula.
pub(crate) fn pi() -> Fixed {
    16 * arctan_inverse(5) - 4 * arctan_inverse(239)
}

/// (cos, sin) of 2π·a/m.
pub(crate) fn root(a: u64, m: u64) -> (Fixed, Fixed) {
    let x = pi() * 2 * (a % m) / m;
    let (mut cos, mut sin) = (BigInt::from(0), BigInt::from(0));
    let (mut term, mut k) = (one(), 0_u32);
    while term != BigInt::from(0) {
        match k % 4 {
            0 => cos += &term,
            1 => sin += &term,
            2 => cos -= &term,
            _ => sin -= &term,
        }
        k += 1;
        term = mul(&term, &x) / k;
    }
    (cos, sin)
}

/// All roots of order m.
pub(crate) fn roots(m: u64) -> Vec<(Fixed, Fixed)> {
    (0..m).map(|a| root(a, m)).collect()
}

/// g^j modulo m.
pub(crate) fn power(g: u64, j: usize, m: u64) -> u64 {
    (0..j).fold(1 % m, |p, _| p * g % m)
}

/// Δ·1/n·Σ_j Re(z_j·ζ^(-g^j·k)) for k < 2n, not rounded; Δ = 2^`log2`.
pub(crate) fn encode(z: &[(f64, f64)], slots: usize, log2: u32, g: u64) -> Vec<Fixed> {
    let m = 4 * slots as u64;
    let roots = roots(m);
    let coefficient = |k: u64| {
        let mut sum = BigInt::from(0);
        for (j, (re, im)) in z.iter().enumerate() {
            let (cos, sin) = &roots[(power(g, j, m) * k % m) as usize];
            // Re((re + i·im)(cos - i·sin)).
            sum += mul(&of_f64(*re), cos) + mul(&of_f64(*im), sin);
        }
        (sum << log2) / slots as u64
    };
    (0..2 * slots as u64).map(coefficient).collect()
}

/// Σ_k c_k·ζ^(g^j·k) for j < n.
pub(crate) fn decode(c: &[i128], slots: usize, g: u64) -> Vec<(Fixed, Fixed)> {
    let m = 2 * c.len() as u64;
    let roots = roots(m);
    let value = |j: usize| {
        let exponent = power(g, j, m);
        let (mut re, mut im) = (BigInt::from(0), BigInt::from(0));
        for (k, &c) in c.iter().enumerate() {
            let (cos, sin) = &roots[(exponent * k as u64 % m) as usize];
            re += cos * c;
            im += sin * c;
        }
        (re, im)
    };
    (0..slots).map(value).collect()
}

/// |a - b| in doubles.
pub(crate) fn distance(a: &Fixed, b: &Fixed) -> f64 {
    to_f64(&(a - b).abs())
}

/// Numbers that look random (splitmix64).
pub(crate) struct Draws(pub u64);

impl Draws {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [-1, 1), with 53 bits.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 * 2_f64.powi(-52) - 1.0
    }
}
