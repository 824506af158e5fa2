//! The odd polynomial nearest to 1 on an interval above 0: one step towards the sign.
//!
//! Remez's exchange algorithm, as 2020/834 §3 uses it, in double-double at run time. With k odd coefficients the
//! best error takes its largest value, with alternating signs, at k + 1 points; a step solves for the
//! coefficients and that value at k + 1 points, and exchanges the points for the extrema of what comes out. Cost:
//! about ten steps of (k + 1)³/3 + 64·k² products.

use ringassay_kernels::to_nearest;
use ringassay_scheme::{
    Error,
    ckks::encoding::{Complex, DoubleDouble},
};

use super::solve::solve;
use crate::polynomial::{Basis, Polynomial};

/// Points between two neighbouring extrema at which the error is computed.
const SAMPLES: usize = 24;

/// Steps after which the search is given up.
const MOST_STEPS: usize = 60;

/// The best polynomial's largest error and that of the one found agree to this fraction of what remains to 1
/// or of the error, whichever is smaller.
const TOLERANCE: f64 = 1e-6;

/// An odd polynomial near 1 on an interval.
#[derive(Debug, Clone)]
pub struct OddMinimax {
    /// In Chebyshev polynomials on \[-1, 1\].
    pub polynomial: Polynomial,
    /// The largest |p(x) - 1| on the interval.
    pub error: MinimaxError,
}

/// How far values are from 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MinimaxError {
    /// 1 - error: what no value is below, to full precision where the error is nearly 1.
    pub least: f64,
    /// The error.
    pub largest: f64,
}

/// The odd polynomial of a degree with the smallest largest |p(x) - 1| for x in \[from, to\].
///
/// # Errors
/// Unless 0 < from < to ≤ 2 and the degree is odd and below 64; if the algorithm does not converge.
pub fn odd_minimax(from: f64, to: f64, degree: usize) -> Result<OddMinimax, Error> {
    if !(from > 0.0 && from < to && to <= 2.0) || degree.is_multiple_of(2) || degree > 63 {
        return Err(Error::Parameters(format!(
            "an odd polynomial of degree up to 63 on an interval between 0 and 2 was expected, not of \
             degree {degree} on [{from}, {to}]"
        )));
    }
    to_nearest(|| Search { from: from.into(), to: to.into(), count: degree.div_ceil(2) }.run())
}

struct Search {
    from: DoubleDouble,
    to: DoubleDouble,
    /// k.
    count: usize,
}

impl Search {
    /// The point at θ = π·share: x² = a² + (b² - a²)·sin²(θ/2). Extrema lie about evenly in θ.
    fn point(&self, share: f64) -> DoubleDouble {
        let (low, high) = (self.from * self.from, self.to * self.to);
        let theta = DoubleDouble::PI * share.into();
        let sine_squared = (DoubleDouble::ONE - theta.cos()).times_power_of_two(-1);
        (low + (high - low) * sine_squared).sqrt()
    }

    fn run(&self) -> Result<OddMinimax, Error> {
        let mut shares: Vec<f64> = (0..=self.count).map(|i| i as f64 / self.count as f64).collect();
        for _ in 0..MOST_STEPS {
            let (coefficients, level) = self.levelled(&shares)?;
            let extrema = self.extrema(&coefficients);
            let found = self.exchange(&extrema)?;
            shares = found.iter().map(|(share, _)| *share).collect();
            let largest = extrema
                .iter()
                .map(|(_, e)| e.abs())
                .fold(DoubleDouble::ZERO, |a, b| if a < b { b } else { a });
            let least = DoubleDouble::ONE - largest;
            let small = largest.to_f64().min(least.to_f64().abs());
            if (largest - level.abs()).to_f64() <= TOLERANCE * small {
                let error = MinimaxError { least: least.to_f64(), largest: largest.to_f64() };
                return Ok(OddMinimax { polynomial: self.polynomial(&coefficients)?, error });
            }
        }
        Err(Self::no_convergence())
    }

    /// The coefficients with which p - 1 is -E, E, -E, … at the points, and E.
    fn levelled(&self, shares: &[f64]) -> Result<(Vec<DoubleDouble>, DoubleDouble), Error> {
        let row = |(i, &share): (usize, &f64)| {
            let mut row = odd_chebyshev(self.point(share), self.count);
            row.push(if i % 2 == 0 { DoubleDouble::ONE } else { -DoubleDouble::ONE });
            row
        };
        let rows = shares.iter().enumerate().map(row).collect();
        let mut found =
            solve(rows, vec![DoubleDouble::ONE; shares.len()]).ok_or_else(Self::no_convergence)?;
        let level = found.pop().unwrap_or_default();
        Ok((found, level))
    }

    /// Where |p - 1| is largest between neighbouring changes of its sign, and p - 1 there.
    fn extrema(&self, coefficients: &[DoubleDouble]) -> Vec<(f64, DoubleDouble)> {
        let error = |share: f64| {
            let terms = odd_chebyshev(self.point(share), self.count);
            let terms = terms.iter().zip(coefficients);
            terms.fold(-DoubleDouble::ONE, |sum, (&t, &c)| sum + t * c)
        };
        let steps = SAMPLES * (self.count + 1);
        let mut found: Vec<(f64, DoubleDouble)> = Vec::new();
        for step in 0..=steps {
            let share = step as f64 / steps as f64;
            let value = error(share);
            match found.last_mut() {
                Some((_, last)) if (*last < DoubleDouble::ZERO) == (value < DoubleDouble::ZERO) => {
                    if last.abs() < value.abs() {
                        found.pop();
                        found.push((share, value));
                    }
                }
                _ => found.push((share, value)),
            }
        }
        found
            .iter()
            .map(|&(share, value)| refined(&error, share, value, 1.0 / steps as f64))
            .collect()
    }

    /// k + 1 neighbouring extrema with the largest errors.
    fn exchange(&self, extrema: &[(f64, DoubleDouble)]) -> Result<Vec<(f64, DoubleDouble)>, Error> {
        let smallest = |part: &[(f64, DoubleDouble)]| {
            part.iter().map(|(_, e)| e.abs().to_f64()).fold(f64::INFINITY, f64::min)
        };
        let parts = extrema.windows(self.count + 1);
        let best = parts.max_by(|a, b| smallest(a).total_cmp(&smallest(b)));
        best.map(<[_]>::to_vec).ok_or_else(Self::no_convergence)
    }

    fn polynomial(&self, odd: &[DoubleDouble]) -> Result<Polynomial, Error> {
        let zero = DoubleDouble::ZERO;
        let pair = |&c: &DoubleDouble| [Complex::new(zero, zero), Complex::new(c, zero)];
        Polynomial::new(Basis::UNIT, odd.iter().flat_map(pair).collect())
    }

    fn no_convergence() -> Error {
        Error::Parameters(
            "no polynomial was found: take a smaller degree or a larger interval, double-double is not \
             precise enough"
                .to_owned(),
        )
    }
}

/// T_1(x), T_3(x), …, `count` of them.
fn odd_chebyshev(x: DoubleDouble, count: usize) -> Vec<DoubleDouble> {
    // T_{n+2} = 2·T_2·T_n - T_{n-2}, and T_{-1} = T_1.
    let twice_second = (x * x + x * x - DoubleDouble::ONE).times_power_of_two(1);
    let (mut before, mut now) = (x, x);
    let mut all = Vec::with_capacity(count + 1);
    for _ in 0..count {
        all.push(now);
        (before, now) = (now, twice_second * now - before);
    }
    all
}

/// The extremum near a sample that is larger than its neighbours `width` away: parabolas through three points,
/// closer and closer.
fn refined(
    error: &impl Fn(f64) -> DoubleDouble,
    mut share: f64,
    mut value: DoubleDouble,
    mut width: f64,
) -> (f64, DoubleDouble) {
    for _ in 0..4 {
        if share - width < 0.0 || share + width > 1.0 {
            break;
        }
        let (left, right) = (error(share - width), error(share + width));
        let bend = (left + right - value - value).to_f64();
        let slope = (right - left).to_f64();
        let step = -0.5 * width * slope / bend;
        if !step.is_finite() || step.abs() > width {
            break;
        }
        let moved = error(share + step);
        if moved.abs() < value.abs() {
            break;
        }
        (share, value) = (share + step, moved);
        width /= 8.0;
    }
    (share, value)
}
