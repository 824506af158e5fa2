//! The exact scale of a message.

use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// A positive rational number 2^a · ∏ p_i^{e_i}: the factor between a message and the integers that
/// stand for it. Equality is exact.
///
/// Products and quotients of scales are scales, so that every operation of the scheme has an exact one.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Scale {
    /// a.
    log2: i64,
    /// (p_i, e_i) by ascending odd p_i; no e_i is 0.
    factors: Vec<(u64, i64)>,
}

impl Scale {
    /// 1.
    pub const ONE: Self = Self { log2: 0, factors: Vec::new() };

    /// 2^a.
    pub const fn power_of_two(log2: i64) -> Self {
        Self { log2, factors: Vec::new() }
    }

    /// The number ∏ q_i of primes; 2 may be among them.
    pub fn of_primes(primes: &[u64]) -> Self {
        primes.iter().fold(Self::ONE, |scale, &q| scale.multiplied(&Self::prime(q)))
    }

    /// 2^a · ∏ p_i^{e_i}, as [`Scale::log2_factor`] and [`Scale::factors`] state it. None unless the p_i are
    /// odd, above 1 and ascending, and no e_i is 0.
    pub fn from_factors(log2: i64, factors: Vec<(u64, i64)>) -> Option<Self> {
        let odd = factors.iter().all(|&(p, e)| p % 2 == 1 && p > 1 && e != 0);
        let ascending = factors.windows(2).all(|pair| pair[0].0 < pair[1].0);
        (odd && ascending).then_some(Self { log2, factors })
    }

    fn prime(q: u64) -> Self {
        if q == 2 { Self::power_of_two(1) } else { Self { log2: 0, factors: vec![(q, 1)] } }
    }

    /// The exponent a of 2.
    pub const fn log2_factor(&self) -> i64 {
        self.log2
    }

    /// The odd primes with their exponents, ascending.
    pub fn factors(&self) -> &[(u64, i64)] {
        &self.factors
    }

    /// self·other.
    #[must_use]
    pub fn multiplied(&self, other: &Self) -> Self {
        self.combined(other, 1)
    }

    /// self/other.
    #[must_use]
    pub fn divided(&self, other: &Self) -> Self {
        self.combined(other, -1)
    }

    /// self².
    #[must_use]
    pub fn squared(&self) -> Self {
        self.combined(self, 1)
    }

    /// self divided by ∏ q_i, as rescaling by these primes does.
    #[must_use]
    pub fn rescaled(&self, primes: &[u64]) -> Self {
        self.divided(&Self::of_primes(primes))
    }

    fn combined(&self, other: &Self, sign: i64) -> Self {
        let (mut ours, mut theirs) =
            (self.factors.iter().peekable(), other.factors.iter().peekable());
        let mut factors = Vec::with_capacity(self.factors.len() + other.factors.len());
        loop {
            let next = match (ours.peek(), theirs.peek()) {
                (None, None) => break,
                (Some(&&(p, _)), Some(&&(q, _))) => p.min(q),
                (Some(&&(p, _)), None) | (None, Some(&&(p, _))) => p,
            };
            let mut exponent = 0_i64;
            if let Some(&(_, e)) = ours.next_if(|&&(p, _)| p == next) {
                exponent = e;
            }
            if let Some(&(_, e)) = theirs.next_if(|&&(p, _)| p == next) {
                exponent = exponent.saturating_add(e.saturating_mul(sign));
            }
            if exponent != 0 {
                factors.push((next, exponent));
            }
        }
        let log2 = self.log2.saturating_add(other.log2.saturating_mul(sign));
        Self { log2, factors }
    }

    /// log2 of the scale.
    pub fn log2(&self) -> f64 {
        let odd = self.factors.iter().map(|&(p, e)| e as f64 * (p as f64).log2());
        self.log2 as f64 + odd.sum::<f64>()
    }

    /// (m, e) with scale = m·2^e, 2^127 ≤ m < 2^128: relative error below 2^-120.
    pub fn mantissa(&self) -> (u128, i64) {
        let power = |sign: i64| {
            let chosen = self.factors.iter().filter(move |&&(_, e)| e.signum() == sign);
            chosen.fold(Float::ONE, |product, &(p, e)| {
                product.times(&Float::of(p).power(e.unsigned_abs()))
            })
        };
        let (above, below) = (power(1), power(-1));
        let bits = (WORKING_BITS + below.mantissa.bits()).saturating_sub(above.mantissa.bits());
        let quotient = Float::rounded((above.mantissa << bits) / below.mantissa, 0);
        let surplus = quotient.mantissa.bits() as i64 - 128;
        let mantissa = if surplus >= 0 {
            quotient.mantissa >> surplus.unsigned_abs()
        } else {
            quotient.mantissa << surplus.unsigned_abs()
        };
        let shift = i128::from(surplus) - i128::from(bits);
        let exponent = above.exponent - below.exponent + quotient.exponent + shift;
        let exponent = exponent + i128::from(self.log2);
        let limit = |bound: i64| i128::from(bound / 2);
        let exponent = exponent.clamp(limit(i64::MIN), limit(i64::MAX)) as i64;
        (mantissa.to_u128().unwrap_or(u128::MAX), exponent)
    }

    /// (hi, lo) with scale ≈ (hi + lo)·2^e, 2^52 ≤ hi ≤ 2^53, |lo| ≤ ½: relative error below 2^-104.
    pub fn double_double(&self) -> (f64, f64, i64) {
        let (mantissa, exponent) = self.mantissa();
        let surplus = 128 - mantissa.leading_zeros() - 53;
        let hi = mantissa >> surplus;
        let below = mantissa - (hi << surplus);
        let lo = below as f64 * (-f64::from(surplus)).exp2();
        let (hi, lo) = if lo > 0.5 { (hi as f64 + 1.0, lo - 1.0) } else { (hi as f64, lo) };
        (hi, lo, exponent.saturating_add(i64::from(surplus)))
    }

    /// The scale as a double, within one unit of the last place; infinite or 0 when it is out of range.
    pub fn to_f64(&self) -> f64 {
        let (hi, lo, exponent) = self.double_double();
        libm::ldexp(hi + lo, exponent.clamp(-3000, 3000) as i32)
    }
}

/// Bits that are kept of intermediate results: exponents of scales grow with 2 to the depth, and errors
/// of powers with the exponent.
const WORKING_BITS: u64 = 256;

/// mantissa·2^exponent, of at most [`WORKING_BITS`].
struct Float {
    mantissa: BigUint,
    exponent: i128,
}

impl Float {
    const ONE: Self = Self { mantissa: BigUint::ONE, exponent: 0 };

    fn of(p: u64) -> Self {
        Self { mantissa: p.into(), exponent: 0 }
    }

    fn rounded(mantissa: BigUint, exponent: i128) -> Self {
        let surplus = mantissa.bits().saturating_sub(WORKING_BITS);
        Self { mantissa: mantissa >> surplus, exponent: exponent + i128::from(surplus) }
    }

    fn times(&self, other: &Self) -> Self {
        let exponent = self.exponent + other.exponent;
        Self::rounded(&self.mantissa * &other.mantissa, exponent)
    }

    fn power(&self, exponent: u64) -> Self {
        let bits = (0..u64::BITS - exponent.leading_zeros()).rev();
        bits.fold(Self::ONE, |power, bit| {
            let square = power.times(&power);
            if exponent >> bit & 1 == 1 { square.times(self) } else { square }
        })
    }
}

impl fmt::Debug for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scale({self})")
    }
}

/// As 2^40 · 1073750017^-1.
impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "2^{}", self.log2)?;
        self.factors.iter().try_for_each(|&(p, e)| match e {
            1 => write!(f, " · {p}"),
            e => write!(f, " · {p}^{e}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_quotients_are_exact() {
        let (p, q) = (1_073_750_017, 1_073_741_857);
        let delta = Scale::power_of_two(30);
        let up = delta.squared().rescaled(&[p]);
        let other = delta.squared().rescaled(&[q]);
        assert_ne!(up, other);
        assert_eq!(up.multiplied(&Scale::of_primes(&[p])), delta.squared());
        assert_eq!(up.divided(&up), Scale::ONE);
        assert_eq!(up.divided(&other), Scale::of_primes(&[q]).divided(&Scale::of_primes(&[p])));
        assert_eq!(Scale::of_primes(&[2, 2, p]).log2_factor(), 2);
    }

    #[test]
    fn mantissas_agree_with_big_integers() {
        let (p, q) = (1_073_750_017, 1_125_899_906_842_597);
        for (log2, factors) in [
            (40, vec![]),
            (50, vec![(3, -1)]),
            (-7, vec![(p, -3), (q, 2)]),
            (9, vec![(3, -5000), (p, 123)]),
        ] {
            let scale = Scale::from_factors(log2, factors.clone()).unwrap();
            let product = |sign: i64| {
                let chosen = factors.iter().filter(|&&(_, e)| e.signum() == sign);
                chosen.fold(BigUint::ONE, |x, &(p, e)| {
                    x * BigUint::from(p).pow(e.unsigned_abs() as u32)
                })
            };
            let (mantissa, exponent) = scale.mantissa();
            assert!(mantissa >> 127 == 1, "{scale}");
            // mantissa·2^(exponent - log2)·below against above.
            let left = BigUint::from(mantissa) * product(-1);
            let shift = exponent - log2;
            let (left, right) = match shift >= 0 {
                true => (left << shift.unsigned_abs(), product(1)),
                false => (left, product(1) << shift.unsigned_abs()),
            };
            let difference = if left > right { &left - &right } else { &right - &left };
            assert!(difference.bits() + 120 <= right.bits(), "{scale}");
            let (hi, lo, e) = scale.double_double();
            let rest =
                (mantissa >> 22) as i128 - (((hi as i128) << 53) + (lo * 53_f64.exp2()) as i128);
            assert!(rest.abs() <= 2 && e == exponent + 75, "{scale}: {rest}");
        }
    }

    #[test]
    fn exponents_grow_with_the_depth() {
        let q = 1_099_511_922_689;
        let scale = (0..50).fold(Scale::power_of_two(40), |x, _| x.squared().rescaled(&[q]));
        assert_eq!(scale.factors()[0].1, 1 - (1 << 50));
        // Δ²/q stays near Δ: log2 Δ_d - log2 q = 2^d·(log2 Δ - log2 q).
        let scale = (0..4).fold(Scale::power_of_two(40), |x, _| x.squared().rescaled(&[q]));
        let expected = (q as f64).log2() + 16.0 * (40.0 - (q as f64).log2());
        assert!((scale.to_f64().log2() - expected).abs() < 1e-9);
    }
}
