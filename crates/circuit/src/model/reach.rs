//! How far values of a circuit over real or complex numbers reach, and how errors grow in it.
//!
//! Interval arithmetic, gate by gate, on one interval for all slots of a vector. Beside it goes a
//! bound on the error in units of one *rounding*: the error of a fresh encryption, of a rescaling or
//! of a key switch, which are of one size in schemes for approximate arithmetic. A product of values
//! up to A and B has the error A·e_b + B·e_a + 1, a sum e_a + e_b. Both are worst cases: what depends
//! on each other is taken as independent. Linear in the size of the circuit.
//!
//! Of complex numbers the absolute values are followed: |z| <= r is the interval [-r, r] here, whose rules
//! for sums and products are those of absolute values.

use crate::model::{Circuit, Const, Gate, Node};

/// Where a value lies, and what its error is at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Least value; of complex numbers minus the largest absolute value.
    pub low: f64,
    /// Largest value.
    pub high: f64,
    /// Worst-case error, in roundings.
    pub error: f64,
    /// Largest absolute value on the way, within a polynomial.
    pub within: f64,
}

/// What parameters for a circuit over real or complex numbers follow from.
#[derive(Clone, Debug, PartialEq)]
pub struct RealFacts {
    /// Largest absolute value that each output can have; R for one that is always zero.
    pub magnitudes: Vec<f64>,
    /// Largest absolute value of anything that an output depends on.
    pub largest: f64,
    /// Worst-case error of an output relative to its magnitude, in roundings relative to 1: bits, the
    /// largest of all outputs, at least 0.
    pub gain_bits: f64,
}

impl Reach {
    fn of(low: f64, high: f64, error: f64) -> Self {
        Self { low, high, error, within: low.abs().max(high.abs()) }
    }

    /// Largest absolute value.
    #[must_use]
    pub fn size(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    fn add(self, other: Self) -> Self {
        Self::of(self.low + other.low, self.high + other.high, self.error + other.error)
    }

    fn negate(self) -> Self {
        Self::of(-self.high, -self.low, self.error)
    }

    fn multiply(self, other: Self) -> Self {
        let corners = [
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ];
        let error = self.size() * other.error + other.size() * self.error + 1.0;
        Self::of(
            corners.iter().copied().fold(f64::INFINITY, f64::min),
            corners.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            error,
        )
    }

    /// A disc around 0.
    fn disc(radius: f64, error: f64) -> Self {
        Self::of(-radius, radius, error)
    }

    /// A known vector.
    fn known(circuit: &Circuit, constant: Const) -> Self {
        let entries = circuit.reals(constant);
        if circuit.shape().space.is_complex() {
            let parts: Vec<f64> = entries.collect();
            return Self::disc(absolutes(&parts).fold(0.0, f64::max), 0.0);
        }
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = entries.fold(start, |(low, high), x| (low.min(x), high.max(x)));
        Self::of(low, high, 0.0)
    }

    fn hull(self, other: Self) -> Self {
        // b + mask·(a - b).
        let error = self.error + 2.0 * other.error + 1.0;
        Self::of(self.low.min(other.low), self.high.max(other.high), error)
    }

    /// A polynomial, evaluated by halves: P = Q·x^(2^k) + R, which takes the fewest products in a row.
    fn polynomial(self, coefficients: &[Self], is_real: bool) -> Self {
        let mut powers = vec![self];
        while (1 << powers.len()) < coefficients.len() {
            let last = powers[powers.len() - 1];
            let mut square = last.multiply(last);
            if is_real {
                square.low = 0.0;
            }
            powers.push(square);
        }
        let mut within = powers.iter().fold(0.0, |most: f64, power| most.max(power.size()));
        let found = halves(coefficients, &powers, &mut within);
        // Horner's interval is another bound on the values; each is the better one at times.
        let horner = coefficients
            .iter()
            .rev()
            .fold(Self::of(0.0, 0.0, 0.0), |sum, &c| sum.multiply(self).add(c));
        let (low, high) = (found.low.max(horner.low), found.high.min(horner.high));
        Self { low, high, error: found.error, within: within.max(found.size()) }
    }
}

/// |z| of numbers given as real and imaginary part in turn.
fn absolutes(parts: &[f64]) -> impl Iterator<Item = f64> + '_ {
    parts.chunks_exact(2).map(|pair| libm::hypot(pair[0], pair[1]))
}

fn halves(coefficients: &[Reach], powers: &[Reach], within: &mut f64) -> Reach {
    if coefficients.len() <= 1 {
        return coefficients.first().copied().unwrap_or(Reach::of(0.0, 0.0, 0.0));
    }
    let level = coefficients.len().next_power_of_two().ilog2() as usize - 1;
    let (low, high) = coefficients.split_at(1 << level);
    let high = halves(high, powers, within).multiply(powers[level]);
    let sum = halves(low, powers, within).add(high);
    *within = within.max(high.size()).max(sum.size());
    sum
}

impl Circuit {
    /// How far each node reaches; nothing for circuits over other spaces.
    #[must_use]
    pub fn reaches(&self) -> Vec<Reach> {
        let Some(bound) = self.shape().space.bound() else { return Vec::new() };
        let is_real = !self.shape().space.is_complex();
        let mut reaches = vec![Reach::disc(bound, 1.0); self.wires() as usize];
        for &gate in self.gates() {
            let of = |node: Node| reaches[node.index()];
            reaches.push(match gate {
                Gate::Add(a, b) => of(a).add(of(b)),
                Gate::Sub(a, b) => of(a).add(of(b).negate()),
                Gate::Neg(a) => of(a).negate(),
                Gate::Mul(a, b) => {
                    let mut product = of(a).multiply(of(b));
                    if a == b && is_real {
                        product.low = product.low.max(0.0);
                    }
                    product
                }
                Gate::AddConst(a, c) => of(a).add(Reach::known(self, c)),
                Gate::MulConst(a, c) => of(a).multiply(Reach::known(self, c)),
                Gate::Rotate(a, _) | Gate::Conj(a) => Reach { error: of(a).error + 1.0, ..of(a) },
                Gate::Select(a, b, _) => of(a).hull(of(b)),
                Gate::Poly { x, .. } => {
                    let numbers = self.coefficients(gate);
                    let constants: Vec<Reach> = if is_real {
                        numbers.iter().map(|&c| Reach::of(c, c, 0.0)).collect()
                    } else {
                        absolutes(numbers).map(|c| Reach::disc(c, 0.0)).collect()
                    };
                    of(x).polynomial(&constants, is_real)
                }
                Gate::FanIn { .. } => of(Node(0)),
            });
        }
        reaches
    }

    /// Magnitudes and the growth of errors; `None` for circuits over other spaces. Figures may be
    /// infinite.
    #[must_use]
    pub fn real_facts(&self) -> Option<RealFacts> {
        let bound = self.shape().space.bound()?;
        let reaches = self.reaches();
        let mut needed = vec![false; self.nodes()];
        self.outputs().iter().for_each(|output| needed[output.index()] = true);
        for (at, &gate) in self.gates().iter().enumerate().rev() {
            if needed[self.wires() as usize + at] {
                self.for_each_operand(gate, |operand| needed[operand.index()] = true);
            }
        }
        let seen = reaches.iter().zip(&needed).filter(|(_, needed)| **needed);
        let largest = seen.fold(0.0, |most: f64, (reach, _)| most.max(reach.within));
        let magnitude = |node: &Node| match reaches[node.index()].size() {
            0.0 => bound,
            size => size,
        };
        let magnitudes: Vec<f64> = self.outputs().iter().map(magnitude).collect();
        let gains = self.outputs().iter().zip(&magnitudes);
        let gains = gains.map(|(node, size)| (reaches[node.index()].error / size).log2());
        let gain_bits = gains.fold(0.0, f64::max);
        Some(RealFacts { magnitudes, largest: largest.max(bound), gain_bits })
    }
}
