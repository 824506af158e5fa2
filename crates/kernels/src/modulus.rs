//! A modulus q and scalar arithmetic on canonical residues, for set-up and references.

use thiserror::Error;

use crate::opaque;

/// Moduli lie below 2^62, so that four times a residue fits into a word.
pub const MAX_BITS: u32 = 62;

/// Below 2^50 a product of a residue and a lazy one fits into the 104 bits that the vector
/// backends compute with: these moduli are *narrow*, the others *wide*.
pub const NARROW_BITS: u32 = 50;

/// Why a number is no modulus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ModulusError {
    /// Zero or one.
    #[error("modulus {0}: the smallest modulus is 2")]
    TooSmall(u64),
    /// 2^62 or more.
    #[error("modulus {0}: moduli lie below 2^62; split a larger one into several primes (RNS)")]
    TooLarge(u64),
}

/// A modulus 2 ≤ q < 2^62 with the constants that reduction needs.
///
/// Scalar methods take and return canonical residues (in [0, q)) unless they say otherwise; a
/// residue out of range gives an unspecified number, never undefined behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Modulus {
    value: u64,
    bits: u32,
    /// ⌊2^(62 + bits) / q⌋ ≤ 2^63.
    barrett: u64,
    /// 2^64 mod q.
    word: u64,
}

impl Modulus {
    /// The modulus `value`.
    ///
    /// # Errors
    /// When it lies outside [2, 2^62).
    pub fn new(value: u64) -> Result<Self, ModulusError> {
        match value {
            0 | 1 => Err(ModulusError::TooSmall(value)),
            v if v >> MAX_BITS != 0 => Err(ModulusError::TooLarge(value)),
            _ => {
                let bits = value.ilog2() + 1;
                let barrett = ((1_u128 << (62 + bits)) / u128::from(value)) as u64;
                let word = ((1_u128 << 64) % u128::from(value)) as u64;
                Ok(Self { value, bits, barrett, word })
            }
        }
    }

    /// q itself.
    #[inline(always)]
    pub fn value(&self) -> u64 {
        self.value
    }

    /// The number of bits of q: 2^(bits-1) ≤ q < 2^bits.
    #[inline(always)]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// ⌊2^(62 + bits) / q⌋.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "vector backends alone use it")
    )]
    #[inline(always)]
    pub(crate) fn barrett(&self) -> u64 {
        self.barrett
    }

    /// Whether the vector backends can compute modulo q (q < 2^50).
    #[inline(always)]
    pub fn is_narrow(&self) -> bool {
        self.bits <= NARROW_BITS
    }

    /// a + b.
    #[inline(always)]
    pub fn add(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        sum.min(sum.wrapping_sub(self.value))
    }

    /// a - b.
    #[inline(always)]
    pub fn sub(&self, a: u64, b: u64) -> u64 {
        let difference = a.wrapping_sub(b);
        difference.min(difference.wrapping_add(self.value))
    }

    /// -a.
    #[inline(always)]
    pub fn neg(&self, a: u64) -> u64 {
        self.sub(0, a)
    }

    /// a·b.
    #[inline(always)]
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        self.reduce_product(u128::from(a) * u128::from(b))
    }

    /// P mod q for P < q².
    ///
    /// Barrett: with x = ⌊P / 2^(bits-2)⌋ < 2^(bits+2) ≤ 2^64 the quotient estimate
    /// ⌊x·barrett / 2^64⌋ lies at most 2 below ⌊P / q⌋ (truncating x costs at most 1/2,
    /// truncating `barrett` less than 1, the last floor less than 1), so the remainder lies
    /// below 3q < 2^64.
    #[inline(always)]
    pub(crate) fn reduce_product(&self, product: u128) -> u64 {
        let x = (product >> (self.bits - 2)) as u64;
        let quotient = ((u128::from(x) * u128::from(self.barrett)) >> 64) as u64;
        self.remainder(product as u64, quotient)
    }

    /// x - quotient·q less 0, 1 or 2 times q, for a remainder below 3q.
    #[inline(always)]
    fn remainder(&self, x: u64, quotient: u64) -> u64 {
        let r = x.wrapping_sub(quotient.wrapping_mul(self.value));
        let r = r.min(r.wrapping_sub(2 * self.value));
        r.min(r.wrapping_sub(self.value))
    }

    /// x mod q, for any word, in constant time (divisions are not).
    ///
    /// The quotient estimate ⌊x·barrett / 2^(62+bits)⌋ lies at most 2 below ⌊x / q⌋: truncating
    /// `barrett` costs less than 2^64 / 2^(62+bits) ≤ 1, the floor less than 1.
    #[inline]
    pub fn reduce(&self, x: u64) -> u64 {
        let high = ((u128::from(x) * u128::from(self.barrett)) >> 64) as u64;
        self.remainder(x, high >> (self.bits - 2))
    }

    /// x mod q, for any double word, in constant time.
    #[inline]
    pub fn reduce_u128(&self, x: u128) -> u64 {
        let high = self.mul(self.reduce((x >> 64) as u64), self.word);
        self.add(high, self.reduce(x as u64))
    }

    /// x mod q in [0, q), for any signed word, in constant time.
    #[inline]
    pub fn reduce_i64(&self, x: i64) -> u64 {
        let (r, negative) = (self.reduce(x.unsigned_abs()), (x >> 63) as u64);
        // -r in two's complement, and q where that is below 0.
        self.reduce((r ^ negative).wrapping_sub(negative).wrapping_add(self.value & negative))
    }

    /// The representative of a residue in (-q/2, q/2].
    #[inline(always)]
    pub fn centre(&self, x: u64) -> i64 {
        let above = opaque(u64::from(x > self.value / 2));
        x as i64 - (above * self.value) as i64
    }

    /// base^exponent.
    pub fn pow(&self, base: u64, mut exponent: u64) -> u64 {
        let (mut result, mut square) = (1 % self.value, base);
        while exponent != 0 {
            if exponent & 1 == 1 {
                result = self.mul(result, square);
            }
            square = self.mul(square, square);
            exponent >>= 1;
        }
        result
    }

    /// The inverse of x, where gcd(x, q) = 1.
    pub fn inverse(&self, x: u64) -> Option<u64> {
        let (mut r0, mut r1) = (i128::from(self.value), i128::from(x));
        let (mut t0, mut t1) = (0_i128, 1_i128);
        while r1 != 0 {
            let quotient = r0 / r1;
            (r0, r1) = (r1, r0 - quotient * r1);
            (t0, t1) = (t1, t0 - quotient * t1);
        }
        (r0 == 1).then(|| t0.rem_euclid(i128::from(self.value)) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moduli at the edges of what is allowed: tiny, powers of two, just below powers of two.
    const EDGES: [u64; 12] = [
        2,
        3,
        4,
        5,
        (1 << 31) - 1,
        1 << 32,
        (1 << 49) + 9,
        (1 << 50) - 27,
        1 << 61,
        (1 << 61) - 1,
        (1 << 62) - 57,
        (1 << 62) - 1,
    ];

    #[test]
    fn words_are_reduced_as_by_division() {
        for q in (2..200).chain(EDGES).chain([(1 << 33) + 1, (1 << 50) + 1, (1 << 61) + 1]) {
            let modulus = Modulus::new(q).expect("within range");
            let mut x = 0x9e37_79b9_7f4a_7c15_u64;
            let edges = [0, 1, q - 1, q, q + 1, u64::MAX, u64::MAX - 1, u64::MAX / q * q, 1 << 63];
            for i in 0..2000 {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let word = edges.get(i).copied().unwrap_or(x >> (i % 64));
                assert_eq!(modulus.reduce(word), word % q, "{word} mod {q}");
                assert_eq!(modulus.reduce(word.wrapping_neg()), word.wrapping_neg() % q);
                let signed = word as i64;
                let expected = i128::from(signed).rem_euclid(i128::from(q)) as u64;
                assert_eq!(modulus.reduce_i64(signed), expected, "{signed} mod {q}");
                let wide = u128::from(word) << 64 | u128::from(x);
                assert_eq!(u128::from(modulus.reduce_u128(wide)), wide % u128::from(q));
                assert_eq!(modulus.reduce_u128(u128::MAX), (u128::MAX % u128::from(q)) as u64);
            }
        }
    }

    #[test]
    fn products_equal_division_by_the_definition() {
        for q in EDGES {
            let modulus = Modulus::new(q).expect("within range");
            let mut x = 0x9e37_79b9_7f4a_7c15_u64;
            for i in 0..10_000_u64 {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let (a, b) = match i {
                    0 => (q - 1, q - 1),
                    1 => (q - 1, 1),
                    2 => (0, q - 1),
                    _ => (x % q, x.rotate_left(29) % q),
                };
                let exact = (u128::from(a) * u128::from(b) % u128::from(q)) as u64;
                assert_eq!(modulus.mul(a, b), exact, "{a}·{b} mod {q}");
                assert_eq!(
                    modulus.add(a, b),
                    ((u128::from(a) + u128::from(b)) % u128::from(q)) as u64
                );
                assert_eq!(modulus.add(modulus.sub(a, b), b), a);
            }
        }
    }

    #[test]
    fn an_inverse_exists_exactly_for_units() {
        for q in 2..200 {
            let modulus = Modulus::new(q).expect("within range");
            for x in 0..q {
                let by_trial = (0..q).find(|y| x * y % q == 1 % q);
                assert_eq!(modulus.inverse(x), by_trial, "{x} mod {q}");
            }
        }
    }

    #[test]
    fn the_centre_is_above_minus_half_and_at_most_half() {
        for q in 2..50_u64 {
            let modulus = Modulus::new(q).expect("within range");
            for x in 0..q {
                let c = modulus.centre(x);
                assert!(2 * c <= q as i64 && 2 * c > -(q as i64));
                assert_eq!(modulus.reduce_i64(c), x);
            }
        }
    }

    #[test]
    fn what_is_no_modulus_is_refused() {
        assert_eq!(Modulus::new(1), Err(ModulusError::TooSmall(1)));
        assert_eq!(Modulus::new(1 << 62), Err(ModulusError::TooLarge(1 << 62)));
    }
}
