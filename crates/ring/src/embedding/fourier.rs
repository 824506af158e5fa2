//! Fourier transforms of a length that is a power of two.

use super::complex::Complex;

/// The tables of a length N, for X_k = Σ_j x_j·e^(-2πi·jk/N).
#[derive(Debug)]
pub(super) struct Fourier {
    /// For blocks of N, N/2, …, 2 values the roots of unity of that order, half of them.
    stages: Vec<Vec<Complex>>,
}

impl Fourier {
    /// # Panics
    ///
    /// If N is no power of two.
    pub(super) fn new(size: usize) -> Self {
        assert!(size.is_power_of_two(), "a length of {size}");
        let orders = (1..=size.trailing_zeros()).rev().map(|log2| 1_u64 << log2);
        let half = |order: u64| (0..order / 2).map(|k| Complex::root(k, order)).collect();
        Self { stages: orders.map(half).collect() }
    }

    /// Into bit-reversed order.
    pub(super) fn forward(&self, values: &mut [Complex]) {
        for roots in &self.stages {
            for block in values.chunks_exact_mut(2 * roots.len()) {
                let (low, high) = block.split_at_mut(roots.len());
                for ((a, b), &root) in low.iter_mut().zip(high).zip(roots) {
                    (*a, *b) = (a.plus(*b), a.minus(*b).times(root));
                }
            }
        }
    }

    /// From bit-reversed order; N times the inverse.
    pub(super) fn backward(&self, values: &mut [Complex]) {
        for roots in self.stages.iter().rev() {
            for block in values.chunks_exact_mut(2 * roots.len()) {
                let (low, high) = block.split_at_mut(roots.len());
                for ((a, b), root) in low.iter_mut().zip(high).zip(roots) {
                    let turned = b.times(root.conjugate());
                    (*a, *b) = (a.plus(turned), a.minus(turned));
                }
            }
        }
    }
}
