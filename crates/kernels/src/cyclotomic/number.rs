//! Elementary number theory on small indices, and roots of unity modulo q.

use crate::Modulus;

/// The prime powers of n ≥ 1 as (prime, exponent), ascending.
pub(super) fn factorise(mut n: u32) -> Vec<(u32, u32)> {
    let mut powers = Vec::new();
    let mut p = 2;
    while n > 1 {
        if p * p > n {
            p = n;
        }
        let mut exponent = 0;
        while n.is_multiple_of(p) {
            n /= p;
            exponent += 1;
        }
        if exponent > 0 {
            powers.push((p, exponent));
        }
        p += 1;
    }
    powers
}

/// Whether n is prime.
pub(super) fn is_prime(n: u32) -> bool {
    n > 1 && factorise(n) == [(n, 1)]
}

/// a·b mod n.
pub(super) fn mul_mod(a: u32, b: u32, n: u32) -> u32 {
    (u64::from(a) * u64::from(b) % u64::from(n)) as u32
}

/// base^exponent mod n.
pub(super) fn pow_mod(base: u32, mut exponent: u32, n: u32) -> u32 {
    let (mut result, mut square) = (1 % n, base % n);
    while exponent != 0 {
        if exponent & 1 == 1 {
            result = mul_mod(result, square, n);
        }
        square = mul_mod(square, square, n);
        exponent >>= 1;
    }
    result
}

/// The smallest generator of the units modulo a prime p.
pub(super) fn generator(p: u32) -> u32 {
    let primes = factorise(p - 1);
    let generates = |g: &u32| primes.iter().all(|&(r, _)| pow_mod(*g, (p - 1) / r, p) != 1);
    (1..p).find(generates).unwrap_or(1)
}

/// An element of order n modulo the prime q, if n divides q - 1 (deterministic).
pub(super) fn root_of_unity(modulus: &Modulus, n: u64) -> Option<u64> {
    let q = modulus.value();
    if !(q - 1).is_multiple_of(n) {
        return None;
    }
    let primes = factorise(u32::try_from(n).ok()?);
    // A random element serves with probability φ(n)/n > 1/7: a thousand failures mean that q is
    // no prime.
    (2..q).take(1000).map(|x| modulus.pow(x, (q - 1) / n)).find(|&w| {
        modulus.pow(w, n) == 1 && primes.iter().all(|&(r, _)| modulus.pow(w, n / u64::from(r)) != 1)
    })
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

pub(super) fn lcm(a: u64, b: u64) -> u64 {
    a / gcd(a, b) * b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_multiply_to_the_number_and_are_prime() {
        for n in 1..5000 {
            let powers = factorise(n);
            assert_eq!(powers.iter().map(|&(p, e)| p.pow(e)).product::<u32>(), n);
            for (p, _) in powers {
                assert!((2..p).all(|d| p % d != 0), "{p}");
            }
        }
    }

    #[test]
    fn a_generator_reaches_every_unit() {
        for p in (2..600).filter(|&p| is_prime(p)) {
            let g = generator(p);
            let mut seen = vec![false; p as usize];
            for k in 0..p - 1 {
                seen[pow_mod(g, k, p) as usize] = true;
            }
            assert!(seen[1..].iter().all(|&s| s), "{p}");
        }
    }

    #[test]
    fn roots_have_exactly_their_order() {
        let modulus = Modulus::new(998_244_353).expect("within range");
        for n in [1, 2, 7, 8, 14, 17, 119, 1 << 20] {
            let w = root_of_unity(&modulus, n).expect("q - 1 = 2^23·7·17");
            let order = (1..=n).find(|&k| n % k == 0 && modulus.pow(w, k) == 1);
            assert_eq!(order, Some(n));
        }
        assert_eq!(root_of_unity(&modulus, 3), None);
    }
}
