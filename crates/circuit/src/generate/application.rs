//! Computations over real and complex numbers that people do, with data drawn from a seed.
//!
//! All keep their values in a range that follows from the bound R on inputs: the logistic function is
//! computed for arguments in [-8, 8] alone, from an eighth of them, so that powers stay small.

use crate::generate::{GenerateError, Stream, numbers};
use crate::model::{Builder, Circuit, CircuitError, Decimal, Header, Node, Shape, Space};

/// Approximations of 1/(1 + e^-x) on [-8, 8] in x/8. Degrees 3 and 7: least squares (A. Kim et al., "Logistic
/// regression model training based on the approximate homomorphic encryption", BMC Medical Genomics 11
/// (2018), table 1; errors up to 0.115 and 0.033). Degree 15: interpolation at the Chebyshev nodes, seven
/// digits, error up to 0.0014.
const LOGISTIC: [&[f64]; 3] = [
    &[0.5, 1.20096, 0.0, -0.81562],
    &[0.5, 1.73496, 0.0, -4.19407, 0.0, 5.43402, 0.0, -2.50739],
    &DEGREE_15,
];
const DEGREE_15: [f64; 16] = [
    0.5, 1.992957, 0.0, -9.719465, 0.0, 43.19239, 0.0, -128.056, 0.0, 234.9858, 0.0, -254.1657,
    0.0, 147.8613, 0.0, -35.59257,
];

/// A computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Application {
    /// Inner product of two encrypted vectors, in every slot; over complex numbers with the second one
    /// conjugated.
    Dot,
    /// A known square matrix times an encrypted vector, by diagonals.
    MatrixVector,
    /// The logistic function of each slot, by a polynomial of degree 3.
    Logistic3,
    /// Likewise of degree 7.
    Logistic7,
    /// Likewise of degree 15.
    Logistic15,
    /// Logistic regression with known weights: the probability, in every slot.
    LogisticRegression,
    /// Two layers with known weights: matrix, square, matrix.
    Network,
    /// The power spectrum of a vector of complex numbers: the squared absolute values of its discrete Fourier
    /// transform, which is divided by the batch.
    Spectrum,
}

impl Application {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Dot,
        Self::MatrixVector,
        Self::Logistic3,
        Self::Logistic7,
        Self::Logistic15,
        Self::LogisticRegression,
        Self::Network,
        Self::Spectrum,
    ];

    /// The name in suites.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dot => "dot",
            Self::MatrixVector => "matrix-vector",
            Self::Logistic3 => "logistic-3",
            Self::Logistic7 => "logistic-7",
            Self::Logistic15 => "logistic-15",
            Self::LogisticRegression => "logistic-regression",
            Self::Network => "network",
            Self::Spectrum => "spectrum",
        }
    }

    /// The application with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Whether it computes over `space`: logistic functions are approximated on the real line, spectra are
    /// those of complex numbers, the rest is for both.
    #[must_use]
    pub fn is_over(self, space: Space) -> bool {
        let both = matches!(self, Self::Dot | Self::MatrixVector | Self::Network);
        match space {
            Space::Gf2 | Space::Zt { .. } => false,
            Space::Real { .. } => self != Self::Spectrum,
            Space::Complex { .. } => both || self == Self::Spectrum,
        }
    }

    /// The circuit, with vectors of `shape`. `size`, the batch unless given, is how many entries a sum
    /// takes. With fewer than the batch each slot has the sum of the entries up to it, a window of so
    /// many, and matrices have so many diagonals: they are banded.
    ///
    /// # Errors
    /// For shapes over other spaces, for a size of 0 or beyond the batch, and for a spectrum of fewer entries.
    pub fn circuit(
        self,
        shape: Shape,
        size: Option<u32>,
        stream: &mut Stream,
    ) -> Result<Circuit, GenerateError> {
        let Some(bound) = shape.space.bound().filter(|_| self.is_over(shape.space)) else {
            let (application, space) = (self.name(), shape.space.name());
            return Err(GenerateError::Application { application, space });
        };
        let size = size.unwrap_or(shape.batch);
        if size == 0 || size > shape.batch {
            return Err(CircuitError::Batch(size.into()).into());
        }
        if self == Self::Spectrum && size != shape.batch {
            return Err(GenerateError::PartialSpectrum);
        }
        let wires = if self == Self::Dot { 2 } else { 1 };
        let header = Header::Simd { depth: Decimal::whole(1) };
        let builder = Builder::new(shape, wires, header)?;
        let batch = shape.batch as usize;
        let mut on = Making { builder, batch, size: size as usize, bound, stream };
        on.application(self)?;
        Ok(on.builder.finish()?.with_depth())
    }
}

struct Making<'a> {
    builder: Builder,
    batch: usize,
    size: usize,
    bound: f64,
    stream: &'a mut Stream,
}

impl Making<'_> {
    fn application(&mut self, which: Application) -> Result<Node, CircuitError> {
        let x = Node(0);
        match which {
            Application::Dot => {
                let mut second = Node(1);
                if self.is_complex() {
                    let label = self.label();
                    second = self.builder.conj(label, second)?;
                }
                let label = self.label();
                let products = self.builder.mul(label, x, second)?;
                self.sum(products)
            }
            Application::MatrixVector => self.matrix(x, 1.0),
            Application::Logistic3 => {
                let unit = self.unit(x)?;
                self.logistic(unit, 0)
            }
            Application::Logistic7 => {
                let unit = self.unit(x)?;
                self.logistic(unit, 1)
            }
            Application::Logistic15 => {
                let unit = self.unit(x)?;
                self.logistic(unit, 2)
            }
            Application::LogisticRegression => {
                // |w·x + b| <= 1: the argument over 8.
                let most = 1.0 / (self.size as f64 + 1.0) / self.bound;
                let weights = self.vector(most);
                let label = self.label();
                let weighted = self.builder.mul_const(label, x, &weights)?;
                let sum = self.sum(weighted)?;
                let bias = numbers::number(most * self.bound, self.stream);
                let bias = vec![bias; self.batch];
                let label = self.label();
                let shifted = self.builder.add_const(label, sum, &words(&bias))?;
                self.logistic(shifted, 0)
            }
            Application::Network => {
                let hidden = self.matrix(x, 1.0)?;
                let label = self.label();
                let squared = self.builder.mul(label, hidden, hidden)?;
                self.matrix(squared, 1.0 / self.bound)
            }
            Application::Spectrum => {
                let amplitudes = self.diagonals(x, Self::fourier)?;
                let label = self.label();
                let conjugated = self.builder.conj(label, amplitudes)?;
                let label = self.label();
                self.builder.mul(label, amplitudes, conjugated)
            }
        }
    }

    fn is_complex(&self) -> bool {
        self.builder.shape().space.is_complex()
    }

    fn label(&self) -> u32 {
        2 + self.builder.len() as u32
    }

    /// In each slot the sum of the entries up to it, `size` of them: by doubling where that is a power of
    /// two, else one by one.
    fn sum(&mut self, x: Node) -> Result<Node, CircuitError> {
        let mut sum = x;
        let mut step = 1;
        while step < self.size && self.size.is_power_of_two() {
            let rotated = self.rotate(sum, step)?;
            let label = self.label();
            sum = self.builder.add(label, sum, rotated)?;
            step *= 2;
        }
        if self.size.is_power_of_two() {
            return Ok(sum);
        }
        for step in 1..self.size {
            let rotated = self.rotate(x, step)?;
            let label = self.label();
            sum = self.builder.add(label, sum, rotated)?;
        }
        Ok(sum)
    }

    /// Entry i becomes entry i + amount.
    fn rotate(&mut self, x: Node, amount: usize) -> Result<Node, CircuitError> {
        let label = self.label();
        self.builder.rotate(label, x, (amount % self.batch) as u64)
    }

    /// A matrix with entries so small that |result| <= scale·max|x|.
    fn matrix(&mut self, x: Node, scale: f64) -> Result<Node, CircuitError> {
        let most = scale / self.size as f64;
        self.diagonals(x, |on, _| on.vector(most))
    }

    /// Entry i of diagonal d of the Fourier transform is that in row i, column i - d.
    fn fourier(&mut self, diagonal: usize) -> Vec<u64> {
        let batch = self.batch as u64;
        let entry = |row: u64| {
            let column = (row + batch - diagonal as u64) % batch;
            let [re, im] = root_of_unity(batch - row * column % batch, batch);
            [(re / batch as f64 + 0.0).to_bits(), 0, (im / batch as f64 + 0.0).to_bits(), 0]
        };
        (0..batch).flat_map(entry).collect()
    }

    /// Σ_d diagonal_d ⊙ rot_d(x).
    fn diagonals(
        &mut self,
        x: Node,
        mut entries_of: impl FnMut(&mut Self, usize) -> Vec<u64>,
    ) -> Result<Node, CircuitError> {
        let mut sum = None;
        for diagonal in 0..self.size {
            let rotated = if diagonal == 0 { x } else { self.rotate(x, diagonal)? };
            let entries = entries_of(self, diagonal);
            let label = self.label();
            let product = self.builder.mul_const(label, rotated, &entries)?;
            sum = Some(match sum {
                None => product,
                Some(sum) => {
                    let label = self.label();
                    self.builder.add(label, sum, product)?
                }
            });
        }
        Ok(sum.unwrap_or(x))
    }

    /// The logistic function of 8·x for x in [-1, 1].
    fn logistic(&mut self, x: Node, which: usize) -> Result<Node, CircuitError> {
        let label = self.label();
        self.builder.poly(label, x, LOGISTIC[which])
    }

    /// x over the bound.
    fn unit(&mut self, x: Node) -> Result<Node, CircuitError> {
        if self.bound == 1.0 {
            return Ok(x);
        }
        let factor = vec![1.0 / self.bound; self.batch];
        let label = self.label();
        self.builder.mul_const(label, x, &words(&factor))
    }

    /// A vector of numbers up to `most` in absolute value.
    fn vector(&mut self, most: f64) -> Vec<u64> {
        if self.is_complex() {
            numbers::complexes(self.batch, most, self.stream).collect()
        } else {
            numbers::vector(self.batch, most, self.stream).collect()
        }
    }
}

/// e^(2πi·turns/of), turns <= of, to about 14 digits: the series of a sixteenth of the angle, squared four
/// times. Only sums and products, so that every machine gives the same bits, which sines need not.
fn root_of_unity(turns: u64, of: u64) -> [f64; 2] {
    let part = if 2 * turns > of { -((of - turns) as f64) } else { turns as f64 };
    let angle = 2.0 * std::f64::consts::PI * (part / of as f64) / 16.0;
    let product = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a * c - b * d, a * d + b * c];
    let (mut sum, mut term) = ([1.0, 0.0], [1.0, 0.0]);
    for count in 1..=14 {
        term = product(term, [0.0, angle / f64::from(count)]);
        sum = [sum[0] + term[0], sum[1] + term[1]];
    }
    (0..4).fold(sum, |root, _| product(root, root))
}

fn words(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().flat_map(|&number| [(number + 0.0).to_bits(), 0]).collect()
}
