//! The canonical embedding of elements: their size as it enters products.

use ringassay_ring::index::Index;

/// The mean of |x_i|² over the n embeddings of the element with these coefficients in the powerful
/// basis.
///
/// For a prime p, Σ_i |Σ_j c_j ζ^{ij}|² = p·Σ c_j² - (Σ c_j)²; a tensor product over the prime powers
/// (2013/293 §4.2: the Gram matrix of the powerful basis). In the conjugate-invariant ring it is
/// c_0² + 2·Σ c_k².
///
/// # Panics
/// When there are not n coefficients.
pub fn mean_square(index: &Index, coefficients: &[f64]) -> f64 {
    assert_eq!(coefficients.len(), index.degree(), "coefficients for index {}", index.m());
    let mut image = coefficients.to_vec();
    for axis in index.axes().filter(|axis| axis.factor.prime != 2) {
        let p = f64::from(axis.factor.prime);
        let inner = axis.factor.inner() * axis.inner;
        let length = axis.len * axis.inner;
        for block in image.chunks_exact_mut(length) {
            for r in 0..inner {
                let sum: f64 = block[r..].iter().step_by(inner).sum();
                for x in block[r..].iter_mut().step_by(inner) {
                    *x = (p * *x - sum) / (p - 1.0);
                }
            }
        }
    }
    let sum: f64 = image.iter().zip(coefficients).map(|(a, b)| a * b).sum();
    match coefficients {
        [constant, ..] if index.is_conjugate_invariant() => 2.0 * sum - constant * constant,
        _ => sum,
    }
}

/// log2 of the mean variance of a coefficient in the powerful basis of an element whose embeddings
/// have variance 1: 2/p for the axis of an odd prime power p^e times p^(1-e), 2^(1-e) for that of 2; 1/2N,
/// likewise, in the conjugate-invariant ring of index 4N (1/N for the one constant coefficient).
pub fn log2_coefficient_variance(index: &Index) -> f64 {
    index.odd_primes().count() as f64 - (index.m_hat() as f64).log2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    /// By the definition: values at all primitive roots of unity.
    fn by_definition(index: &Index, coefficients: &[f64]) -> f64 {
        let exponents = index.powerful_exponents();
        let value = |u: u32| {
            let terms = coefficients.iter().zip(&exponents).map(|(c, &e)| {
                let angle = TAU * (f64::from(e) * f64::from(u)) / index.m() as f64;
                (c * angle.cos(), c * angle.sin())
            });
            let (re, im) = terms.fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
            re * re + im * im
        };
        index.units().map(value).sum::<f64>() / index.degree() as f64
    }

    #[test]
    fn the_gram_matrix_is_that_of_the_embedding() {
        for m in [1, 3, 4, 7, 8, 9, 15, 20, 25, 45, 63, 105, 128] {
            let index = Index::new(m).expect("an index");
            let coefficients: Vec<f64> =
                (0..index.degree()).map(|i| ((i * i * 7 + 3 * i + 1) % 11) as f64 - 4.0).collect();
            let (fast, slow) =
                (mean_square(&index, &coefficients), by_definition(&index, &coefficients));
            assert!((fast - slow).abs() < 1e-9 * slow.max(1.0), "index {m}: {fast}, {slow}");
        }
    }

    #[test]
    fn coefficients_of_white_noise() {
        // The Gram matrix G of the basis, divided by n embeddings' mean: white embeddings of variance
        // 1 have coefficients of covariance G^-1, whose mean diagonal is stated.
        for (m, expected) in [(7_u64, 2.0 / 7.0), (8, 0.25), (9, 2.0 / 9.0), (15, 4.0 / 15.0)] {
            let index = Index::new(m).expect("an index");
            let log2 = log2_coefficient_variance(&index);
            assert!((log2.exp2() - expected).abs() < 1e-12, "index {m}");
        }
    }
}
