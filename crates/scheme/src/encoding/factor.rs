//! A factor of Φ_m modulo p^r, by which the slots are named.
//!
//! Modulo p the cyclotomic polynomial has ℓ' irreducible factors of degree d; each has one lift
//! modulo p^r that divides Φ_m. Which of them is called F_0 is a choice of the root of unity η:
//! here it is the first that is found, in an order of candidates fixed by m and p alone, so that all
//! processes encode alike.

use num_bigint::BigUint;
use ringassay_ring::primes::factorise;

use super::galois::{GaloisRing, inverse, mul_add_mod, mul_mod};
use super::{EncodingError, PlaintextRing};

/// The largest degree of a slot: the search for an irreducible polynomial grows with its cube.
pub const MAX_DEGREE: usize = 400;

/// The coefficients below x^d of F_0, the monic factor of degree d of Φ_m modulo t = p^r.
pub(super) fn find(ring: &PlaintextRing) -> Result<Vec<u64>, EncodingError> {
    let (prime, exponent, t) = (ring.prime(), ring.exponent(), ring.modulus());
    let degree = ring.slots().degree();
    if t > 1 << GaloisRing::MAX_BITS {
        let max_bits = GaloisRing::MAX_BITS;
        return Err(EncodingError::Modulus { prime, exponent, max_bits });
    }
    if degree > MAX_DEGREE {
        return Err(EncodingError::Degree { prime, degree, max: MAX_DEGREE });
    }
    let galois = GaloisRing::new(t, irreducible(prime, degree));
    let root = root_of_unity(&galois, ring);
    Ok(minimal_polynomial(&galois, &root, t))
}

/// The polynomials of degree below `degree` whose coefficients are the digits to the base p of
/// `start`, `start` + 1, ….
fn candidates(p: u64, degree: usize, start: u64) -> impl Iterator<Item = Vec<u64>> {
    (start..).map(move |number| {
        let mut rest = number;
        let digit = |_| {
            let digit = rest % p;
            rest /= p;
            digit
        };
        (0..degree).map(digit).collect()
    })
}

/// The tail of an irreducible polynomial x^d + tail modulo p, of the first tail that gives one. About
/// one polynomial in d is irreducible, so that few coefficients of the tail are not zero. For
/// many p and d none of the p binomials is irreducible, so that they are left out.
fn irreducible(p: u64, degree: usize) -> Vec<u64> {
    let start = if degree == 1 { 0 } else { p };
    candidates(p, degree, start).find(|tail| is_irreducible(p, tail)).unwrap_or_default()
}

/// Ben-Or's test (FOCS 1981): a reducible G of degree d has a factor in common with x^{p^i} - x for
/// some i <= d/2, and most have one for a small i.
fn is_irreducible(p: u64, tail: &[u64]) -> bool {
    let degree = tail.len();
    if degree == 1 {
        return true;
    }
    if tail[0] == 0 {
        return false;
    }
    let field = GaloisRing::new(p, tail.to_vec());
    let exponent = BigUint::from(p);
    let mut power = vec![0; degree];
    power[1] = 1;
    (0..degree / 2).all(|_| {
        power = field.pow(&power, &exponent);
        let mut difference = power.clone();
        difference[1] = (difference[1] + p - 1) % p;
        let modulus = tail.iter().copied().chain([1]).collect();
        is_coprime(modulus, difference, p)
    })
}

/// Whether two polynomials modulo the prime p have no factor in common, by Euclid.
fn is_coprime(mut a: Vec<u64>, mut b: Vec<u64>, p: u64) -> bool {
    let trim = |x: &mut Vec<u64>| x.truncate(x.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1));
    trim(&mut b);
    while let Some(&leading) = b.last() {
        let Some(scale) = inverse(leading, p) else { return false };
        while a.len() >= b.len() {
            let top = a.len() - b.len();
            let factor = a.last().map_or(0, |&x| mul_mod(p - x, scale, p));
            for (x, &y) in a[top..].iter_mut().zip(&b) {
                *x = mul_add_mod(*x, factor, y, p);
            }
            trim(&mut a);
        }
        (a, b) = (b, a);
    }
    a.len() == 1
}

/// An element of order exactly m. The units of the Galois ring number (p^d - 1)·p^{d(r-1)}, so that
/// the power of any of them to the m-th part of that number has an order that divides m.
fn root_of_unity(galois: &GaloisRing, ring: &PlaintextRing) -> Vec<u64> {
    let (m, p) = (ring.index().m(), ring.prime());
    // Below 2^9.
    let degree = galois.degree() as u32;
    let size = BigUint::from(p).pow(degree);
    let teichmueller = size.pow(ring.exponent() - 1);
    let exponent = (size - 1u32) / m * teichmueller;
    let parts: Vec<BigUint> =
        factorise(m).into_iter().map(|(prime, _)| BigUint::from(m / prime)).collect();
    let one = galois.one();
    // Constants are of small order unless the ring has no others.
    let start = if degree == 1 { 1 } else { p };
    candidates(p, galois.degree(), start)
        .map(|candidate| galois.pow(&candidate, &exponent))
        .find(|root| parts.iter().all(|part| galois.pow(root, part) != one))
        .unwrap_or(one)
}

/// The coefficients below x^d of the monic polynomial of degree d with the given root, whose powers
/// 1, …, root^{d-1} are a basis over Z_t: the solution of Σ f_k·root^k = -root^d.
fn minimal_polynomial(galois: &GaloisRing, root: &[u64], t: u64) -> Vec<u64> {
    let d = galois.degree();
    let powers: Vec<Vec<u64>> =
        std::iter::successors(Some(galois.one()), |power| Some(galois.mul(power, root)))
            .take(d + 1)
            .collect();
    // One row for each coordinate: the unknowns' columns and the right side.
    let mut rows: Vec<Vec<u64>> =
        (0..d).map(|i| powers.iter().map(|power| power[i]).collect()).collect();
    for row in &mut rows {
        row[d] = (t - row[d]) % t;
    }
    for column in 0..d {
        // Modulo p the matrix is regular, so that there is a unit among the pivots.
        let pivot = (column..d).find_map(|i| Some((i, inverse(rows[i][column], t)?)));
        let Some((at, scale)) = pivot else { continue };
        rows.swap(column, at);
        let pivot: Vec<u64> = rows[column].iter().map(|&x| mul_mod(x, scale, t)).collect();
        for row in &mut rows {
            let factor = t - row[column];
            for (x, &y) in row.iter_mut().zip(&pivot).skip(column) {
                *x = mul_add_mod(*x, factor, y, t);
            }
        }
        rows[column] = pivot;
    }
    rows.iter().map(|row| row[d]).collect()
}
