//! Factorisation of 64-bit numbers: trial division by small primes, then Pollard's rho.

use super::is_prime;
use crate::arith::{gcd, mul_mod};

/// Trial division goes up to here.
const SMALL: u64 = 1 << 8;

/// Steps of the iteration between two greatest common divisors.
const BATCH: u32 = 64;

/// The prime factors of `n` >= 1 with their exponents, ascending; none for 0 and 1.
///
/// The cost is about the square root of the second largest prime factor.
pub fn factorise(n: u64) -> Vec<(u64, u32)> {
    let mut primes = Vec::new();
    let mut rest = n;
    for candidate in 2..SMALL {
        while rest > 1 && rest.is_multiple_of(candidate) {
            primes.push(candidate);
            rest /= candidate;
        }
    }
    let mut composites = vec![rest];
    while let Some(part) = composites.pop() {
        if part <= 1 {
            continue;
        }
        if is_prime(part) {
            primes.push(part);
        } else {
            let divisor = divisor(part);
            composites.extend([divisor, part / divisor]);
        }
    }
    primes.sort_unstable();
    let powers = primes.chunk_by(|a, b| a == b);
    powers.filter_map(|run| run.first().map(|&prime| (prime, run.len() as u32))).collect()
}

/// A proper divisor of a composite odd number: Brent's version of Pollard's rho (R. P. Brent, "An
/// improved Monte Carlo factorization algorithm", BIT 20, 1980) with one polynomial x^2 + c after
/// another until one succeeds, which c = 1 nearly always does.
fn divisor(n: u64) -> u64 {
    let mut c = 1;
    loop {
        let found = rho(n, c);
        if found != n {
            return found;
        }
        c += 1;
    }
}

/// A divisor of `n` above 1, possibly `n` itself, by the iteration x ↦ x^2 + c.
fn rho(n: u64, c: u64) -> u64 {
    let step = |x: u64| ((u128::from(mul_mod(x, x, n)) + u128::from(c)) % u128::from(n)) as u64;
    let mut fast = 2;
    let mut length = 1u32;
    loop {
        let slow = fast;
        let mut done = 0;
        while done < length {
            let batch = BATCH.min(length - done);
            let start = fast;
            let mut product = 1;
            for _ in 0..batch {
                fast = step(fast);
                product = mul_mod(product, fast.abs_diff(slow), n);
            }
            if gcd(product, n) != 1 {
                // Somewhere in this batch: repeat it one step at a time. The product may be 0
                // because all factors of n met; a single difference may still show one of them.
                fast = start;
                loop {
                    fast = step(fast);
                    let common = gcd(fast.abs_diff(slow), n);
                    if common != 1 {
                        return common;
                    }
                }
            }
            done += batch;
        }
        length *= 2;
    }
}
