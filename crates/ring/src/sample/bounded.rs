//! Ternary elements none of whose embeddings is large.

use std::sync::{Arc, OnceLock};

use zeroize::{Zeroize, Zeroizing};

use super::{Stream, ternary::Ternary};
use crate::index::Index;

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
    /// exceeds ln n with a probability of 1 - e^-1/2.
    pub(super) fn largest(index: &Index) -> f64 {
        libm::log(index.totient().max(20) as f64)
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
        let mean = coefficients.len() as f64 * 2.0 / 3.0;
        embedding.largest_square(coefficients) <= Self::largest(&self.index) * mean
    }
}

/// The canonical embedding: a Fourier transform of length m, by Bluestein's algorithm. Additions and
/// multiplications of doubles, so that all machines agree.
#[derive(Debug)]
struct Embedding {
    /// The power of ζ_m that each element of the powerful basis is.
    exponents: Vec<u32>,
    /// One of each pair of conjugates.
    units: Vec<u32>,
    /// e^(-πi·j²/m).
    chirp: Vec<Complex>,
    /// The transform of its conjugate, j from -m to m.
    kernel: Vec<Complex>,
    /// e^(-2πi·j/N) for j < N/2.
    roots: Vec<Complex>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Complex {
    re: f64,
    im: f64,
}

impl Zeroize for Complex {
    fn zeroize(&mut self) {
        self.re.zeroize();
        self.im.zeroize();
    }
}

impl Complex {
    /// e^(-2πi·k/n).
    fn root(k: u64, n: u64) -> Self {
        let angle = std::f64::consts::TAU * k as f64 / n as f64;
        Self { re: libm::cos(angle), im: -libm::sin(angle) }
    }

    fn plus(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }

    fn minus(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }

    fn times(self, other: Self) -> Self {
        Self {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }

    fn conjugate(self) -> Self {
        Self { im: -self.im, ..self }
    }
}

impl Embedding {
    fn new(index: &Index) -> Self {
        let m = index.m();
        let size = (2 * m as usize).next_power_of_two();
        let roots = (0..size / 2).map(|j| Complex::root(j as u64, size as u64)).collect();
        let chirp: Vec<Complex> = (0..m).map(|j| Complex::root(j * j % (2 * m), 2 * m)).collect();
        let mut kernel = vec![Complex::default(); size];
        for (j, c) in chirp.iter().enumerate() {
            kernel[j] = c.conjugate();
            kernel[(size - j) % size] = c.conjugate();
        }
        let units = index.units().filter(|&unit| 2 * u64::from(unit) <= m).collect();
        let exponents = index.powerful_exponents();
        let mut embedding = Self { exponents, units, chirp, kernel: Vec::new(), roots };
        embedding.forward(&mut kernel);
        embedding.kernel = kernel;
        embedding
    }

    /// max |x_i|².
    fn largest_square(&self, coefficients: &[i64]) -> f64 {
        let mut values = Zeroizing::new(vec![Complex::default(); self.kernel.len()]);
        for (&x, &exponent) in coefficients.iter().zip(&self.exponents) {
            let (x, chirp) = (x as f64, self.chirp[exponent as usize]);
            values[exponent as usize] = Complex { re: x * chirp.re, im: x * chirp.im };
        }
        self.forward(&mut values);
        for (value, &factor) in values.iter_mut().zip(&self.kernel) {
            *value = value.times(factor);
        }
        self.backward(&mut values);
        let scale = 1.0 / (values.len() * values.len()) as f64;
        let square = |&unit: &u32| {
            let value = values[unit as usize];
            (value.re * value.re + value.im * value.im) * scale
        };
        self.units.iter().map(square).fold(0.0, f64::max)
    }

    /// Into reversed order.
    fn forward(&self, values: &mut [Complex]) {
        let mut half = values.len() / 2;
        while half > 0 {
            let step = values.len() / (2 * half);
            for block in values.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                let roots = self.roots.iter().step_by(step);
                for ((a, b), &root) in low.iter_mut().zip(high).zip(roots) {
                    (*a, *b) = (a.plus(*b), a.minus(*b).times(root));
                }
            }
            half /= 2;
        }
    }

    /// From reversed order; times the length.
    fn backward(&self, values: &mut [Complex]) {
        let mut half = 1;
        while half < values.len() {
            let step = values.len() / (2 * half);
            for block in values.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                let roots = self.roots.iter().step_by(step);
                for ((a, b), root) in low.iter_mut().zip(high).zip(roots) {
                    let turned = b.times(root.conjugate());
                    (*a, *b) = (a.plus(turned), a.minus(turned));
                }
            }
            half *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Seed;

    #[test]
    fn the_largest_embedding_is_that_of_the_definition() {
        for m in [1_u64, 3, 4, 7, 15, 16, 36, 45, 105, 127] {
            let index = Index::new(m).unwrap();
            let mut stream = Stream::new(&Seed::from_bytes([m as u8; 32]));
            let mut x = vec![0; index.totient()];
            Ternary::new(1, 3).sample_into(&mut x, &mut stream);
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
            let expected = index.units().map(square).fold(0.0, f64::max);
            let found = Embedding::new(&index).largest_square(&x);
            assert!((found - expected).abs() < 1e-9 * expected.max(1.0), "{m}: {found} {expected}");
        }
    }

    #[test]
    fn more_than_half_meet_the_bound() {
        for m in [5, 64, 105, 257, 1365] {
            let index = Index::new(m).unwrap();
            let bounded = BoundedTernary::new(&index);
            let mut stream = Stream::new(&Seed::from_bytes([1; 32]));
            let mut x = vec![0; index.totient()];
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
}
