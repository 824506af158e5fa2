//! The Galois ring Z_t\[x\]/G, t = p^r, of which a slot holds an element: schoolbook arithmetic, for
//! set-up.

use num_bigint::BigUint;

/// Z_t\[x\]/G for a monic G that is irreducible modulo p. Elements are lists of d = deg G
/// coefficients in `[0, t)`, t <= 2^60.
pub(super) struct GaloisRing {
    t: u64,
    /// The coefficients of G below x^d.
    tail: Vec<u64>,
    /// Where `tail` ends: its coefficients from here on are zero.
    significant: usize,
}

impl GaloisRing {
    /// The largest t, as a power of two.
    pub(super) const MAX_BITS: u32 = 60;

    /// Modulo x^d + tail, d being the length of `tail`.
    pub(super) fn new(t: u64, tail: Vec<u64>) -> Self {
        let significant = tail.iter().rposition(|&x| x != 0).map_or(0, |last| last + 1);
        Self { t, tail, significant }
    }

    /// d.
    pub(super) fn degree(&self) -> usize {
        self.tail.len()
    }

    /// 1.
    pub(super) fn one(&self) -> Vec<u64> {
        let mut one = vec![0; self.degree()];
        one[0] = 1;
        one
    }

    /// a·b.
    pub(super) fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let d = self.degree();
        let mut sums = vec![0u128; 2 * d - 1];
        for (block, a) in a.chunks(MAX_PRODUCTS).enumerate() {
            if block > 0 {
                sums.iter_mut().for_each(|sum| *sum = reduce(*sum, self.t).into());
            }
            let start = block * MAX_PRODUCTS;
            for (i, &x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
                for (sum, &y) in sums[start + i..].iter_mut().zip(b) {
                    *sum += u128::from(x) * u128::from(y);
                }
            }
        }
        let mut product: Vec<u64> = sums.into_iter().map(|sum| reduce(sum, self.t)).collect();
        for top in (d..product.len()).rev() {
            if product[top] != 0 {
                let factor = self.t - product[top];
                let low = &mut product[top - d..][..self.significant];
                for (x, &tail) in low.iter_mut().zip(&self.tail) {
                    *x = mul_add_mod(*x, factor, tail, self.t);
                }
            }
        }
        product.truncate(d);
        product
    }

    /// a^exponent.
    pub(super) fn pow(&self, a: &[u64], exponent: &BigUint) -> Vec<u64> {
        (0..exponent.bits()).rev().fold(self.one(), |power, bit| {
            let square = self.mul(&power, &power);
            if exponent.bit(bit) { self.mul(&square, a) } else { square }
        })
    }
}

/// So many products of residues modulo t, and one residue more, fit 128 bits.
pub(super) const MAX_PRODUCTS: usize = (1 << (u128::BITS - 2 * GaloisRing::MAX_BITS)) - 1;

/// Σ a_i·b_i modulo `t`.
pub(super) fn inner_product(a: &[u64], b: &[u64], t: u64) -> u64 {
    let blocks = a.chunks(MAX_PRODUCTS).zip(b.chunks(MAX_PRODUCTS));
    blocks.fold(0, |sum, (a, b)| {
        let products = a.iter().zip(b).map(|(&x, &y)| u128::from(x) * u128::from(y));
        reduce(products.sum::<u128>() + u128::from(sum), t)
    })
}

/// The inverse of a unit modulo `t`.
pub(super) fn inverse(a: u64, t: u64) -> Option<u64> {
    use num_integer::Integer;
    let euclid = i128::from(a).extended_gcd(&i128::from(t));
    // Below t.
    (euclid.gcd == 1).then(|| euclid.x.rem_euclid(i128::from(t)) as u64)
}

/// a·b mod `t`.
pub(super) fn mul_mod(a: u64, b: u64, t: u64) -> u64 {
    mul_add_mod(0, a, b, t)
}

/// x + a·b mod `t`; the product is below 2^127.
pub(super) fn mul_add_mod(x: u64, a: u64, b: u64, t: u64) -> u64 {
    reduce(u128::from(x) + u128::from(a) * u128::from(b), t)
}

/// `sum` mod `t`. A short division where it suffices: it is several times as fast.
pub(super) fn reduce(sum: u128, t: u64) -> u64 {
    match u64::try_from(sum) {
        Ok(sum) => sum % t,
        // Below t.
        Err(_) => (sum % u128::from(t)) as u64,
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    /// By the definition, with large integers: degrees around the number of products that one sum holds.
    #[test]
    fn products_are_those_of_large_integers() {
        let mut state = 1_u64;
        let mut next = |t: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((u128::from(state) * u128::from(t)) >> 64) as u64
        };
        for t in [2, 257, (1 << 55) - 55, (1 << 60) - 93, 1 << 60] {
            for d in [1, 2, MAX_PRODUCTS, MAX_PRODUCTS + 1, 400] {
                let ring = GaloisRing::new(t, (0..d).map(|_| next(t)).collect());
                let top = vec![t - 1; d];
                let random: Vec<u64> = (0..d).map(|_| next(t)).collect();
                for [a, b] in [[&top, &top], [&random, &top], [&random, &random]] {
                    let mut sums = vec![BigUint::ZERO; 2 * d - 1];
                    for (i, &x) in a.iter().enumerate() {
                        for (sum, &y) in sums[i..].iter_mut().zip(b) {
                            *sum += u128::from(x) * u128::from(y);
                        }
                    }
                    for high in (d..2 * d - 1).rev() {
                        let factor = t - reduced(&sums[high], t);
                        for (low, &tail) in sums[high - d..].iter_mut().zip(&ring.tail) {
                            *low += u128::from(factor) * u128::from(tail);
                        }
                    }
                    let expected: Vec<u64> = sums[..d].iter().map(|sum| reduced(sum, t)).collect();
                    assert_eq!(ring.mul(a, b), expected, "degree {d} modulo {t}");
                    let sum: BigUint = a.iter().zip(b).map(|(&x, &y)| BigUint::from(x) * y).sum();
                    assert_eq!(inner_product(a, b, t), reduced(&sum, t), "{d} terms modulo {t}");
                }
            }
        }
    }

    fn reduced(x: &BigUint, t: u64) -> u64 {
        (x % t).iter_u64_digits().next().unwrap_or_default()
    }
}
