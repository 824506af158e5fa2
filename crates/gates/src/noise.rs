//! The variance of the errors that each step adds, as fractions of a turn: phases modulo q are phases/q.

use crate::Parameters;

/// Variances of what the steps of a gate add.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// A fresh bit.
    pub fresh: f64,
    /// A blind rotation: the variance of a bit that comes out of it, whatever its operands were.
    pub rotation: f64,
    /// The change to the modulus of the switching key, and the switch.
    pub switch: f64,
    /// The change to the modulus 2N.
    pub modulus: f64,
}

impl Noise {
    /// The variances for these parameters (2018/421, theorem 4.6, with variances in place of bounds; the mean of the
    /// binary secret is taken out of the last modulus switch).
    pub fn of(parameters: &Parameters) -> Self {
        let Parameters { dimension, rank, degree, q, width, count, switch, sigma } = *parameters;
        let (n, k, length) = (dimension as f64, rank as f64, (rank * degree) as f64);
        // The mean square of a coefficient of the ternary secrets.
        let kappa = 2.0 / 3.0;
        let error = (sigma / q as f64).powi(2);

        // Half of the coefficients of the secret are 1: only then rounding reaches the result.
        let bits = q.ilog2() + 1;
        let rounded = power(bits - width * count) / q as f64;
        let digits = digit_squares(q as f64 / power(bits - width), width, count);
        let rotation = n * (k + 1.0) * degree as f64 * digits * error
            + n / 2.0 * (1.0 + length * kappa) * rounded * rounded / 12.0;

        let taken = switch.width * switch.count;
        let dropped = switch.q.ilog2() - taken.min(switch.q.ilog2());
        let own = (sigma / switch.q as f64).powi(2);
        let digits = digit_squares(power(switch.width), switch.width, switch.count);
        let unit = 1.0 / switch.q as f64;
        let rounded = if dropped == 0 { 0.0 } else { (power(dropped) * unit).powi(2) / 12.0 };
        let to_switch = (1.0 + length * kappa) * unit * unit / 12.0;
        let switched = length * (digits * own + kappa * rounded) + to_switch;

        let modulus = (1.0 + n / 4.0) / 12.0 / (2.0 * degree as f64).powi(2);
        Self { fresh: error, rotation, switch: switched, modulus }
    }

    /// log2 of the probability that a sum is on the wrong side after all steps: `variance` is that of the sum, `margin`
    /// the distance of its message from where the sign changes.
    pub fn log2_failure(&self, variance: f64, margin: f64) -> f64 {
        let variance = variance + self.switch + self.modulus;
        log2_erfc(margin / (2.0 * variance).sqrt())
    }
}

/// Σ over the digits of the mean of their squares: the highest is uniform in an interval of length `top`, the others among
/// 2^width numbers.
fn digit_squares(top: f64, width: u32, count: u32) -> f64 {
    (top * top + 2.0) / 12.0 + f64::from(count - 1) * (power(width).powi(2) + 2.0) / 12.0
}

fn power(exponent: u32) -> f64 {
    f64::from(exponent).exp2()
}

/// log2 of erfc(x) for x ≥ 0, also where erfc(x) is below all doubles.
pub fn log2_erfc(x: f64) -> f64 {
    if x < 20.0 {
        return libm::erfc(x).log2();
    }
    // erfc(x) = e^(-x²)/(x·√π)·(1 - 1/(2x²) + 3/(4x⁴) - …); what is left out is below 15/(8·20⁶).
    let square = x * x;
    let series = 1.0 - 0.5 / square + 0.75 / (square * square);
    -square * std::f64::consts::LOG2_E - (x * std::f64::consts::PI.sqrt()).log2() + series.log2()
}
