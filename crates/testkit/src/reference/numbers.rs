//! Elementary number theory by the most obvious methods.

/// Greatest common divisor, Euclid's.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The prime powers of m as (prime, exponent), smallest prime first, by trial division.
///
/// # Panics
/// If m is 0.
pub fn prime_powers(mut m: u64) -> Vec<(u64, u32)> {
    assert!(m > 0, "0 has no factors");
    let mut powers = Vec::new();
    let mut p = 2;
    while m > 1 {
        if p * p > m {
            p = m;
        }
        let mut exponent = 0;
        while m.is_multiple_of(p) {
            m /= p;
            exponent += 1;
        }
        if exponent > 0 {
            powers.push((p, exponent));
        }
        p += 1;
    }
    powers
}

/// The k in `[1, m]` with gcd(k, m) = 1, in ascending order: for m = 1 the list `[1]`.
pub fn units(m: u64) -> Vec<u64> {
    (1..=m).filter(|&k| gcd(k, m) == 1).collect()
}

/// φ(m), by counting.
pub fn totient(m: u64) -> usize {
    units(m).len()
}

/// The divisors of m in ascending order.
pub fn divisors(m: u64) -> Vec<u64> {
    (1..=m).filter(|d| m.is_multiple_of(*d)).collect()
}

/// Möbius' function: 0 if a square divides n, otherwise the parity of the number of primes.
pub fn moebius(n: u64) -> i64 {
    let powers = prime_powers(n);
    if powers.iter().any(|&(_, exponent)| exponent > 1) {
        0
    } else if powers.len().is_multiple_of(2) {
        1
    } else {
        -1
    }
}

/// a·b mod q, by one division of the double word.
pub fn mul_mod(a: u64, b: u64, q: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(q)) as u64
}

/// base^exponent mod q.
pub fn pow_mod(base: u64, mut exponent: u64, q: u64) -> u64 {
    let mut square = base % q;
    let mut power = 1 % q;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = mul_mod(power, square, q);
        }
        square = mul_mod(square, square, q);
        exponent >>= 1;
    }
    power
}

/// The inverse of a mod q by Euclid's extended algorithm, if gcd(a, q) = 1.
pub fn inverse_mod(a: u64, q: u64) -> Option<u64> {
    let modulus = i128::from(q);
    let (mut r, mut next_r) = (modulus, i128::from(a % q));
    let (mut t, mut next_t) = (0, 1);
    while next_r != 0 {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (t, next_t) = (next_t, t - quotient * next_t);
    }
    (r == 1).then(|| t.rem_euclid(modulus) as u64)
}

/// An element of exact order `order` modulo the prime q, if `order` divides q-1: the first
/// x^((q-1)/order), x = 2, 3, …, whose proper powers are not 1.
pub fn element_of_order(order: u64, q: u64) -> Option<u64> {
    if !(q - 1).is_multiple_of(order) {
        return None;
    }
    (1..q).map(|x| pow_mod(x, (q - 1) / order, q)).find(|&x| has_order(x, order, q))
}

/// Whether x has exactly this order modulo q.
pub fn has_order(x: u64, order: u64, q: u64) -> bool {
    pow_mod(x, order, q) == 1 % q
        && prime_powers(order).iter().all(|&(p, _)| pow_mod(x, order / p, q) != 1 % q)
}

/// Whether q is prime: the strong test of Miller and Rabin for the first twelve primes as bases,
/// which no composite number below 3·10^23 passes (Sorenson and Webster, Math. Comp. 86, 2017).
pub fn is_prime(q: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if q < 2 {
        return false;
    }
    if let Some(divisor) = BASES.into_iter().find(|p| q.is_multiple_of(*p)) {
        return q == divisor;
    }
    let twos = (q - 1).trailing_zeros();
    let odd = (q - 1) >> twos;
    BASES.into_iter().all(|base| {
        let start = pow_mod(base, odd, q);
        let squares = std::iter::successors(Some(start), |&x| Some(mul_mod(x, x, q)));
        start == 1 || squares.take(twos as usize).any(|x| x == q - 1)
    })
}

/// The largest primes q ≡ 1 mod m below `bound`, in descending order.
pub fn primes_one_mod(m: u64, bound: u64) -> impl Iterator<Item = u64> {
    (1..=(bound - 2) / m).rev().map(move |k| k * m + 1).filter(|&q| is_prime(q))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn euler_and_moebius_sum_as_they_must() {
        for m in 1..=400 {
            // Gauss: Σ φ(d) = m. Möbius: Σ μ(d) = 0 for m > 1.
            assert_eq!(divisors(m).into_iter().map(totient).sum::<usize>() as u64, m);
            assert_eq!(divisors(m).into_iter().map(moebius).sum::<i64>(), i64::from(m == 1));
            let product: u64 = prime_powers(m).iter().map(|&(p, e)| p.pow(e)).product();
            assert_eq!(product, m);
        }
    }

    #[test]
    fn powers_inverses_orders() {
        assert_eq!(pow_mod(2, 10, 1000), 24);
        assert_eq!(inverse_mod(3, 7), Some(5));
        assert_eq!(inverse_mod(6, 9), None);
        assert_eq!(element_of_order(3, 7), Some(4), "2^2, as 1^2 has order 1");
        assert_eq!(element_of_order(5, 7), None);
        let q = (1 << 61) - 1; // a Mersenne prime
        for x in [1, 2, 12345, q - 1] {
            assert_eq!(inverse_mod(x, q).map(|y| mul_mod(x, y, q)), Some(1));
        }
    }

    #[test]
    fn primes_are_what_has_no_divisors() {
        for q in 0..3000 {
            assert_eq!(is_prime(q), q > 1 && divisors(q) == [1, q], "{q}");
        }
        // The least composite that passes for the bases 2 … 23 (Jiang and Deng, Math. Comp. 83,
        // 2014), a Carmichael number, and the largest primes below powers of two.
        assert!(!is_prime(3_825_123_056_546_413_051));
        assert!(!is_prime(9_746_347_772_161));
        for (bits, distance) in [(31, 1), (50, 27), (61, 1), (62, 57)] {
            assert!(is_prime((1 << bits) - distance), "2^{bits} - {distance}");
        }
        let found: Vec<u64> = primes_one_mod(8, 100).collect();
        assert_eq!(found, [97, 89, 73, 41, 17]);
    }
}
