//! Z[X + 1/X]/(X^{2N} + 1) against polynomials modulo X^{2N} + 1, multiplied and evaluated by definition.

use ringassay_kernels::Backend;
use ringassay_ring::{
    Crt, Element, IntElement, Powerful, RnsRing,
    embedding::Embedding,
    index::{Index, IndexError},
    primes::search,
    sample::{Distribution, Sampler, Seed},
};

use crate::common::random::Random;

const INDICES: [u64; 7] = [8, 16, 32, 64, 128, 512, 2048];

fn index(m: u64) -> Index {
    Index::conjugate_invariant(m).expect("a power of two")
}

/// The coefficients of a_0 + Σ a_k·(X^k + X^-k) as a polynomial of degree below 2N: X^-k is -X^{2N-k}.
fn polynomial(a: &[i64]) -> Vec<i64> {
    let n = a.len();
    let mut all = vec![0; 2 * n];
    for (k, &a) in a.iter().enumerate().skip(1) {
        (all[k], all[2 * n - k]) = (a, -a);
    }
    all[0] = a[0];
    all
}

/// The product modulo X^{2N} + 1, term by term.
fn product(a: &[i64], b: &[i64]) -> Vec<i64> {
    let n = a.len();
    let mut all = vec![0; n];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let sign = if i + j < n { 1 } else { -1 };
            all[(i + j) % n] += sign * a * b;
        }
    }
    all
}

/// X ↦ X^k modulo X^{2N} + 1, term by term.
fn substituted(a: &[i64], k: usize) -> Vec<i64> {
    let n = a.len();
    let mut all = vec![0; n];
    for (i, a) in a.iter().enumerate() {
        let exponent = i * k % (2 * n);
        all[exponent % n] += if exponent < n { *a } else { -a };
    }
    all
}

/// The first half, if the other is its mirror image.
fn folded(a: &[i64]) -> Vec<i64> {
    let half = a[..a.len() / 2].to_vec();
    assert_eq!(polynomial(&half), a, "an element of the ring");
    half
}

fn element(ring: &RnsRing, a: &[i64]) -> Element<Powerful> {
    Element::from_i64(ring, a).expect("n coefficients")
}

/// Every ring with some of its elements, on every backend.
fn everywhere(mut check: impl FnMut(&RnsRing, [&[i64]; 2])) {
    let mut random = Random::new(1);
    for m in INDICES {
        let index = index(m);
        let mut primes = search(&index, 40, 1, &[]).expect("a prime");
        primes.extend(search(&index, 58, 1, &[]).expect("a prime"));
        let (a, b) = (random.integers(index.degree()), random.integers(index.degree()));
        for backend in Backend::available() {
            let ring = RnsRing::with_backend(&index, &primes, backend).expect("a ring");
            check(&ring, [&a, &b]);
        }
    }
}

#[test]
fn products_are_those_of_symmetric_polynomials() {
    everywhere(|ring, [a, b]| {
        let expected = folded(&product(&polynomial(a), &polynomial(b)));
        let [x, y] = [a, b].map(|x| element(ring, x).into_crt());
        let found = x.try_mul(&y).expect("one ring").into_powerful();
        assert_eq!(found, element(ring, &expected), "{ring}, {}", ring.zq(0).backend());
    });
}

#[test]
fn automorphisms_substitute_powers_in_every_basis() {
    everywhere(|ring, [a, _]| {
        let m = ring.index().m();
        for k in [1, 3, 5, 7, m / 2 + 1, m - 5, m - 1, 25 % m] {
            let expected = folded(&substituted(&polynomial(a), k as usize));
            let expected = element(ring, &expected);
            let x = element(ring, a);
            assert_eq!(x.automorphism(k).expect("a unit"), expected, "{ring}, {k}");
            assert_eq!(x.automorphism(m - k).expect("a unit"), expected, "{ring}, -{k}");
            let values = x.to_crt().automorphism(k).expect("a unit");
            assert_eq!(values.into_powerful(), expected, "{ring}, values, {k}");
            let integers = IntElement::<Powerful>::from_coefficients(ring.index(), a.to_vec());
            let image = integers.expect("n of them").automorphism(k).expect("a unit");
            assert_eq!(image.reduce(ring).expect("one index"), expected);
        }
        assert!(element(ring, a).automorphism(2).is_err());
    });
}

#[test]
fn values_are_those_at_the_stated_roots() {
    everywhere(|ring, [a, _]| {
        let values: Element<Crt> = element(ring, a).into_crt();
        let polynomial = polynomial(a);
        for limb in 0..ring.limbs() {
            let modulus = ring.zq(limb).modulus();
            for (&u, &value) in ring.crt_exponents().iter().zip(values.limb(limb)).step_by(7) {
                let x = modulus.pow(ring.root(limb), u.into());
                let horner =
                    |sum, &c: &i64| modulus.add(modulus.mul(sum, x), modulus.reduce_i64(c));
                assert_eq!(value, polynomial.iter().rev().fold(0, horner), "{ring}, {u}");
            }
        }
    });
}

#[test]
fn constants_are_the_same_in_all_bases() {
    everywhere(|ring, _| {
        let three = Element::<Powerful>::constant(ring, -3);
        assert_eq!(three.to_crt(), Element::<Crt>::constant(ring, -3));
        assert_eq!(three.to_decoding().into_powerful(), three);
    });
}

/// Σ over the basis of the squares of what each is at 2cos(πu/2N).
fn squares(a: &[i64]) -> Vec<f64> {
    let n = a.len();
    let value = |u: usize| {
        let angle = |k: usize| ((k * u) % (4 * n)) as f64 * std::f64::consts::TAU / (4 * n) as f64;
        let terms = a.iter().enumerate().skip(1).map(|(k, &a)| a as f64 * 2.0 * angle(k).cos());
        let value = a[0] as f64 + terms.sum::<f64>();
        value * value
    };
    let mut all: Vec<f64> = (0..n).map(|j| value(2 * j + 1)).collect();
    all.sort_unstable_by(f64::total_cmp);
    all
}

#[test]
fn embeddings_are_real() {
    let mut random = Random::new(2);
    for m in INDICES {
        let index = index(m);
        let a = random.integers(index.degree());
        let mut found = Embedding::new(&index).squares(&a).to_vec();
        found.sort_unstable_by(f64::total_cmp);
        for (found, expected) in found.iter().zip(squares(&a)) {
            assert!((found - expected).abs() < 1e-8 * (1.0 + expected), "{m}: {found} {expected}");
        }
    }
}

#[test]
fn the_variance_of_embeddings_is_that_of_draws() {
    let index = index(64);
    let distribution = Distribution::Spherical { sigma: 3.2 };
    let sampler = Sampler::new(&index, distribution).expect("a sampler");
    let mut stream =
        Seed::from_bytes([3; 32]).stream(ringassay_ring::sample::Label::new("test"), 0);
    let mut a = vec![0; index.degree()];
    let draws = 20_000;
    let mut sum = 0.0;
    for _ in 0..draws {
        sampler.sample_into(&mut a, &mut stream);
        sum += squares(&a).iter().sum::<f64>() / a.len() as f64;
    }
    // 2n - 1 times the variance of a coefficient, where the estimate takes 2n of them.
    let ratio = sum / f64::from(draws) / distribution.embedding_variance(&index);
    let expected = 31.0 / 32.0;
    assert!((ratio - expected).abs() < 0.01, "{ratio}");
}

#[test]
fn indices_that_have_no_such_ring_are_refused() {
    for m in [0, 1, 4, 12, 48, 1 << 19, 1 << 40, u64::MAX] {
        let refused = Index::conjugate_invariant(m);
        assert_eq!(refused, Err(IndexError::ConjugateInvariant { m }), "{m}");
    }
    let largest = index(1 << 18);
    assert_eq!(largest.degree(), 1 << 16);
    assert!(largest.is_conjugate_invariant());
}

#[test]
fn it_is_not_the_cyclotomic_ring() {
    let (real, whole) = (index(64), Index::new(64).expect("an index"));
    assert_ne!(real, whole);
    assert!(real.divides(&real) && !real.divides(&whole) && !whole.divides(&real));
    assert_eq!(real.to_string(), "64 = 2^6, conjugate-invariant");
    assert_eq!(real.coordinates(real.position(&[9])), [9]);
    let primes = search(&real, 30, 1, &[]).expect("a prime");
    let [small, large] = [&real, &whole].map(|m| RnsRing::new(m, &primes).expect("a ring"));
    assert_ne!(small, large);
    assert!(small.to_string().starts_with("Z_Q[ζ_64 + 1/ζ_64]"));
    let (x, y) = (Element::<Crt>::zero(&small), Element::<Crt>::zero(&large));
    assert!(x.try_mul(&y).is_err());
}
