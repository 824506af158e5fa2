//! An RNS basis: coprime moduli, and the integers that their residues stand for.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use ringassay_kernels::{Zq, rns::Quotient};

use super::{MAX_LIMBS, RnsError};

/// The words of a number in working width, at most: 128 moduli of 62 bits, and one more.
pub(crate) const MAX_WORDS: usize = MAX_LIMBS * 62 / 64 + 2;

/// log2 of a positive number, within 2^-50 of it.
pub fn log2_big(x: &BigUint) -> f64 {
    let shift = x.bits().saturating_sub(64);
    (x >> shift).to_f64().unwrap_or(f64::NAN).log2() + shift as f64
}

/// Pairwise coprime moduli q_1, …, q_k with product Q, and what the Chinese remainder theorem
/// needs of them.
#[derive(Debug, Clone)]
pub struct Moduli {
    zqs: Vec<Zq>,
    product: BigUint,
    /// (Q/q_i)^-1 mod q_i.
    inverses: Vec<u64>,
    quotient: Quotient,
    /// Words in working width: one more than Q takes, for sums below k·Q and a sign.
    width: usize,
    /// Q/q_i for all i, then -Q, each in working width, two's complement.
    hats: Vec<u64>,
    /// ⌊Q/2⌋ + 1: from there on x is not centred.
    above: Vec<u64>,
    /// -⌊(Q-1)/2⌋: below it x is not centred.
    lowest: Vec<u64>,
}

impl Moduli {
    /// The basis of these moduli, in this order.
    ///
    /// # Errors
    /// When there are none or more than [`MAX_LIMBS`], or two have a common divisor.
    pub fn new(zqs: &[Zq]) -> Result<Self, RnsError> {
        if zqs.is_empty() {
            return Err(RnsError::NoModuli);
        }
        if zqs.len() > MAX_LIMBS {
            return Err(RnsError::TooManyModuli(zqs.len()));
        }
        for (i, a) in zqs.iter().enumerate() {
            if let Some(b) = zqs[..i].iter().find(|b| a.q().gcd(&b.q()) != 1) {
                return Err(RnsError::NotCoprime(b.q(), a.q()));
            }
        }
        let product: BigUint = zqs.iter().map(|zq| BigUint::from(zq.q())).product();
        let width = product.bits().div_ceil(64) as usize + 1;
        let mut hats = Vec::with_capacity((zqs.len() + 1) * width);
        let mut inverses = Vec::with_capacity(zqs.len());
        for zq in zqs {
            let hat = &product / zq.q();
            let residue = remainder(&hat, zq.q());
            // The modulus is coprime to all others, so the inverse exists.
            inverses.push(zq.modulus().inverse(residue).unwrap_or_default());
            hats.extend(words(&hat, width));
        }
        hats.extend(negative(&product, width));
        let above = words(&(&product / 2_u8 + 1_u8), width);
        let lowest = negative(&((&product - 1_u8) / 2_u8), width);
        let quotient = Quotient::new(zqs);
        Ok(Self { zqs: zqs.to_vec(), product, inverses, quotient, width, hats, above, lowest })
    }

    /// The moduli with the backends that compute modulo them.
    pub fn zqs(&self) -> &[Zq] {
        &self.zqs
    }

    /// The number of moduli.
    #[allow(clippy::len_without_is_empty)] // There is at least one.
    pub fn len(&self) -> usize {
        self.zqs.len()
    }

    /// Q.
    pub fn product(&self) -> &BigUint {
        &self.product
    }

    /// Q mod p.
    pub fn product_mod(&self, p: &Zq) -> u64 {
        self.zqs.iter().fold(1 % p.q(), |r, zq| p.modulus().mul(r, p.modulus().reduce(zq.q())))
    }

    /// Q/q_i mod p.
    ///
    /// # Panics
    /// When there is no i-th modulus.
    pub fn hat_mod(&self, i: usize, p: &Zq) -> u64 {
        let others = self.zqs[..i].iter().chain(&self.zqs[i + 1..]);
        others.fold(1 % p.q(), |r, zq| p.modulus().mul(r, p.modulus().reduce(zq.q())))
    }

    /// (Q/q_i)^-1 mod q_i.
    pub(crate) fn hat_inverse(&self, i: usize) -> u64 {
        self.inverses[i]
    }

    /// The number of bits of the largest modulus.
    pub(crate) fn bits(&self) -> u32 {
        self.zqs.iter().map(|zq| zq.modulus().bits()).max().unwrap_or_default()
    }

    /// The estimate of Σ y_i/q_i.
    pub(crate) fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The words of a number in working width.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The x in (-Q/2, Q/2] with x ≡ Σ y_i·Q/q_i, in two's complement in working width, and v with
    /// x = Σ y_i·Q/q_i - v·Q.
    ///
    /// The estimate of v is off by at most one, which two masked additions repair: exact, and in
    /// constant time.
    ///
    /// # Panics
    /// When the residues are not as many as the moduli.
    pub(crate) fn centre(&self, x: &mut [u64], residues: &[u64]) -> u64 {
        let estimate = self.quotient.round_roughly(residues.iter().copied());
        let (hats, minus_product) = self.hats.split_at(residues.len() * self.width);
        x.fill(0);
        for (hat, &y) in hats.chunks_exact(self.width).zip(residues) {
            multiply_add(x, hat, y);
        }
        multiply_add(x, minus_product, estimate);
        let too_high = !is_less(x, &self.above) & 1;
        let too_low = is_less(x, &self.lowest) & 1;
        multiply_add(x, minus_product, too_high);
        subtract(x, minus_product, too_low.wrapping_neg());
        estimate + too_high - too_low
    }
}

/// x mod q.
fn remainder(x: &BigUint, q: u64) -> u64 {
    (x % q).to_u64().unwrap_or_default()
}

/// x in this many words; higher ones are cut off.
pub(crate) fn words(x: &BigUint, width: usize) -> Vec<u64> {
    let mut words: Vec<u64> = x.iter_u64_digits().take(width).collect();
    words.resize(width, 0);
    words
}

/// -x in two's complement in this many words.
fn negative(x: &BigUint, width: usize) -> Vec<u64> {
    words(&((BigUint::one() << (64 * width)) - x), width)
}

/// x += a·b modulo 2^(64·words).
#[inline]
fn multiply_add(x: &mut [u64], a: &[u64], b: u64) {
    let mut carry = 0;
    for (x, &a) in x.iter_mut().zip(a) {
        let sum = u128::from(a) * u128::from(b) + u128::from(*x) + u128::from(carry);
        (*x, carry) = (sum as u64, (sum >> 64) as u64);
    }
}

/// x += a modulo 2^(64·words).
pub(crate) fn add_words(x: &mut [u64], a: &[u64]) {
    multiply_add(x, a, 1);
}

/// x -= a & mask modulo 2^(64·words).
#[inline]
fn subtract(x: &mut [u64], a: &[u64], mask: u64) {
    let mut borrow = false;
    for (x, &a) in x.iter_mut().zip(a) {
        let (difference, first) = x.overflowing_sub(a & mask);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        (*x, borrow) = (difference, first | second);
    }
}

/// All ones if x < a in two's complement, given that x - a does not overflow; otherwise 0.
#[inline]
fn is_less(x: &[u64], a: &[u64]) -> u64 {
    let mut borrow = false;
    let mut last = 0;
    for (&x, &a) in x.iter().zip(a) {
        let (difference, first) = x.overflowing_sub(a);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        (last, borrow) = (difference, first | second);
    }
    ((last as i64) >> 63) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn basis(moduli: &[u64]) -> Result<Moduli, RnsError> {
        let zqs: Vec<Zq> = moduli.iter().map(|&q| Zq::new(q).expect("a modulus")).collect();
        Moduli::new(&zqs)
    }

    #[test]
    fn logarithms_of_large_numbers() {
        assert_eq!(log2_big(&(BigUint::from(3_u32) << 300)), 3.0_f64.log2() + 300.0);
        assert_eq!(log2_big(&BigUint::from(1_u32)), 0.0);
    }

    #[test]
    fn what_is_no_basis_is_refused() {
        assert_eq!(basis(&[]).err(), Some(RnsError::NoModuli));
        assert_eq!(basis(&[6, 5, 9]).err(), Some(RnsError::NotCoprime(6, 9)));
        assert_eq!(basis(&[5; 129]).err(), Some(RnsError::TooManyModuli(129)));
    }

    #[test]
    fn every_number_of_a_small_basis_is_centred() {
        for moduli in [vec![2], vec![3], vec![2, 3, 5], vec![4, 9, 7], vec![3, 5, 7, 11]] {
            let basis = basis(&moduli).expect("coprime");
            let product: u64 = moduli.iter().product();
            for x in 0..product {
                let residue = |(i, &q): (usize, &u64)| {
                    basis.zqs()[i].modulus().mul(x % q, basis.hat_inverse(i))
                };
                let residues: Vec<u64> = moduli.iter().enumerate().map(residue).collect();
                let mut centred = vec![0; basis.width()];
                let v = basis.centre(&mut centred, &residues);
                let expected = if 2 * x > product { x as i64 - product as i64 } else { x as i64 };
                assert_eq!(centred[0] as i64, expected, "{x} modulo {moduli:?}");
                assert_eq!(centred[1] as i64, expected >> 63);
                let sum: u64 = residues.iter().zip(&moduli).map(|(y, q)| y * (product / q)).sum();
                assert_eq!(sum as i64 - (v * product) as i64, expected);
            }
        }
    }
}
