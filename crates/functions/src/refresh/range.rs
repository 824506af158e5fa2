//! How large the multiples of q_0 are that raising the modulus leaves in a phase.

use ringassay_scheme::Error;

/// A sparse secret, and the range in which the multiples I of q_0 are reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// h: how many coefficients of the secret are -1 or 1.
    pub weight: usize,
    /// K: the largest \|I\| that is reduced.
    pub bound: u32,
}

impl Range {
    /// No \|I\| exceeds 14.5; the reduction takes 13. Failure about 2^-109 for 2^16 coefficients.
    pub const USUAL: Self = Self { weight: 28, bound: 13 };

    /// log2 of the probability that one of `coefficients` multiples exceeds the bound: I = round(T) for a sum T of h uniform
    /// numbers in (-1/2, 1/2), so that P(\|I\| > K) = P(\|T\| > K + 1/2), by the law of Irwin and Hall:
    /// Σ_{k ≤ y} (-1)^k·C(h, k)·(y - k)^h/h! with y = h/2 - K - 1/2. -∞ where none can.
    pub fn log2_failure(self, coefficients: usize) -> f64 {
        let h = self.weight as f64;
        let y = h / 2.0 - f64::from(self.bound) - 0.5;
        if y <= 0.0 {
            return f64::NEG_INFINITY;
        }
        let log_factorial = libm::lgamma(h + 1.0);
        // C(h, k)·(y - k)^h in units of the first term.
        let (mut sum, mut binomial) = (1.0, 1.0);
        for k in 1..=y.floor() as i32 {
            let k = f64::from(k);
            binomial *= (h - k + 1.0) / k;
            let sign = if k as i64 % 2 == 0 { 1.0 } else { -1.0 };
            sum += sign * binomial * ((y - k) / y).powf(h);
        }
        let one_side = (h * y.ln() - log_factorial + f64::ln(sum)) / std::f64::consts::LN_2;
        (one_side + 1.0 + (coefficients as f64).log2()).min(0.0)
    }

    /// The probability that I = `multiple`: the density there of a sum of h + 1 uniform numbers, for rounding adds one, as the
    /// integral of its characteristic function, (1/π)·∫ (sin(ω/2)/(ω/2))^(h+1)·cos(ω·I) dω.
    pub fn probability(self, multiple: i32) -> f64 {
        let step = LARGEST_FREQUENCY / f64::from(FREQUENCIES);
        let value = |k: u32| {
            let half = f64::from(k) * step / 2.0;
            let sinc = if k == 0 { 1.0 } else { half.sin() / half };
            let weight = if k == 0 { 0.5 } else { 1.0 };
            weight * sinc.powf(self.weight as f64 + 1.0) * (2.0 * half * f64::from(multiple)).cos()
        };
        (0..FREQUENCIES).map(value).sum::<f64>() * step / std::f64::consts::PI
    }

    /// Fails for a range in which most refreshes would fail, or none.
    ///
    /// # Errors
    /// Returns an error with what to change.
    pub(super) fn check(self, coefficients: usize) -> Result<(), Error> {
        if self.weight > coefficients || self.bound > LARGEST_BOUND {
            return Err(Error::Parameters(format!(
                "a secret of weight {} with a range of {}: at most {coefficients} and {LARGEST_BOUND} are possible",
                self.weight, self.bound
            )));
        }
        let failure = self.log2_failure(coefficients);
        if self.weight == 0 || self.bound == 0 || failure > LARGEST_FAILURE {
            return Err(Error::Parameters(format!(
                "with a secret of weight {} a multiple of q_0 exceeds {} with probability 2^{failure:.0}: take a larger \
                 range or a smaller weight",
                self.weight, self.bound
            )));
        }
        Ok(())
    }
}

/// Where the integral is cut off, and its points: equally spaced ones are exact for what has a bounded support.
const LARGEST_FREQUENCY: f64 = 60.0;
const FREQUENCIES: u32 = 1 << 10;

/// The series would be wrong beyond, long before.
const LARGEST_BOUND: u32 = 1 << 10;

/// More frequent failures are refused: of wrong answers that nobody notices.
const LARGEST_FAILURE: f64 = -40.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_those_of_the_exact_law() {
        let of = |weight, bound| Range { weight, bound }.log2_failure(1 << 16);
        for (weight, bound, log2) in
            [(32, 15, -132.7), (30, 14, -120.7), (28, 13, -108.9), (24, 11, -86.0)]
        {
            assert!(
                (of(weight, bound) - log2).abs() < 0.1,
                "{weight}, {bound}: {}",
                of(weight, bound)
            );
        }
        assert_eq!(of(32, 16), f64::NEG_INFINITY);
        // Simulated with 2·10^7 samples.
        for (weight, bound, share) in [(8, 2, 0.001_268), (12, 3, 2.48e-4)] {
            let found = Range { weight, bound }.log2_failure(1).exp2();
            assert!((found / share - 1.0).abs() < 0.03, "{found} {share}");
            let within = |k: i32| Range { weight, bound }.probability(k);
            let beyond = 1.0 - (-(bound as i32)..=bound as i32).map(within).sum::<f64>();
            assert!((beyond / share - 1.0).abs() < 0.03, "{beyond} {share}");
            let square = (-20..=20).map(|k| f64::from(k * k) * within(k)).sum::<f64>();
            assert!((square * 12.0 / (weight as f64 + 1.0) - 1.0).abs() < 1e-6, "{square}");
        }
        assert!(Range::USUAL.check(1 << 16).is_ok());
        assert!(Range { weight: 192, bound: 13 }.check(1 << 12).is_err());
    }
}
