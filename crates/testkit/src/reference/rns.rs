//! Residues over several moduli as what they stand for: integers.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::numbers::{inverse_mod, mul_mod};

/// Q = ∏ q_i.
pub fn product(moduli: &[u64]) -> BigInt {
    moduli.iter().fold(BigInt::one(), |product, &q| product * q)
}

/// x mod q, in `[0, q)`.
pub fn remainder(x: &BigInt, q: u64) -> u64 {
    let q = BigInt::from(q);
    let remainder = ((x % &q) + &q) % &q;
    u64::try_from(&remainder).unwrap_or_else(|_| unreachable!("{remainder} is below q"))
}

/// The residues of x for each modulus.
pub fn remainders(x: &BigInt, moduli: &[u64]) -> Vec<u64> {
    moduli.iter().map(|&q| remainder(x, q)).collect()
}

/// The integer in `[0, Q)` with these residues, by sieving: it starts at the first residue and goes
/// up in steps of the product of the moduli settled so far.
///
/// # Panics
/// If the moduli are not pairwise coprime.
pub fn least(residues: &[u64], moduli: &[u64]) -> BigInt {
    let (mut x, mut step) = (BigInt::zero(), BigInt::one());
    for (&residue, &q) in residues.iter().zip(moduli) {
        let missing = remainder(&(BigInt::from(residue) - &x), q);
        let inverse = inverse_mod(remainder(&step, q), q);
        assert!(inverse.is_some(), "{q} has a common divisor with the other moduli");
        x += &step * mul_mod(missing, inverse.unwrap_or_default(), q);
        step *= q;
    }
    x
}

/// The inverse of x modulo D, if there is one, by Euclid's extended algorithm.
pub fn inverse(x: &BigInt, modulus: &BigInt) -> Option<BigInt> {
    let extended = x.extended_gcd(modulus);
    extended.gcd.is_one().then(|| ((extended.x % modulus) + modulus) % modulus)
}

/// The representative of x mod Q in `(-Q/2, Q/2]`.
pub fn centre(x: &BigInt, modulus: &BigInt) -> BigInt {
    let least = ((x % modulus) + modulus) % modulus;
    if &least * 2_u8 > *modulus { least - modulus } else { least }
}

/// The integer in `(-Q/2, Q/2]` with these residues.
pub fn centred(residues: &[u64], moduli: &[u64]) -> BigInt {
    centre(&least(residues, moduli), &product(moduli))
}

/// x/d rounded to the nearest integer; the half goes up (towards +∞).
pub fn round_half_up(x: &BigInt, d: &BigInt) -> BigInt {
    floor(&(x * 2_u8 + d), &(d * 2_u8))
}

/// ⌊x/d⌋ for d > 0.
pub fn floor(x: &BigInt, d: &BigInt) -> BigInt {
    let quotient = x / d;
    if (x % d).is_negative() { quotient - 1_u8 } else { quotient }
}

/// Σ digit_i·gadget_i.
pub fn recompose(digits: &[BigInt], gadget: &[BigInt]) -> BigInt {
    digits.iter().zip(gadget).map(|(digit, entry)| digit * entry).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sun_tzu() {
        // Sunzi Suanjing, problem 26: 2 mod 3, 3 mod 5, 2 mod 7.
        assert_eq!(least(&[2, 3, 2], &[3, 5, 7]), BigInt::from(23));
        assert_eq!(centred(&[2, 3, 2], &[3, 5, 7]), BigInt::from(23));
        assert_eq!(centred(&[2, 4, 6], &[3, 5, 7]), BigInt::from(-1));
        assert_eq!(least(&[1, 2, 3], &[2, 3, 5]), BigInt::from(23));
        assert_eq!(least(&[3, 8], &[4, 9]), BigInt::from(35));
    }

    #[test]
    fn every_residue_of_a_small_product() {
        let moduli = [5, 2, 11, 3];
        for x in -165..330 {
            let residues = remainders(&BigInt::from(x), &moduli);
            assert_eq!(least(&residues, &moduli), BigInt::from((x % 330 + 330) % 330));
            let expected = if x > 165 {
                x - 330
            } else if x == -165 {
                165
            } else {
                x
            };
            assert_eq!(centred(&residues, &moduli), BigInt::from(expected));
        }
    }

    #[test]
    fn inverses() {
        let inverse = |x: i64, d: i64| inverse(&BigInt::from(x), &BigInt::from(d));
        assert_eq!(inverse(3, 10), Some(BigInt::from(7)));
        assert_eq!(inverse(-3, 10), Some(BigInt::from(3)));
        assert_eq!(inverse(4, 10), None);
    }

    #[test]
    fn rounding() {
        let round = |x: i64, d: i64| round_half_up(&BigInt::from(x), &BigInt::from(d));
        let values: Vec<BigInt> = (-7..=7).map(|x| round(x, 4)).collect();
        assert_eq!(values, [-2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2].map(BigInt::from));
        assert_eq!(floor(&BigInt::from(-7), &BigInt::from(4)), BigInt::from(-2));
    }
}
