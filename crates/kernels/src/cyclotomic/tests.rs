//! Against the definition: values at the roots of unity by Horner in u128 arithmetic.

use super::{number::*, *};
use crate::{Backend, Modulus};

/// The definition: Σ_j x_j·root^(i·j) for each exponent i, where the j-th coefficient belongs to X^j.
fn by_definition(q: u64, root: u64, x: &[u64], exponents: &[u32]) -> Vec<u64> {
    let mul = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(q)) as u64;
    let power = |mut e: u32| {
        let (mut result, mut square) = (1, root);
        while e > 0 {
            if e % 2 == 1 {
                result = mul(result, square);
            }
            square = mul(square, square);
            e /= 2;
        }
        result
    };
    let value = |&i: &u32| {
        let at = power(i);
        x.iter()
            .rev()
            .fold(0, |sum, &c| ((u128::from(mul(sum, at)) + u128::from(c)) % u128::from(q)) as u64)
    };
    exponents.iter().map(value).collect()
}

/// The largest prime q ≡ 1 mod k below 2^bits (trial by Fermat and Miller–Rabin to few bases).
fn prime(bits: u32, k: u64) -> u64 {
    let top = (1_u64 << bits) - 1;
    let mut q = top / k * k + 1;
    while q > top || !probably_prime(q) {
        q -= k;
    }
    q
}

fn probably_prime(q: u64) -> bool {
    if q.is_multiple_of(2) {
        return false;
    }
    let modulus = Modulus::new(q).expect("below 2^62");
    let twos = (q - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
        let mut x = modulus.pow(base % q, (q - 1) >> twos);
        if x == 1 || base % q == 0 {
            return true;
        }
        for _ in 0..twos {
            if x == q - 1 {
                return true;
            }
            x = modulus.mul(x, x);
        }
        false
    })
}

fn words(q: u64, len: usize, seed: u64) -> Vec<u64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 1) % q
    };
    (0..len).map(|i| if i % 13 == 5 { q - 1 } else { next() }).collect()
}

/// The column (o, i) of a tensor.
fn column(x: &[u64], rows: usize, inner: usize, o: usize, i: usize) -> Vec<u64> {
    (0..rows).map(|j| x[(o * rows + j) * inner + i]).collect()
}

/// One transform on one shape, on all backends: by definition, back again, all equal.
fn judge(
    q: u64,
    p: u32,
    e: u32,
    kind: Option<MethodKind>,
    outer: usize,
    inner: usize,
    samples: usize,
) {
    let x = words(q, outer * (p.pow(e - 1) * (p - 1)) as usize * inner, u64::from(p.pow(e)));
    judge_of(q, p, e, kind, [outer, inner], samples, &x);
}

/// Likewise, of these words.
fn judge_of(
    q: u64,
    p: u32,
    e: u32,
    kind: Option<MethodKind>,
    [outer, inner]: [usize; 2],
    samples: usize,
    x: &[u64],
) {
    let order = u64::from(p.pow(e));
    let root = root_of_unity(&Modulus::new(q).expect("modulus"), order).expect("root");
    let mut expected: Option<(Vec<u64>, Vec<u32>)> = None;
    for backend in Backend::available() {
        let zq = Zq::with_backend(q, backend).expect("available");
        let factor = match kind {
            None => Factor::new(zq, p, e, root),
            Some(kind) => Factor::with_method(zq, p, e, root, kind),
        }
        .expect("possible");
        let name = format!("{p}^{e} mod {q} on {backend}, {outer}×·×{inner}: {}", factor.method());
        let rows = factor.totient();
        let mut y = x.to_vec();
        let mut scratch = Scratch::new();
        factor.forward(&mut y, outer, inner, &mut scratch);
        assert!(y.iter().all(|&y| y < q), "{name}");
        match &expected {
            Some((values, exponents)) => {
                assert_eq!(exponents, factor.exponents(), "{name}");
                assert!(*values == y, "{name}: differs from another backend");
            }
            None => {
                let mut exponents = factor.exponents().to_vec();
                // Large transforms are compared at places all over, the others everywhere.
                let places: Vec<usize> =
                    (0..rows).step_by(rows.div_ceil(600)).chain([rows - 1]).collect();
                let columns = outer * inner;
                for sample in 0..columns.min(samples) {
                    let c = sample * columns / columns.min(samples);
                    let (o, i) = (c / inner, c % inner);
                    let compared: Vec<u32> = places.iter().map(|&a| exponents[a]).collect();
                    let values = by_definition(q, root, &column(x, rows, inner, o, i), &compared);
                    let y = column(&y, rows, inner, o, i);
                    assert!(
                        places.iter().zip(values).all(|(&a, v)| y[a] == v),
                        "{name}: column {c}"
                    );
                }
                exponents.sort_unstable();
                let units: Vec<u32> = (1..p.pow(e)).filter(|i| i % p != 0).collect();
                assert_eq!(exponents, units, "{name}: every root once");
                expected = Some((y.clone(), factor.exponents().to_vec()));
            }
        }
        factor.inverse(&mut y, outer, inner, &mut scratch);
        assert!(*x == *y, "{name}: not the inverse");
    }
}

fn prime_powers(bound: u32) -> impl Iterator<Item = (u32, u32)> {
    (2..=bound).filter_map(|n| match factorise(n)[..] {
        [(p, e)] => Some((p, e)),
        _ => None,
    })
}

#[test]
fn every_prime_power_equals_the_definition() {
    for (p, e) in prime_powers(260) {
        let k = u64::from(p.pow(e));
        judge(prime(50, k), p, e, None, 1, 1, 1);
        let friendly = lcm(k, Factor::friendly(p, e));
        for (outer, inner) in [(1, 1), (1, 8), (3, 5), (2, 16), (1, 21)] {
            judge(prime(49, friendly), p, e, None, outer, inner, 3);
        }
        judge(prime(61, friendly), p, e, None, 1, 9, 2);
        judge(prime(25.max(friendly.ilog2() + 8), friendly), p, e, None, 9, 2, 2);
    }
}

#[test]
fn words_as_far_from_zero_as_they_may_be_stay_within_the_lanes() {
    // Both halves of the DFT of p points see their largest operands where signs follow those of its waves.
    let patterns: [fn(usize) -> bool; 6] = [
        |_| true,
        |j| j % 2 == 0,
        |j| j % 3 == 0,
        |j| j.count_ones() % 2 == 0,
        |j| (j * j) % 11 < 6,
        |j| (j * j * j) % 13 < 7,
    ];
    for p in [3, 5, 7, 11, 13, 17, 19, 23, 31, 43, 67, 79, 127, 257, 683] {
        let q = prime(50, lcm(u64::from(p), Factor::friendly(p, 1)));
        for pattern in patterns {
            for (high, low) in [(q - 1, 0), (q / 2, q / 2 + 1)] {
                let word = |at: usize| if pattern(at / 8) { high } else { low };
                let x: Vec<u64> = (0..8 * (p as usize - 1)).map(word).collect();
                judge_of(q, p, 1, None, [1, 8], 1, &x);
            }
        }
    }
}

#[test]
fn each_method_serves_each_prime() {
    for p in (3..200).filter(|&p| is_prime(p)) {
        let k = u64::from(p);
        judge(prime(50, k), p, 1, Some(MethodKind::Dense), 2, 9, 2);
        judge(prime(50, k * 1024), p, 1, Some(MethodKind::Padded), 2, 3, 2);
        for (outer, inner) in [(1, 1), (2, 1), (1, 3), (5, 7), (1, 32)] {
            let q = prime(50, k * lcm(2, Factor::friendly(p, 1)) * (k - 1));
            judge(q, p, 1, Some(MethodKind::Rader), outer, inner, 2);
        }
    }
}

#[test]
fn higher_powers_are_cut_into_pieces() {
    for (p, e) in
        [(3_u32, 6), (3, 7), (3, 8), (5, 5), (7, 4), (11, 3), (13, 3), (31, 2), (43, 2), (127, 2)]
    {
        let k = lcm(u64::from(p.pow(e)), Factor::friendly(p, e));
        judge(prime(50, k), p, e, None, 1, 1, 1);
        judge(prime(50, k), p, e, None, 2, 3, 1);
        judge(prime(50, k), p, e, None, 1, 8, 1);
    }
}

#[test]
fn large_primes_nest() {
    for p in [257, 521, 683, 1031, 1543, 4099, 8191] {
        let k = lcm(u64::from(p), Factor::friendly(p, 1));
        judge(prime(50, k), p, 1, None, 1, 1, 1);
        judge(prime(50, k), p, 1, None, 1, 3, 1);
        judge(prime(50, k), p, 1, None, 2, 8, 1);
        judge(prime(50, u64::from(p)), p, 1, None, 1, 1, 1);
    }
}

#[test]
fn the_largest_primes_serve() {
    // 65536 has no coprime cut; 131070 = 2·3·5·17·257; 114688 = 2^14·7.
    for p in [40961, 65537, 114_689, 131_071] {
        judge(prime(50, lcm(u64::from(p), Factor::friendly(p, 1))), p, 1, None, 1, 1, 1);
    }
    let padded = |p: &u32| {
        is_prime(*p) && method::cheapest(cost::Costs::of_order(), *p, None) == MethodKind::Padded
    };
    let p = (3..1 << 16).rev().find(padded).expect("one of 6500 primes");
    judge(prime(50, lcm(u64::from(p), Factor::friendly(p, 1))), p, 1, None, 1, 1, 1);
}

#[cfg(feature = "fault-injection")]
#[test]
fn a_planted_fault_changes_values() {
    let cases = [
        (3, 1),
        (3, 4),
        (5, 2),
        (7, 1),
        (11, 2),
        (43, 1),
        (127, 1),
        (257, 1),
        (2, 3),
        (2, 7),
        (4099, 1),
    ];
    for (p, e) in cases {
        let q = prime(50, lcm(u64::from(u32::pow(p, e)), Factor::friendly(p, e)));
        let root = root_of_unity(&Modulus::new(q).expect("modulus"), u64::from(u32::pow(p, e)));
        for backend in Backend::available() {
            let zq = Zq::with_backend(q, backend).expect("available");
            let factor = Factor::new(zq, p, e, root.expect("root")).expect("possible");
            for (position, inner) in [(0, 1), (3, 1), (1, 8)] {
                let faulty = factor.clone().with_planted_fault(position);
                let mut right = words(q, factor.totient() * inner, 7);
                let mut wrong = right.clone();
                factor.forward(&mut right, 1, inner, &mut Scratch::new());
                faulty.forward(&mut wrong, 1, inner, &mut Scratch::new());
                assert!(right != wrong, "{p}^{e} on {backend}, position {position}");
            }
        }
    }
}

#[test]
fn what_is_no_factor_is_refused() {
    let zq = Zq::with_backend(97, Backend::Portable).expect("modulus");
    assert_eq!(Factor::new(zq, 9, 1, 1).err(), Some(FactorError::NotPrime(9)));
    assert_eq!(Factor::new(zq, 1, 1, 1).err(), Some(FactorError::NotPrime(1)));
    let out = |prime, exponent| Some(FactorError::OutOfRange { prime, exponent });
    assert_eq!(Factor::new(zq, 3, 0, 1).err(), out(3, 0));
    assert_eq!(Factor::new(zq, 3, 40, 1).err(), out(3, 40));
    assert_eq!(Factor::new(zq, 3, 12, 1).err(), out(3, 12));
    for root in [0, 1, 2, 97, u64::MAX] {
        let no_root = FactorError::NoRoot { root, prime: 3, exponent: 1, q: 97 };
        assert_eq!(Factor::new(zq, 3, 1, root).err(), Some(no_root));
    }
    let root = root_of_unity(zq.modulus(), 3).expect("3 divides 96");
    assert!(Factor::new(zq, 3, 1, root).is_ok());
}
