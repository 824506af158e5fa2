//! The covariance of ring elements in the canonical embedding, and how much its spectrum may spread.

use std::f64::consts::{SQRT_2, TAU};

use nalgebra::{DMatrix, SymmetricEigen};

use crate::reference::{coefficients::Integers, cyclotomic::Cyclotomic};

/// Elements whose products are added at once.
const BATCH: usize = 256;

/// Widths of the law of the extreme eigenvalues that are tolerated. Beyond 6 of them lies less than
/// 10^-6 of it on the outer side.
const EDGE_WIDTHS: f64 = 8.0;

/// The sum of c·c^T over vectors of coefficients c with mean 0.
#[derive(Clone, Debug)]
pub struct Covariance {
    sum: DMatrix<f64>,
    batch: DMatrix<f64>,
    waiting: usize,
    samples: usize,
}

impl Covariance {
    /// No vectors yet, of length n.
    pub fn new(n: usize) -> Self {
        let (sum, batch) = (DMatrix::zeros(n, n), DMatrix::zeros(n, BATCH));
        Self { sum, batch, waiting: 0, samples: 0 }
    }

    /// Adds one vector.
    pub fn add(&mut self, coefficients: &[i64]) {
        for (to, &c) in self.batch.column_mut(self.waiting).iter_mut().zip(coefficients) {
            *to = c as f64;
        }
        self.waiting += 1;
        self.samples += 1;
        if self.waiting == BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.batch.columns_mut(self.waiting, BATCH - self.waiting).fill(0.0);
        self.sum.gemm(1.0, &self.batch, &self.batch.transpose(), 1.0);
        self.waiting = 0;
    }

    /// The eigenvalues of the sample covariance of `map`·c, in units of `variance`.
    pub fn spectrum(&mut self, map: &DMatrix<f64>, variance: f64) -> Spectrum {
        self.flush();
        let scale = 1.0 / (self.samples as f64 * variance);
        let mapped = (map * &self.sum * map.transpose()) * scale;
        let values = SymmetricEigen::new(mapped).eigenvalues;
        Spectrum {
            dimension: values.len(),
            samples: self.samples,
            least: values.min(),
            largest: values.max(),
            mean: values.mean(),
        }
    }
}

/// The ends and the mean of the eigenvalues of a sample covariance, which should be the identity.
#[derive(Clone, Copy, Debug)]
pub struct Spectrum {
    /// The number n of eigenvalues.
    pub dimension: usize,
    /// The number N of vectors.
    pub samples: usize,
    /// The least eigenvalue.
    pub least: f64,
    /// The largest eigenvalue.
    pub largest: f64,
    /// Their mean.
    pub mean: f64,
}

impl Spectrum {
    /// The interval in which all eigenvalues lie for N samples of a standard normal vector of
    /// dimension n: the support (1 ± √(n/N))² of Marchenko and Pastur's law (1967), and beyond each
    /// end 8 times the scale of the fluctuations there (Johnstone 2001):
    /// (√N ± √n)·|1/√N ± 1/√n|^(1/3)/N.
    pub fn expected(&self) -> (f64, f64) {
        let (n, samples) = ((self.dimension as f64).sqrt(), (self.samples as f64).sqrt());
        let ratio = n / samples;
        let width = |sign: f64| {
            let edge = samples + sign * n;
            edge * (1.0 / samples + sign / n).abs().cbrt() / samples.powi(2)
        };
        let low = (1.0 - ratio).powi(2) - EDGE_WIDTHS * width(-1.0);
        let high = (1.0 + ratio).powi(2) + EDGE_WIDTHS * width(1.0);
        (low, high)
    }

    /// Whether all eigenvalues lie where they are expected, if each single variance may be larger by
    /// a relative `excess`.
    pub fn is_spherical(&self, excess: f64) -> bool {
        let (low, high) = self.expected();
        low <= self.least && self.largest <= high * (1.0 + excess)
    }
}

/// An element of the basis as a sum of powers of ζ_m: their exponents.
pub type Terms = Vec<u64>;

/// The powerful basis, from the definition.
pub fn powerful_basis(m: u64) -> Vec<Terms> {
    Cyclotomic::new(Integers, m).powerful_exponents().into_iter().map(|e| vec![e]).collect()
}

/// The decoding basis of R, from the definition: b_j with g·b_j/m̂ dual to the conjugates of the
/// powerful basis.
pub fn decoding_basis(m: u64) -> Vec<Terms> {
    let ring = Cyclotomic::new(Integers, m);
    (0..ring.degree()).map(|j| ring.decoding_element(j)).collect()
}

/// The matrix that takes coefficients in a basis to the coordinates √2·Re σ_k, √2·Im σ_k, k < m/2
/// units, of the element itself or of its product with g.
pub fn embedding(m: u64, basis: &[Terms], times_g: bool) -> DMatrix<f64> {
    let ring = Cyclotomic::new(Integers, m);
    let root = |exponent: u64| {
        let (sine, cosine) = ((exponent % m) as f64 * TAU / m as f64).sin_cos();
        nalgebra::Complex::new(cosine, sine)
    };
    let odd = ring.axes().iter().map(|&(p, _)| p).filter(|&p| p != 2);
    let odd: Vec<u64> = if times_g { odd.collect() } else { Vec::new() };
    let units: Vec<u64> = ring.units().iter().copied().filter(|k| 2 * k < m).collect();
    let mut matrix = DMatrix::zeros(2 * units.len(), basis.len());
    for (row, &k) in units.iter().enumerate() {
        let g: nalgebra::Complex<f64> = odd.iter().map(|p| -(root(k * (m / p)) - 1.0)).product();
        for (column, terms) in basis.iter().enumerate() {
            let value: nalgebra::Complex<f64> = terms.iter().map(|&e| root(e * k)).sum();
            let value = value * g * SQRT_2;
            matrix[(2 * row, column)] = value.re;
            matrix[(2 * row + 1, column)] = value.im;
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::canonical::Canonical;

    #[test]
    fn embeds_as_the_reference_does() {
        for m in [5, 9, 16, 15, 45, 60] {
            let matrix = embedding(m, &powerful_basis(m), false);
            let canonical = Canonical::new(m);
            for (j, column) in matrix.column_iter().enumerate() {
                let unit: Vec<f64> =
                    (0..matrix.ncols()).map(|i| f64::from(u8::from(i == j))).collect();
                for (x, y) in column.iter().zip(canonical.coordinates(&unit)) {
                    assert!((x - y).abs() < 1e-12, "m = {m}, {j}");
                }
            }
        }
    }

    /// The decoding basis times g/m̂ is dual to the powerful basis: one embedding is the inverse of
    /// the other's transpose.
    #[test]
    fn decoding_and_powerful_bases_are_dual() {
        for m in [5, 9, 16, 15, 45, 60, 105] {
            let hat = if m % 2 == 0 { m / 2 } else { m } as f64;
            let decoding = embedding(m, &decoding_basis(m), true);
            let powerful = embedding(m, &powerful_basis(m), false);
            let product = decoding.transpose() * powerful / hat;
            let off = product - DMatrix::identity(decoding.ncols(), decoding.ncols());
            assert!(off.amax() < 1e-9, "m = {m}: {}", off.amax());
        }
    }
}
