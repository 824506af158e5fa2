//! Ternary elements none of whose embeddings is large.

use std::sync::Arc;

use ringassay_kernels::fork::OnceLock;
use ringassay_kernels::secrecy;

use super::{Distribution, Stream, ternary::Ternary};
use crate::{embedding::Embedding, index::Index};

/// Draws anew until the bound is met: more than half of all elements meet it. How often says nothing
/// about the one that does.
#[derive(Debug, Clone)]
pub(super) struct BoundedTernary {
    index: Index,
    /// Made when first used.
    embedding: Arc<OnceLock<Embedding>>,
}

impl BoundedTernary {
    pub(super) fn new(index: &Index) -> Self {
        Self { index: index.clone(), embedding: Arc::default() }
    }

    /// The largest |x_i|² over its mean. One of n/2 independent exponential variables of mean 1
    /// exceeds ln n with a probability of 1 - e^-1/2. In the conjugate-invariant ring n independent squares
    /// of normal variables of variance 1 take their place, of which one exceeds 2·ln n with a probability
    /// of 1 - e^(-1/√(π·ln n)).
    pub(super) fn largest(index: &Index) -> f64 {
        let factor = if index.is_conjugate_invariant() { 2.0 } else { 1.0 };
        factor * libm::log(index.degree().max(20) as f64)
    }

    pub(super) fn sample_into(&self, out: &mut [i64], stream: &mut Stream) {
        let ternary = Ternary::new(1, 3);
        loop {
            ternary.sample_into(out, stream);
            if self.accepts(out) {
                break;
            }
        }
    }

    /// Whether an element, given in the powerful basis, meets the bound.
    pub(super) fn accepts(&self, coefficients: &[i64]) -> bool {
        let embedding = self.embedding.get_or_init(|| Embedding::new(&self.index));
        let mean = Distribution::BoundedTernary.embedding_variance(&self.index);
        let squares = embedding.squares(coefficients);
        let most = Self::largest(&self.index) * mean;
        secrecy::all(squares.iter().map(|&square| square <= most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Seed;

    #[test]
    fn more_than_half_meet_the_bound() {
        for m in [5, 64, 105, 257, 1365] {
            let index = Index::new(m).unwrap();
            let bounded = BoundedTernary::new(&index);
            let mut stream = Stream::new(&Seed::from_bytes([1; 32]));
            let mut x = vec![0; index.degree()];
            let accepted = (0..400).filter(|_| {
                Ternary::new(1, 3).sample_into(&mut x, &mut stream);
                bounded.accepts(&x)
            });
            let count = accepted.count();
            assert!(count >= 200, "{count} of 400 for {m}");
            bounded.sample_into(&mut x, &mut stream);
            assert!(bounded.accepts(&x));
            // As large as can be under the first embedding.
            let aligned = index
                .powerful_exponents()
                .into_iter()
                .map(|e| (std::f64::consts::TAU * f64::from(e) / m as f64).cos().round() as i64);
            assert!(m == 5 || !bounded.accepts(&aligned.collect::<Vec<_>>()), "{m}");
        }
    }

    #[test]
    fn more_than_half_meet_the_bound_of_real_embeddings() {
        for m in [32, 256, 2048] {
            let index = Index::conjugate_invariant(m).unwrap();
            let bounded = BoundedTernary::new(&index);
            let mut stream = Stream::new(&Seed::from_bytes([2; 32]));
            let mut x = vec![0; index.degree()];
            let accepted = (0..400).filter(|_| {
                Ternary::new(1, 3).sample_into(&mut x, &mut stream);
                bounded.accepts(&x)
            });
            assert!(accepted.count() >= 200, "{m}");
            // 2·cos(2πj/m) for each j, nearly.
            let aligned = (0..x.len())
                .map(|j| (std::f64::consts::TAU * j as f64 / m as f64).cos().round() as i64);
            assert!(m == 32 || !bounded.accepts(&aligned.collect::<Vec<_>>()), "{m}");
        }
    }
}
