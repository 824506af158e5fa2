//! Primes and roots against trial division and known answers.

use proptest::prelude::*;
use ringassay_ring::index::Index;
use ringassay_ring::primes::{
    MAX_BITS, MAX_COUNT, PrimeError, factorise, is_prime, root_of_unity, search, search_each,
    search_with,
};

fn is_prime_by_division(n: u64) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

fn pow_mod(base: u64, exponent: u64, q: u64) -> u64 {
    (0..exponent).fold(1 % q, |x, _| (u128::from(x) * u128::from(base) % u128::from(q)) as u64)
}

#[test]
fn primality_by_trial_division() {
    for n in 0..50_000 {
        assert_eq!(is_prime(n), is_prime_by_division(n), "{n}");
    }
}

/// π(10^6) = 78498 is older than any computer.
#[test]
fn the_number_of_primes_below_a_million() {
    assert_eq!((0..1_000_000u64).filter(|&n| is_prime(n)).count(), 78_498);
}

/// Strong pseudoprimes to the first bases, which tests with fewer bases take for primes: OEIS
/// A014233 (the smallest for the first k prime bases), and Carmichael numbers.
#[test]
fn pseudoprimes_are_composite() {
    let a014233 = [
        2047,
        1_373_653,
        25_326_001,
        3_215_031_751,
        2_152_302_898_747,
        3_474_749_660_383,
        341_550_071_728_321,
        3_825_123_056_546_413_051,
    ];
    for n in a014233.into_iter().chain([561, 1105, 1729, 9_746_347_772_161]) {
        assert!(!is_prime(n), "{n}");
    }
    // The largest primes below 2^64, 2^62, 2^61 (a Mersenne prime), 2^50.
    for n in [u64::MAX - 58, (1 << 62) - 57, (1 << 61) - 1, (1 << 50) - 27] {
        assert!(is_prime(n), "{n}");
    }
}

#[test]
fn factorisation_multiplies_back_to_primes() {
    let hard = [
        1,
        2,
        1 << 63,
        u64::MAX,
        (1 << 61) - 1,
        // Squares, cubes and products of primes that trial division does not find.
        4_294_967_291 * 4_294_967_279,
        4_294_967_291 * 4_294_967_291,
        2_097_143 * 2_097_143 * 2_097_143,
        257 * 257 * 263 * 263,
        65_537 * 65_539 * 2_097_143,
    ];
    for n in hard.into_iter().chain(1..5000) {
        let parts = factorise(n);
        assert_eq!(parts.iter().map(|&(p, e)| p.pow(e)).product::<u64>(), n);
        assert!(parts.iter().all(|&(p, e)| is_prime(p) && e > 0));
        assert!(parts.windows(2).all(|w| w[0].0 < w[1].0));
    }
    assert_eq!(factorise(0), []);
}

proptest! {
    #[test]
    fn factorisation_of_any_number(n in 1u64..) {
        let parts = factorise(n);
        prop_assert_eq!(parts.iter().map(|&(p, e)| p.pow(e)).product::<u64>(), n);
        prop_assert!(parts.iter().all(|&(p, _)| is_prime(p)));
    }
}

#[test]
fn a_search_finds_the_largest_primes() {
    for m in [1, 4, 7, 9, 12, 105, 128] {
        let index = Index::new(m).unwrap();
        for bits in 2..=16 {
            let mut expected: Vec<u64> = (1u64 << (bits - 1)..1 << bits)
                .filter(|&q| is_prime_by_division(q) && (q - 1) % m == 0)
                .collect();
            expected.reverse();
            let count = expected.len();
            let found = search_with(&index, bits, count.min(5), &[], |_| 1).unwrap();
            assert_eq!(found, expected[..count.min(5)]);
            let error = search_with(&index, bits, count + 1, &[], |_| 1).unwrap_err();
            assert_eq!(error, PrimeError::TooFew { m, bits, count: count + 1, found: count });
            if let [first, second, ..] = expected[..] {
                let found = search_with(&index, bits, 1, &[first], |_| 1).unwrap();
                assert_eq!(found, [second]);
            }
        }
    }
}

#[test]
fn friendly_divisors_are_taken_where_they_fit() {
    let index = Index::new(3 * 43 * 127).unwrap();
    let friendly = |f: &ringassay_ring::index::PrimePower| match f.prime {
        127 => 126 * 256,
        43 => 42 * 128,
        _ => 3,
    };
    let all = 43 * 127 * 63 * 512; // lcm(m, 126·256, 42·128, 3)
    let primes = search_with(&index, 45, 3, &[], friendly).unwrap();
    assert!(primes.iter().all(|q| q % all == 1 && q.ilog2() == 44), "{primes:?}");
    // Not a single number of 20 bits is 1 modulo all of that: only what fits is taken.
    let primes = search_with(&index, 20, 3, &[], friendly).unwrap();
    assert!(primes.iter().all(|q| q % index.m() == 1 && is_prime_by_division(*q)));
    // A divisor beyond 64 bits is passed over.
    let primes = search_with(&index, 20, 1, &[], |_| u64::MAX).unwrap();
    assert_eq!(primes[0] % index.m(), 1);
}

#[test]
fn the_largest_moduli() {
    let index = Index::new(1 << 18).unwrap();
    let primes = search_with(&index, MAX_BITS, 40, &[], |_| 1).unwrap();
    assert_eq!(primes.len(), 40);
    assert!(primes.windows(2).all(|w| w[0] > w[1]));
    assert!(primes.iter().all(|&q| q >> (MAX_BITS - 1) == 1 && q % (1 << 18) == 1 && is_prime(q)));
}

#[test]
fn impossible_searches() {
    let index = Index::new(7).unwrap();
    for bits in [0, 1, 63, u32::MAX] {
        assert_eq!(search_with(&index, bits, 1, &[], |_| 1), Err(PrimeError::Bits { bits }));
    }
    let count = MAX_COUNT + 1;
    assert_eq!(search_with(&index, 60, count, &[], |_| 1), Err(PrimeError::Count { count }));
    let error = search_with(&index, 5, 2, &[], |_| 1).unwrap_err(); // only 29
    assert!(error.to_string().contains("only 1 exist"), "{error}");
}

#[test]
fn roots_have_their_order_and_agree() {
    for q in (2..400).filter(|&q| is_prime_by_division(q)) {
        for order in (1..q).filter(|order| (q - 1) % order == 0) {
            let root = root_of_unity(q, order).unwrap();
            assert_eq!(pow_mod(root, order, q), 1);
            assert!((1..order).all(|k| pow_mod(root, k, q) != 1), "{root} mod {q}");
            for divisor in (1..=order).filter(|d| order % d == 0) {
                let expected = pow_mod(root, order / divisor, q);
                assert_eq!(root_of_unity(q, divisor), Ok(expected));
            }
        }
        assert_eq!(root_of_unity(q, q), Err(PrimeError::NoRoot { q, order: q }));
        assert_eq!(root_of_unity(q, 0), Err(PrimeError::NoRoot { q, order: 0 }));
        assert_eq!(root_of_unity(q * q, 1), Err(PrimeError::NotPrime { q: q * q }));
    }
    // Least primitive roots (OEIS A001918) of 2, 7, 23, 41, 191.
    for (q, root) in [(2, 1), (7, 3), (23, 5), (41, 6), (191, 19)] {
        assert_eq!(root_of_unity(q, q - 1), Ok(root));
    }
}

#[test]
fn a_prime_for_each_size_and_none_twice() {
    let index = Index::new(2048).unwrap();
    let bits = [50, 40, 40, 50, 30, 40];
    let found = search_each(&index, &bits).unwrap();
    assert!(found.iter().zip(bits).all(|(q, bits)| q.ilog2() + 1 == bits && q % 2048 == 1));
    let [mut of_40, mut largest] =
        [[1, 2, 5].map(|i| found[i]).to_vec(), search(&index, 40, 3, &[]).unwrap()];
    of_40.sort_unstable();
    largest.sort_unstable();
    assert_eq!(of_40, largest);
    let too_many = search_each(&index, &[14; 9]);
    assert!(matches!(too_many, Err(PrimeError::TooFew { .. })), "eight candidates of 14 bits");
}
