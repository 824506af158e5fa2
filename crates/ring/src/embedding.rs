//! Elements under the canonical embedding.

use zeroize::{Zeroize, Zeroizing};

use crate::index::Index;

/// The canonical embedding: a Fourier transform. Additions and multiplications of doubles, so that all
/// machines agree.
#[derive(Debug)]
pub struct Embedding {
    /// The power of ζ_m that each element of the powerful basis is.
    exponents: Vec<u32>,
    /// e^(-2πi·j/N) for j < N/2, N the length of the transform.
    roots: Vec<Complex>,
    method: Method,
}

#[derive(Debug)]
enum Method {
    /// m = 4·N: at ζ^(4k + 1), ζ^(2N) is -i, so that the values are a transform of length N of
    /// (x_j - i·x_(j + N))·ζ^j.
    Folded {
        /// ζ^j = e^(-2πi·j/m) for j < N.
        twist: Vec<Complex>,
    },
    /// Any m, by Bluestein's algorithm.
    Chirped {
        /// One of each pair of conjugates.
        units: Vec<u32>,
        /// e^(-πi·j²/m).
        chirp: Vec<Complex>,
        /// The transform of its conjugate, j from -m to m.
        kernel: Vec<Complex>,
    },
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

    /// |x|².
    fn square(&self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}

impl Embedding {
    /// The tables of an index.
    pub fn new(index: &Index) -> Self {
        let m = index.m();
        let folds = m >= 4 && m.is_power_of_two();
        let size = if folds { m as usize / 4 } else { (2 * m as usize).next_power_of_two() };
        let roots = (0..size / 2).map(|j| Complex::root(j as u64, size as u64)).collect();
        let exponents = index.powerful_exponents();
        if folds {
            let twist = (0..size as u64).map(|j| Complex::root(j, m)).collect();
            return Self { exponents, roots, method: Method::Folded { twist } };
        }
        let chirp: Vec<Complex> = (0..m).map(|j| Complex::root(j * j % (2 * m), 2 * m)).collect();
        let mut kernel = vec![Complex::default(); size];
        for (j, c) in chirp.iter().enumerate() {
            kernel[j] = c.conjugate();
            kernel[(size - j) % size] = c.conjugate();
        }
        forward(&mut kernel, &roots);
        let units = index.units().filter(|&unit| 2 * u64::from(unit) <= m).collect();
        Self { exponents, roots, method: Method::Chirped { units, chirp, kernel } }
    }

    /// |x_i|² of one of each pair of conjugate embeddings, of the element with these n coefficients in the
    /// powerful basis.
    pub fn squares(&self, coefficients: &[i64]) -> Zeroizing<Vec<f64>> {
        let pairs = coefficients.iter().zip(&self.exponents);
        match &self.method {
            Method::Folded { twist } => {
                let mut values = Zeroizing::new(vec![Complex::default(); twist.len()]);
                for (&x, &exponent) in pairs {
                    let exponent = exponent as usize;
                    if exponent < twist.len() {
                        values[exponent].re = x as f64;
                    } else {
                        values[exponent - twist.len()].im = -x as f64;
                    }
                }
                for (value, &factor) in values.iter_mut().zip(twist) {
                    *value = value.times(factor);
                }
                forward(&mut values, &self.roots);
                Zeroizing::new(values.iter().map(Complex::square).collect())
            }
            Method::Chirped { units, chirp, kernel } => {
                let mut values = Zeroizing::new(vec![Complex::default(); kernel.len()]);
                for (&x, &exponent) in pairs {
                    let (x, chirp) = (x as f64, chirp[exponent as usize]);
                    values[exponent as usize] = Complex { re: x * chirp.re, im: x * chirp.im };
                }
                forward(&mut values, &self.roots);
                for (value, &factor) in values.iter_mut().zip(kernel) {
                    *value = value.times(factor);
                }
                backward(&mut values, &self.roots);
                let scale = 1.0 / (values.len() * values.len()) as f64;
                let square = |&unit: &u32| values[unit as usize].square() * scale;
                Zeroizing::new(units.iter().map(square).collect())
            }
        }
    }
}

/// Into reversed order.
fn forward(values: &mut [Complex], roots: &[Complex]) {
    let mut half = values.len() / 2;
    while half > 0 {
        let step = values.len() / (2 * half);
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for ((a, b), &root) in low.iter_mut().zip(high).zip(roots.iter().step_by(step)) {
                (*a, *b) = (a.plus(*b), a.minus(*b).times(root));
            }
        }
        half /= 2;
    }
}

/// From reversed order; times the length.
fn backward(values: &mut [Complex], roots: &[Complex]) {
    let mut half = 1;
    while half < values.len() {
        let step = values.len() / (2 * half);
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for ((a, b), root) in low.iter_mut().zip(high).zip(roots.iter().step_by(step)) {
                let turned = b.times(root.conjugate());
                (*a, *b) = (a.plus(turned), a.minus(turned));
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embeddings_are_those_of_the_definition() {
        for m in [1_u64, 3, 4, 7, 8, 15, 16, 36, 45, 105, 127, 256] {
            let index = Index::new(m).unwrap();
            let x: Vec<i64> =
                (0..index.totient() as i64).map(|i| (i * i + 3 * i) % 11 - 5).collect();
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
