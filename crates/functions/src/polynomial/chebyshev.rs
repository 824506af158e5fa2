//! Chebyshev interpolation of a function on an interval.

use ringassay_kernels::to_nearest;
use ringassay_scheme::{
    Error,
    ckks::encoding::{Complex, DoubleDouble},
};

use super::{Basis, Polynomial};

/// The polynomial of a degree that agrees with f at the d + 1 roots of T_{d+1} on \[from, to\]: within a factor
/// 2 + 2/π·ln(d + 1) of the best one (L. N. Trefethen, Approximation Theory and Approximation Practice,
/// theorem 16.1). Of an odd or even f on a symmetric interval, it has only odd or even coefficients.
///
/// Coefficients are as accurate as f: about 2^-52 of its largest value for doubles.
///
/// # Errors
/// When the interval is none, the degree is 2^12 or more, or f is not finite at a node.
pub fn interpolate(
    f: impl Fn(f64) -> f64,
    from: f64,
    to: f64,
    degree: usize,
) -> Result<Polynomial, Error> {
    let basis = Basis::Chebyshev { from, to };
    // The checks of the interval and the degree.
    Polynomial::of_reals(basis, &[0.0])?;
    Polynomial::of_reals(basis, &vec![0.0; degree.saturating_add(1).min(1 << 13)])?;
    let coefficients = to_nearest(|| coefficients(f, from, to, degree + 1));
    Polynomial::new(basis, coefficients)
}

fn coefficients(
    f: impl Fn(f64) -> f64,
    from: f64,
    to: f64,
    count: usize,
) -> Vec<Complex<DoubleDouble>> {
    let angle = |k: usize, n: usize| {
        // cos(π·n·(2k + 1)/2m), the angle reduced modulo 2π.
        let turns = n * (2 * k + 1) % (4 * count);
        (DoubleDouble::PI * DoubleDouble::from(turns as f64) / (2.0 * count as f64).into()).cos()
    };
    let (middle, half) = (from / 2.0 + to / 2.0, to / 2.0 - from / 2.0);
    // Nodes in pairs ±y: even coefficients come from sums of values, odd ones from differences.
    let pairs: Vec<(DoubleDouble, DoubleDouble)> = (0..count.div_ceil(2))
        .map(|k| {
            let y = if 2 * k + 1 == count { 0.0 } else { angle(k, 1).to_f64() };
            let [above, below] = [y, -y].map(|y| DoubleDouble::from(f(middle + half * y)));
            (above + below, above - below)
        })
        .collect();
    let coefficient = |n: usize| {
        let mut sum = DoubleDouble::ZERO;
        for (k, (even, odd)) in pairs.iter().enumerate() {
            let both = if n.is_multiple_of(2) { *even } else { *odd };
            let once = 2 * k + 1 == count;
            let value = if once { both.times_power_of_two(-1) } else { both };
            sum = sum + value * angle(k, n);
        }
        let factor = if n == 0 { 1.0 } else { 2.0 };
        Complex::new(sum * (DoubleDouble::from(factor) / (count as f64).into()), DoubleDouble::ZERO)
    };
    (0..count).map(coefficient).collect()
}

/// The largest |p - f| found at `samples` points that lie evenly in \[from, to\], both ends among them.
pub fn largest_error(
    polynomial: &Polynomial,
    f: impl Fn(f64) -> f64,
    from: f64,
    to: f64,
    samples: usize,
) -> f64 {
    to_nearest(|| {
        let steps = samples.max(2) - 1;
        let point = |k: usize| from + (to - from) * (k as f64 / steps as f64);
        let error = |x: f64| {
            let y = polynomial.at(Complex::new(x.into(), DoubleDouble::ZERO)).rounded();
            let error = libm::hypot(y.re - f(x), y.im);
            if error.is_nan() { f64::INFINITY } else { error }
        };
        (0..=steps).map(point).map(error).fold(0.0, f64::max)
    })
}
