//! Primality of 64-bit numbers.

use crate::arith::{mul_mod, pow_mod};

/// Strong pseudoprimes to all of the first twelve primes are above 3.1·10^23 (Sorenson and Webster,
/// "Strong pseudoprimes to twelve prime bases", Math. Comp. 86, 2017): below 2^64 the test decides.
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Whether `n` is a prime: the Miller–Rabin test with bases that decide for every 64-bit number.
pub fn is_prime(n: u64) -> bool {
    for base in BASES {
        if n.is_multiple_of(base) {
            return n == base;
        }
    }
    n > 1 && BASES.iter().all(|&base| is_strong_probable_prime(n, base))
}

/// Whether odd `n` > `base` passes the strong test: n - 1 = 2^s·d with odd d, and base^d is 1, or
/// one of its first s squarings is -1.
fn is_strong_probable_prime(n: u64, base: u64) -> bool {
    let twos = (n - 1).trailing_zeros();
    let mut power = pow_mod(base, (n - 1) >> twos, n);
    if power == 1 {
        return true;
    }
    for _ in 0..twos {
        if power == n - 1 {
            return true;
        }
        power = mul_mod(power, power, n);
    }
    false
}
