//! Elements under the canonical embedding.
//!
//! σ_u sends ζ_m to ζ_m^u for the units u modulo m. The powerful basis is the tensor product of those of
//! the prime powers q that make up m, and σ is the tensor product of theirs (2013/293 §2.2): an axis after
//! the other is transformed, by a Fourier transform of length q/2 for powers of two, a product with a
//! matrix for small odd q, and Bluestein's algorithm for others. The coefficients are real, so the first
//! axis goes to one of each pair of conjugates. About n·log n steps; 2q·log q for each line of a large
//! odd q.

mod axis;
mod complex;
mod fourier;

use zeroize::Zeroizing;

use self::{axis::AxisEmbedding, complex::Complex};
use crate::index::Index;

/// The canonical embedding. Additions and multiplications of doubles, so that all machines agree.
#[derive(Debug)]
pub struct Embedding {
    /// For each axis its method, and the product of the lengths of the axes after it.
    axes: Vec<(AxisEmbedding, usize)>,
    conjugate_invariant: bool,
}

impl Embedding {
    /// The tables of an index.
    pub fn new(index: &Index) -> Self {
        let axes = index.axes().enumerate();
        let axes = axes.map(|(i, axis)| (AxisEmbedding::new(axis.factor, i == 0), axis.inner));
        Self { axes: axes.collect(), conjugate_invariant: index.is_conjugate_invariant() }
    }

    /// |x_i|² of one of each pair of conjugate embeddings, of the element with these n coefficients in the
    /// powerful basis; of all n, which are real, in the conjugate-invariant ring.
    pub fn squares(&self, coefficients: &[i64]) -> Zeroizing<Vec<f64>> {
        let complex = |&x: &i64| Complex { re: x as f64, im: 0.0 };
        let given = coefficients.iter().map(complex);
        let count = coefficients.len() << u32::from(self.conjugate_invariant);
        let mut values = Zeroizing::new(Vec::with_capacity(count));
        values.extend(given.clone());
        if self.conjugate_invariant {
            // As an element of Z[ζ]: ζ^-j = -ζ^{m/2 - j}.
            let negated = |x: Complex| Complex { re: -x.re, ..x };
            values.push(Complex::default());
            values.extend(given.skip(1).rev().map(negated));
        }
        // Axes behind the current one have their lengths still, those before it their values.
        let mut outer = 1;
        for (axis, inner) in &self.axes {
            values = lines(axis, &values, outer, *inner);
            outer *= axis.outputs;
        }
        Zeroizing::new(values.iter().map(Complex::square).collect())
    }
}

/// The tensor `[outer][axis][inner]` with every line along the axis transformed.
fn lines(
    axis: &AxisEmbedding,
    values: &[Complex],
    outer: usize,
    inner: usize,
) -> Zeroizing<Vec<Complex>> {
    let len = values.len() / (outer * inner);
    let mut line = Zeroizing::new(vec![Complex::default(); len]);
    let mut scratch = Zeroizing::new(vec![Complex::default(); axis.scratch()]);
    let mut out = Zeroizing::new(vec![Complex::default(); outer * axis.outputs * inner]);
    let blocks = values.chunks_exact(len * inner);
    for (from, to) in blocks.zip(out.chunks_exact_mut(axis.outputs * inner)) {
        for i in 0..inner {
            for (entry, &value) in line.iter_mut().zip(from[i..].iter().step_by(inner)) {
                *entry = value;
            }
            axis.apply(&mut line, &mut scratch);
            for (value, &entry) in to[i..].iter_mut().step_by(inner).zip(line.iter()) {
                *value = entry;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embeddings_are_those_of_the_definition() {
        for m in [1_u64, 3, 4, 7, 8, 15, 16, 20, 36, 45, 49, 53, 105, 127, 160, 256, 424, 1323] {
            let index = Index::new(m).unwrap();
            let x: Vec<i64> =
                (0..index.degree() as i64).map(|i| (i * i + 3 * i) % 11 - 5).collect();
            let exponents = index.powerful_exponents();
            let square = |unit: u32| {
                let terms = x.iter().zip(&exponents).map(|(&x, &e)| {
                    let power = u64::from(e) * u64::from(unit) % m;
                    let angle = std::f64::consts::TAU * power as f64 / m as f64;
                    (x as f64 * angle.cos(), x as f64 * angle.sin())
                });
                let (re, im) = terms.fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
                re * re + im * im
            };
            let units = index.units().filter(|&unit| 2 * u64::from(unit) <= m);
            let mut expected: Vec<f64> = units.map(square).collect();
            let mut found = Embedding::new(&index).squares(&x).to_vec();
            expected.sort_by(f64::total_cmp);
            found.sort_by(f64::total_cmp);
            assert_eq!(found.len(), expected.len(), "{m}");
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-8, "{m}: {found}, {expected}");
            }
        }
    }
}
