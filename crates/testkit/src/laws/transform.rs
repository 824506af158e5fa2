//! Transforms between coefficients and values at roots of unity.

use super::verdict::{Verdict, equal, holds};
use crate::inputs::{Stream, residue_vectors};
use crate::reference::interpolation::Interpolation;
use crate::reference::numbers::{mul_mod, pow_mod};
use crate::reference::{Cyclotomic, ModQ};

/// The change from the powerful basis of index m to values at the primitive m-th roots of unity
/// modulo one prime, and back. For a prime power, and for m = 2N (a negacyclic transform of N
/// points), the powerful basis is the power basis.
pub trait Transform {
    /// What is judged, for messages.
    fn subject(&self) -> String;
    /// The modulus, a prime q ≡ 1 mod m.
    fn q(&self) -> u64;
    /// The index m.
    fn m(&self) -> u64;
    /// The root of unity that belongs to each output position.
    fn roots(&self) -> Vec<u64>;
    /// Coefficients to values.
    fn forward(&self, x: &[u64]) -> Vec<u64>;
    /// Values to coefficients.
    fn inverse(&self, x: &[u64]) -> Vec<u64>;
}

/// One factor of a tensor of transforms: works on the middle axis of `[outer][n][inner]`.
pub trait AxisTransform: Transform {
    /// Coefficients to values along the axis.
    fn forward_axis(&self, x: &[u64], outer: usize, inner: usize) -> Vec<u64>;
    /// Values to coefficients along the axis.
    fn inverse_axis(&self, x: &[u64], outer: usize, inner: usize) -> Vec<u64>;
}

/// Up to this degree, every value is compared with Horner's rule (n·m products for each input).
const HORNER_DEGREE: usize = 256;
/// Up to this degree, products are compared with the schoolbook.
const SCHOOLBOOK_DEGREE: usize = 640;
/// Above this degree, only two inputs.
const FEW_INPUTS_DEGREE: usize = 10_000;
/// Above [`HORNER_DEGREE`], Horner's rule at so many random positions.
const HORNER_SAMPLES: u64 = 12;

/// Values are values, for all positions at once, and the inverse is the inverse.
pub fn suite(transform: &impl Transform, stream: &mut Stream) -> Verdict {
    let (q, m, subject) = (transform.q(), transform.m(), transform.subject());
    let ring = Cyclotomic::new(ModQ(q), m);
    let n = ring.degree();
    let roots = transform.roots();
    points(&roots, &ring, &subject)?;
    let Some(lagrange) = Interpolation::new(m, q, roots.clone()) else {
        return holds("positions are roots of Φ_m", &subject, false, || "one is none".to_owned());
    };
    let mut inputs = residue_vectors(n, q, stream);
    if n > FEW_INPUTS_DEGREE {
        // All at their largest, and random ones.
        inputs = vec![inputs.swap_remove(1), stream.residues(n, q)];
    }
    for x in inputs {
        let values = transform.forward(&x);
        holds("canonical residues", &subject, values.iter().all(|&y| y < q), || {
            format!("largest value {:?}", values.iter().max())
        })?;
        let polynomial = ring.from_powerful(&x);
        let at: Vec<usize> = if n <= HORNER_DEGREE {
            (0..n).collect()
        } else {
            (0..HORNER_SAMPLES).map(|_| stream.below(n as u64) as usize).collect()
        };
        let found: Vec<u64> = at.iter().map(|&a| values[a]).collect();
        let expected: Vec<u64> =
            at.iter().map(|&a| ring.evaluate(&polynomial, &roots[a])).collect();
        equal("values at roots of unity by definition", &subject, &found, &expected)?;
        if let Some(rho) = outside_point(m, q, stream) {
            let expected = ring.evaluate(&polynomial, &rho);
            let found: Vec<u64> = lagrange.value(&values, rho).into_iter().collect();
            equal("all values at roots of unity, by interpolation", &subject, &found, &[expected])?;
        }
        equal("the inverse undoes the transform", &subject, &transform.inverse(&values), &x)?;
        let back = transform.forward(&transform.inverse(&x));
        equal("the transform undoes the inverse", &subject, &back, &x)?;
    }
    if n <= SCHOOLBOOK_DEGREE { products(transform, &ring, stream) } else { Ok(()) }
}

/// The positions are the primitive m-th roots of unity, each once.
fn points(roots: &[u64], ring: &Cyclotomic<ModQ>, subject: &str) -> Verdict {
    let mut sorted = roots.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    holds(
        "positions are the roots of Φ_m, each once",
        subject,
        sorted.len() == ring.degree(),
        || format!("{} different roots instead of {}", sorted.len(), ring.degree()),
    )
}

/// A random point that is no m-th root of unity, if q has any worth trying.
fn outside_point(m: u64, q: u64, stream: &mut Stream) -> Option<u64> {
    (0..64).map(|_| stream.below(q)).find(|&rho| pow_mod(rho, m, q) != 1 % q)
}

/// The transform turns products in Z_q\[X\]/Φ_m into products position by position.
fn products(transform: &impl Transform, ring: &Cyclotomic<ModQ>, stream: &mut Stream) -> Verdict {
    let q = transform.q();
    let [a, b] = [0, 1].map(|_| stream.residues(ring.degree(), q));
    let (values_a, values_b) = (transform.forward(&a), transform.forward(&b));
    let pairs: Vec<u64> = values_a.iter().zip(&values_b).map(|(&x, &y)| mul_mod(x, y, q)).collect();
    let found = ring.from_powerful(&transform.inverse(&pairs));
    let expected = ring.mul(&ring.from_powerful(&a), &ring.from_powerful(&b));
    equal("a homomorphism of rings", &transform.subject(), &found, &expected)
}

/// On each fibre of `[outer][n][inner]` the axis transform is the plain transform.
pub fn axis_suite(
    transform: &impl AxisTransform,
    shapes: &[(usize, usize)],
    stream: &mut Stream,
) -> Verdict {
    let n = transform.roots().len();
    for &(outer, inner) in shapes {
        let subject = format!("{} on [{outer}][{n}][{inner}]", transform.subject());
        let count = outer * n * inner;
        let extreme = vec![transform.q() - 1; count];
        for x in [stream.residues(count, transform.q()), extreme] {
            let forward = transform.forward_axis(&x, outer, inner);
            let expected = by_fibres(&x, outer, n, inner, |fibre| transform.forward(fibre));
            equal("an axis transform acts fibre by fibre", &subject, &forward, &expected)?;
            let inverse = transform.inverse_axis(&x, outer, inner);
            let expected = by_fibres(&x, outer, n, inner, |fibre| transform.inverse(fibre));
            equal("an inverse axis transform acts fibre by fibre", &subject, &inverse, &expected)?;
        }
    }
    Ok(())
}

/// `f` on each fibre along the middle axis.
pub fn by_fibres(
    x: &[u64],
    outer: usize,
    n: usize,
    inner: usize,
    f: impl Fn(&[u64]) -> Vec<u64>,
) -> Vec<u64> {
    let mut out = vec![0; x.len()];
    for (o, i) in (0..outer).flat_map(|o| (0..inner).map(move |i| (o, i))) {
        let at = |a: usize| (o * n + a) * inner + i;
        let fibre: Vec<u64> = (0..n).map(|a| x[at(a)]).collect();
        for (a, value) in f(&fibre).into_iter().enumerate() {
            out[at(a)] = value;
        }
    }
    out
}
