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

/// What the variances follow from, of these parameters and of other libraries'.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steps {
    /// n: the length of the binary secret.
    pub dimension: usize,
    /// k.
    pub rank: usize,
    /// N.
    pub degree: usize,
    /// The mean square of a coefficient of the secrets of the ring: 1/2 of binary, 2/3 of ternary ones.
    pub mean_square: f64,
    /// The modulus of the ring, a prime or a power of two.
    pub q: f64,
    /// Bits of a digit, and digits, in external products.
    pub digits: (u32, u32),
    /// The standard deviation of errors of the rotation key, as a fraction of a turn.
    pub error: f64,
    /// The modulus of the switching key, a power of two.
    pub switch_q: f64,
    /// Bits of a digit, and digits, in the key switch.
    pub switch_digits: (u32, u32),
    /// The standard deviation of errors of the switching key, as a fraction of a turn.
    pub switch_error: f64,
    /// Whether the mean of the binary secret is taken out of the change to the modulus 2N.
    pub is_centred: bool,
}

impl Noise {
    /// The variances for these parameters.
    pub fn of(parameters: &Parameters) -> Self {
        let Parameters { dimension, rank, degree, q, width, count, switch, sigma } = *parameters;
        let steps = Steps {
            dimension,
            rank,
            degree,
            mean_square: 2.0 / 3.0,
            q: q as f64,
            digits: (width, count),
            error: sigma / q as f64,
            switch_q: switch.q as f64,
            switch_digits: (switch.width, switch.count),
            switch_error: sigma / switch.q as f64,
            is_centred: true,
        };
        steps.noise()
    }

    /// log2 of the probability that a sum is on the wrong side after all steps: `variance` is that of the sum, `margin`
    /// the distance of its message from where the sign changes.
    pub fn log2_failure(&self, variance: f64, margin: f64) -> f64 {
        log2_beyond(variance + self.switch + self.modulus, margin)
    }

    /// log2 of the probability that a lookup in 2^`log2_tables` tables is wrong, of a word of `bits` bits whose variance is
    /// `variance`. The modulus is switched to 2N/2^`log2_tables` then.
    pub fn log2_lookup_failure(&self, variance: f64, bits: u32, log2_tables: u32) -> f64 {
        let modulus = self.modulus * power(2 * log2_tables);
        log2_beyond(variance + self.switch + modulus, 1.0 / power(bits + 2))
    }
}

/// Σ over the digits of the mean of their squares: the highest is uniform in an interval of length `top`, the others among
/// 2^width numbers.
fn digit_squares(top: f64, width: u32, count: u32) -> f64 {
    (top * top + 2.0) / 12.0 + f64::from(count - 1) * (power(width).powi(2) + 2.0) / 12.0
}

impl Steps {
    /// The variances (2018/421, theorem 4.6, with variances in place of bounds).
    pub fn noise(&self) -> Noise {
        let (n, length) = (self.dimension as f64, (self.rank * self.degree) as f64);

        // Half of the coefficients of the secret are 1: only then rounding reaches the result.
        let (width, count) = self.digits;
        let bits = self.q.log2().ceil() as u32;
        let rounded = power(bits - width * count) / self.q;
        let digits = digit_squares(self.q / power(bits - width), width, count);
        let rows = n * (self.rank as f64 + 1.0) * self.degree as f64;
        let rotation = rows * digits * self.error.powi(2)
            + n / 2.0 * (1.0 + length * self.mean_square) * rounded * rounded / 12.0;

        let (width, count) = self.switch_digits;
        let (bits, unit) = (self.switch_q.log2() as u32, 1.0 / self.switch_q);
        let dropped = bits.saturating_sub(width * count);
        let digits = digit_squares(power(width), width, count);
        let rounded = if dropped == 0 { 0.0 } else { (power(dropped) * unit).powi(2) / 12.0 };
        let to_switch = (1.0 + length * self.mean_square) * unit * unit / 12.0;
        let switch = length * (digits * self.switch_error.powi(2) + self.mean_square * rounded);

        let weight = if self.is_centred { n / 4.0 } else { n / 2.0 };
        let modulus = (1.0 + weight) / 12.0 / (2.0 * self.degree as f64).powi(2);
        Noise { fresh: self.error.powi(2), rotation, switch: switch + to_switch, modulus }
    }
}

/// log2 of the probability that an error of this variance is larger than `margin`.
pub fn log2_beyond(variance: f64, margin: f64) -> f64 {
    log2_erfc(margin / (2.0 * variance).sqrt())
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
