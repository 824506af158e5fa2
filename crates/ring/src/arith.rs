//! Scalar arithmetic modulo any 64-bit number, by 128-bit division: for set-up, where the modulus
//! changes with every call and nothing is hot. Arithmetic modulo a fixed prime is
//! `ringassay_kernels::Modulus`.

/// `a·b mod modulus`. `modulus` is positive.
pub(crate) fn mul_mod(a: u64, b: u64, modulus: u64) -> u64 {
    // The remainder is below a 64-bit number.
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

/// `base^exponent mod modulus`. `modulus` is positive; `0^0 = 1`.
pub(crate) fn pow_mod(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut square = base % modulus;
    let mut power = 1 % modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = mul_mod(power, square, modulus);
        }
        square = mul_mod(square, square, modulus);
        exponent >>= 1;
    }
    power
}

/// Greatest common divisor; `gcd(0, b) = b`.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Least common multiple of positive numbers, if it fits 64 bits.
pub(crate) fn lcm(a: u64, b: u64) -> Option<u64> {
    (a / gcd(a, b)).checked_mul(b)
}

/// The inverse of `a` modulo `modulus`, if they are coprime. Modulo 1 it is 0.
pub(crate) fn inverse_mod(a: u64, modulus: u64) -> Option<u64> {
    // Invariant of the extended Euclidean algorithm: r_i ≡ s_i·a (mod modulus), |s_i| <= modulus.
    let n = i128::from(modulus);
    let (mut r0, mut r1) = (n, i128::from(a % modulus));
    let (mut s0, mut s1) = (0i128, 1i128);
    while r1 != 0 {
        let quotient = r0 / r1;
        (r0, r1) = (r1, r0 - quotient * r1);
        (s0, s1) = (s1, s0 - quotient * s1);
    }
    (r0 == 1).then(|| s0.rem_euclid(n) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_inverses_against_repeated_multiplication() {
        for modulus in 1..60u64 {
            for a in 0..2 * modulus {
                let mut power = 1 % modulus;
                for exponent in 0..12 {
                    assert_eq!(pow_mod(a, exponent, modulus), power);
                    power = power * a % modulus;
                }
                let expected = (0..modulus).find(|x| a * x % modulus == 1 % modulus);
                assert_eq!(inverse_mod(a, modulus), expected, "{a} mod {modulus}");
            }
        }
    }

    #[test]
    fn full_range() {
        let modulus = u64::MAX - 58; // 2^64 - 59, the largest 64-bit prime
        assert_eq!(mul_mod(modulus - 1, modulus - 1, modulus), 1);
        assert_eq!(pow_mod(2, modulus - 1, modulus), 1);
        let inverse = inverse_mod(modulus - 3, modulus);
        assert_eq!(inverse.map(|x| mul_mod(x, modulus - 3, modulus)), Some(1));
    }

    #[test]
    fn common_divisors_and_multiples() {
        assert_eq!((gcd(0, 7), gcd(12, 18), gcd(u64::MAX, 3)), (7, 6, 3));
        assert_eq!(lcm(4, 6), Some(12));
        assert_eq!(lcm(u64::MAX, u64::MAX - 1), None);
    }
}
