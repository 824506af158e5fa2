//! The model against facts of algebraic number theory.

use num_bigint::BigInt;
use num_traits::{One, Pow, Zero};

use super::*;
use crate::inputs::Stream;
use crate::reference::coefficients::{Integers, ModQ, big};
use crate::reference::numbers::{element_of_order, moebius, pow_mod, totient};

fn over_z(m: u64) -> Cyclotomic<Integers> {
    Cyclotomic::new(Integers, m)
}

const INDICES: [u64; 14] = [1, 3, 4, 5, 7, 8, 9, 12, 15, 20, 27, 45, 60, 105];

#[test]
fn the_decoding_basis_is_dual_to_the_conjugate_powerful_basis() {
    for m in INDICES {
        let ring = over_z(m);
        let g = ring.g();
        for j in 0..ring.degree() {
            let d =
                ring.monomials(ring.decoding_element(j).into_iter().map(|e| (e, BigInt::one())));
            let g_d = ring.mul(&g, &d);
            for k in 0..ring.degree() {
                let expected = if j == k { ring.m_hat() } else { 0 };
                let coefficient = ring.decoding_coefficient(&g_d, k);
                assert_eq!(coefficient, BigInt::from(expected), "m = {m}, j = {j}, k = {k}");
            }
        }
    }
}

#[test]
fn g_is_the_product_of_its_factors_in_every_form() {
    let mut stream = Stream::new(6);
    for m in INDICES {
        let ring = over_z(m);
        let odd = ring.axes().iter().filter(|(p, _)| p % 2 == 1);
        let g = odd.fold(ring.constant(1), |g, (p, _)| {
            let factor = [(0, BigInt::one()), (m / p, -BigInt::one())];
            ring.mul(&g, &ring.monomials(factor))
        });
        assert_eq!(ring.g(), g, "m = {m}");
        let c = big(&stream.integers(ring.degree(), 1000));
        assert_eq!(ring.mul_g(&c), ring.mul(&g, &c), "m = {m}");
        let expected = ring.mul(&g, &ring.from_decoding(&c));
        assert_eq!(ring.from_decoding_times_g(&c), expected, "m = {m}");
    }
    let ring = Cyclotomic::new(ModQ(181), 45);
    let root = element_of_order(45, 181).expect("181 = 4·45 + 1 is prime");
    assert_eq!(ring.g_at(&root), ring.evaluate(&ring.g(), &root));
}

#[test]
fn traces_of_roots_of_unity_are_ramanujan_sums() {
    for m in INDICES {
        let ring = over_z(m);
        for i in 0..m {
            // Hardy and Wright, theorem 272: μ(m/d)·φ(m)/φ(m/d) for d = gcd(i, m).
            let order = m / gcd(i, m);
            let expected = moebius(order) * (totient(m) / totient(order)) as i64;
            let root = ring.monomials([(i, BigInt::one())]);
            assert_eq!(ring.trace(&root), BigInt::from(expected), "m = {m}, i = {i}");
        }
    }
}

#[test]
fn norms_are_the_known_ones() {
    // N(1 - ζ_p) = p in Q(ζ_p), so N(g) = ∏ p^(φ(m)/(p-1)) over the odd p | m.
    for m in INDICES {
        let ring = over_z(m);
        let odd = ring.axes().iter().filter(|(p, _)| p % 2 == 1);
        let expected = odd.fold(BigInt::one(), |norm, (p, _)| {
            norm * BigInt::from(*p).pow(ring.degree() / (*p as usize - 1))
        });
        assert_eq!(ring.norm(&ring.g()), expected, "m = {m}");
    }
    // N(2 - ζ_m) = Φ_m(2): Φ_7(2) = 127, Φ_9(2) = 73, Φ_15(2) = 151.
    for (m, expected) in [(7, 127), (9, 73), (15, 151)] {
        let ring = over_z(m);
        let element = ring.monomials([(0, BigInt::from(2)), (1, -BigInt::one())]);
        assert_eq!(ring.norm(&element), BigInt::from(expected), "m = {m}");
    }
}

#[test]
fn gauss_sums_are_square_roots() {
    // Gauss: (Σ (a/p)·ζ^a)^2 = (-1/p)·p.
    for p in [3_u64, 5, 7, 11, 13] {
        let ring = over_z(p);
        let legendre = |a| if pow_mod(a, (p - 1) / 2, p) == 1 { 1 } else { -1 };
        let sum = ring.monomials((1..p).map(|a| (a, BigInt::from(legendre(a)))));
        let sign = if p % 4 == 1 { 1 } else { -1 };
        assert_eq!(ring.mul(&sum, &sum), ring.constant(sign * p as i64), "p = {p}");
    }
}

#[test]
fn both_bases_span_the_ring() {
    // The determinant of the change to the power basis is ±1 for a Z-basis of R.
    for m in INDICES {
        let ring = over_z(m);
        let element = |es: &[u64]| ring.monomials(es.iter().map(|&e| (e, BigInt::one())));
        let powerful: Vec<_> = ring.powerful_exponents().iter().map(|&e| element(&[e])).collect();
        let decoding: Vec<_> =
            (0..ring.degree()).map(|j| element(&ring.decoding_element(j))).collect();
        for basis in [powerful, decoding] {
            let determinant = determinant(basis);
            assert!(determinant == BigInt::one() || determinant == -BigInt::one(), "m = {m}");
        }
    }
}

/// Bareiss' elimination, which stays in the integers.
fn determinant(mut rows: Vec<Vec<BigInt>>) -> BigInt {
    let (mut previous, mut sign) = (BigInt::one(), 1);
    for k in 0..rows.len() {
        let Some(pivot) = (k..rows.len()).find(|&i| !rows[i][k].is_zero()) else {
            return BigInt::zero();
        };
        if pivot != k {
            rows.swap(pivot, k);
            sign = -sign;
        }
        for i in k + 1..rows.len() {
            for j in k + 1..rows.len() {
                let minor = &rows[i][j] * &rows[k][k] - &rows[i][k] * &rows[k][j];
                rows[i][j] = minor / &previous;
            }
        }
        previous = rows[k][k].clone();
    }
    previous * sign
}

#[test]
fn conjugation_commutes_with_evaluation() {
    let (m, q) = (45, 181);
    let ring = Cyclotomic::new(ModQ(q), m);
    let root = element_of_order(m, q).expect("181 = 4·45 + 1 is prime");
    let x = Stream::new(3).residues(ring.degree(), q);
    for &k in ring.units() {
        let image = ring.automorphism(&x, k);
        assert_eq!(ring.evaluate(&image, &root), ring.evaluate(&x, &pow_mod(root, k, q)));
    }
}

#[test]
fn the_tweaked_trace_undoes_the_embedding_and_is_onto_integers() {
    let mut stream = Stream::new(4);
    for (m_sub, m) in [(1, 15), (3, 9), (4, 60), (5, 45), (9, 45), (7, 105), (15, 105), (8, 16)] {
        let (small, large) = (over_z(m_sub), over_z(m));
        let x = big(&stream.integers(small.degree(), 100));
        let image = large.embed(&x, m_sub);
        let factor = large.twace_factor(m_sub);
        let back = large.scaled_twace(&image, m_sub);
        assert_eq!(back, large.scale(factor, &image), "{m_sub} in {m}");
        // On any element of R the result is m̂/m̂_sub times an element of R.
        let y = big(&stream.integers(large.degree(), 100));
        let twace = large.scaled_twace(&y, m_sub);
        assert!(twace.iter().all(|c| (c % factor).is_zero()), "{m_sub} in {m}");
    }
}

#[test]
fn reduction_mod_q_commutes_with_everything() {
    let (m, q) = (60, 1_000_003);
    let (exact, residues) = (over_z(m), Cyclotomic::new(ModQ(q), m));
    let mut stream = Stream::new(5);
    let (a, b) = (stream.integers(exact.degree(), 1 << 40), stream.integers(exact.degree(), 9));
    let reduce = |x: &[BigInt]| -> Vec<u64> {
        let q = BigInt::from(q);
        let least = |c: &BigInt| u64::try_from(((c % &q) + &q) % &q).expect("below q");
        x.iter().map(least).collect()
    };
    let (a, b) = (big(&a), big(&b));
    let (ra, rb) = (reduce(&a), reduce(&b));
    assert_eq!(reduce(&exact.mul(&a, &b)), residues.mul(&ra, &rb));
    assert_eq!(reduce(&exact.from_decoding(&a)), residues.from_decoding(&ra));
    assert_eq!(reduce(&exact.from_powerful(&a)), residues.from_powerful(&ra));
    assert_eq!(reduce(&[exact.trace(&a)]), [residues.trace(&ra)]);
}
