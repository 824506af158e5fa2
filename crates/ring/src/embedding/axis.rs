//! The embeddings of one axis of the tensor.

use super::{complex::Complex, fourier::Fourier};
use crate::index::PrimePower;

/// Up to this length a product with the matrix takes less than Bluestein's algorithm.
const DENSE: usize = 40;

/// Values X_u = Σ_j x_j·e^(-2πi·ju/q) at units u modulo a prime power q > 2, of the φ(q) coefficients x_j.
#[derive(Debug)]
pub(super) struct AxisEmbedding {
    /// How many values there are: φ(q), or half of that.
    pub(super) outputs: usize,
    method: Method,
}

#[derive(Debug)]
enum Method {
    /// q a power of two: u = 4·k + 1 of real coefficients, where e^(-2πi·uj/q) at j = q/4 is -i, so that
    /// the values are a transform of (x_j - i·x_(j + q/4))·ζ^j.
    Folded(Twisted),
    /// q a power of two: u = 2·k + 1, a transform of x_j·ζ^j.
    Twisted(Twisted),
    /// A product with this matrix, a row for each value.
    Dense(Vec<Vec<Complex>>),
    Chirped(Box<Chirped>),
}

#[derive(Debug)]
struct Twisted {
    /// ζ^j = e^(-2πi·j/q).
    twist: Vec<Complex>,
    fourier: Fourier,
}

impl Twisted {
    fn new(size: usize, q: u64) -> Self {
        let twist = (0..size as u64).map(|j| Complex::root(j, q)).collect();
        Self { twist, fourier: Fourier::new(size) }
    }

    fn apply(&self, values: &mut [Complex]) {
        for (value, &factor) in values.iter_mut().zip(&self.twist) {
            *value = value.times(factor);
        }
        self.fourier.forward(values);
    }
}

/// Bluestein's algorithm: ju = (j² + u² - (j - u)²)/2, a convolution.
#[derive(Debug)]
struct Chirped {
    units: Vec<u32>,
    /// e^(-πi·j²/q).
    chirp: Vec<Complex>,
    /// The transform of its conjugate, j from -q to q, over the length: that of the inverse is in it.
    kernel: Vec<Complex>,
    fourier: Fourier,
}

impl Chirped {
    fn new(q: u64, units: Vec<u32>) -> Self {
        let size = (2 * q as usize).next_power_of_two();
        let fourier = Fourier::new(size);
        let chirp: Vec<Complex> = (0..q).map(|j| Complex::root(j * j % (2 * q), 2 * q)).collect();
        let mut kernel = vec![Complex::default(); size];
        let scale = 1.0 / size as f64;
        for (j, c) in chirp.iter().enumerate() {
            let scaled = Complex { re: c.re * scale, im: -c.im * scale };
            kernel[j] = scaled;
            kernel[(size - j) % size] = scaled;
        }
        fourier.forward(&mut kernel);
        Self { units, chirp, kernel, fourier }
    }

    fn apply(&self, values: &mut [Complex], scratch: &mut [Complex]) {
        scratch.fill(Complex::default());
        for ((padded, value), &chirp) in scratch.iter_mut().zip(&*values).zip(&self.chirp) {
            *padded = value.times(chirp);
        }
        self.fourier.forward(scratch);
        for (value, &factor) in scratch.iter_mut().zip(&self.kernel) {
            *value = value.times(factor);
        }
        self.fourier.backward(scratch);
        for (value, &unit) in values.iter_mut().zip(&self.units) {
            *value = scratch[unit as usize].times(self.chirp[unit as usize]);
        }
    }
}

impl AxisEmbedding {
    /// At all units; or, with `halved`, of real coefficients at one of each pair u, -u.
    pub(super) fn new(factor: PrimePower, halved: bool) -> Self {
        let (q, len) = (factor.value(), factor.totient());
        let outputs = if halved { len / 2 } else { len };
        if factor.prime == 2 {
            let twisted = Twisted::new(outputs, q);
            let method = if halved { Method::Folded(twisted) } else { Method::Twisted(twisted) };
            return Self { outputs, method };
        }
        let units = (1..q as u32).filter(|unit| unit % factor.prime != 0).take(outputs);
        let method = if len > DENSE {
            Method::Chirped(Box::new(Chirped::new(q, units.collect())))
        } else {
            let row = |unit: u32| {
                (0..len as u64).map(|j| Complex::root(j * u64::from(unit) % q, q)).collect()
            };
            Method::Dense(units.map(row).collect())
        };
        Self { outputs, method }
    }

    /// How much room [`AxisEmbedding::apply`] needs.
    pub(super) fn scratch(&self) -> usize {
        match &self.method {
            Method::Dense(_) => self.outputs,
            Method::Chirped(chirped) => chirped.kernel.len(),
            _ => 0,
        }
    }

    /// Overwrites the first values of φ(q) coefficients with the embeddings.
    pub(super) fn apply(&self, values: &mut [Complex], scratch: &mut [Complex]) {
        match &self.method {
            Method::Folded(twisted) => {
                let (low, high) = values.split_at_mut(self.outputs);
                for (low, high) in low.iter_mut().zip(high) {
                    low.im = -high.re;
                }
                twisted.apply(low);
            }
            Method::Twisted(twisted) => twisted.apply(values),
            Method::Dense(rows) => {
                for (sum, row) in scratch.iter_mut().zip(rows) {
                    let terms = row.iter().zip(&*values).map(|(&a, &x)| a.times(x));
                    *sum = terms.fold(Complex::default(), Complex::plus);
                }
                values[..self.outputs].copy_from_slice(&scratch[..self.outputs]);
            }
            Method::Chirped(chirped) => chirped.apply(values, scratch),
        }
    }
}
