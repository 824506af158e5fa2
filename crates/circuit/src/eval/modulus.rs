//! Arithmetic modulo a plaintext modulus t < 2^62.

/// A modulus with what Barrett reduction needs (Menezes et al., *Handbook of Applied
/// Cryptography*, algorithm 14.42).
#[derive(Clone, Copy, Debug)]
pub struct Modulus {
    value: u64,
    bits: u32,
    /// ⌊2^(2·bits) / value⌋ < 2^63.
    reciprocal: u64,
}

impl Modulus {
    /// The modulus `value`, `2 <= value < 2^62`.
    pub(crate) fn new(value: u64) -> Self {
        debug_assert!((2..1 << 62).contains(&value));
        let bits = u64::BITS - value.leading_zeros();
        let reciprocal = ((1u128 << (2 * bits)) / u128::from(value)) as u64;
        Self { value, bits, reciprocal }
    }

    /// a + b mod t, for a, b < t.
    #[inline]
    pub fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        // Where the subtraction wraps, the sum is the smaller of the two.
        sum.min(sum.wrapping_sub(self.value))
    }

    /// a − b mod t, for a, b < t.
    #[inline]
    pub fn sub(self, a: u64, b: u64) -> u64 {
        let difference = a.wrapping_sub(b);
        difference.min(difference.wrapping_add(self.value))
    }

    /// −a mod t, for a < t.
    #[inline]
    pub fn neg(self, a: u64) -> u64 {
        self.sub(0, a)
    }

    /// a · b mod t, for a, b < t.
    ///
    /// With k = bits, x = ab < 2^2k: the estimate q = ⌊⌊x / 2^(k−1)⌋ · reciprocal / 2^(k+1)⌋ is
    /// at most 2 below ⌊x / t⌋, so the remainder is below 3t < 2^64.
    #[inline]
    pub fn mul(self, a: u64, b: u64) -> u64 {
        let x = u128::from(a) * u128::from(b);
        let high = (x >> (self.bits - 1)) as u64;
        let q = ((u128::from(high) * u128::from(self.reciprocal)) >> (self.bits + 1)) as u64;
        let r = (x as u64).wrapping_sub(q.wrapping_mul(self.value));
        let r = r.min(r.wrapping_sub(self.value));
        r.min(r.wrapping_sub(self.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn modulus() -> impl Strategy<Value = u64> {
        prop_oneof![2u64..100, 2u64..1 << 62, Just((1 << 62) - 1), Just(65537), Just(1 << 61)]
    }

    proptest! {
        #[test]
        fn agrees_with_128_bit_division(t in modulus(), a: u64, b: u64) {
            let (a, b) = (a % t, b % t);
            let m = Modulus::new(t);
            let wide = |value: u128| (value % u128::from(t)) as u64;
            prop_assert_eq!(m.mul(a, b), wide(u128::from(a) * u128::from(b)));
            prop_assert_eq!(m.add(a, b), wide(u128::from(a) + u128::from(b)));
            prop_assert_eq!(m.sub(a, b), wide(u128::from(a) + u128::from(t) - u128::from(b)));
            prop_assert_eq!(m.neg(a), wide(u128::from(t) - u128::from(a)));
        }

        #[test]
        fn agrees_at_the_edges(t in modulus()) {
            let m = Modulus::new(t);
            let last = t - 1;
            let square = (u128::from(last) * u128::from(last) % u128::from(t)) as u64;
            prop_assert_eq!(m.mul(last, last), square);
        }
    }
}
