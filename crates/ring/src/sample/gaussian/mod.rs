//! The discrete Gaussian over the integers: P(x) proportional to exp(-x²/(2σ²)).
//!
//! Narrow ones are drawn from a cumulative [`Table`]. A wide one is a number in base `factor` whose
//! digits are drawn from one table:
//!
//! x = x_0 + factor·x_1 + … + factor^(digits-1)·x_(digits-1), all x_i of width σ_0, with
//! σ² = σ_0²·(1 + factor² + … + factor^(2·(digits-1))).
//!
//! Given what stands above it, the last digit only has to smooth the steps of `factor`: for
//! y of width σ_y, the sum x_0 + factor·y is at x proportional to exp(-x²/(2σ²))·ρ(Z + c), the mass
//! of a coset under a Gaussian of width 1/√(factor²/σ_0² + 1/σ_y²) (Micciancio and Peikert, ePrint
//! 2013/069, §4; Micciancio and Walter, ePrint 2017/259, §4). All cosets have the same mass up to
//! 1 ± ε, ε = 2·exp(-2π²·width²), and the width is at least σ_0/√(1 + factor²) >= 1.61, so that
//! ε < 2^-72. Each digit so adds less than 2^-69.6 to the distance: 2^-71 of smoothing and 2^-70.4
//! of its table. With at most 40 digits, which is more than [`MAX_SIGMA`] needs, the
//! distribution is within **2^-64** of the exact one.

mod exact;
mod table;

use self::table::{BLOCK, Scratch};
use super::Stream;

pub use self::table::Table;

/// The least σ. Below it almost all samples are 0.
pub const MIN_SIGMA: f64 = 1.0 / 16.0;

/// The largest σ: 2^56, which leaves all samples below 2^62.
pub const MAX_SIGMA: f64 = (1_u64 << 56) as f64;

/// The largest number of digits.
const MAX_DIGITS: u32 = 40;

/// The least width that makes the mass of all cosets of Z equal up to 2^-72.
const SMOOTHING: f64 = 1.61;

/// What drawing the random words of one digit costs, in comparisons with thresholds.
const DIGIT_COST: f64 = 40.0;

/// A discrete Gaussian of width σ, within 2^-64 (statistical distance) of the exact one.
#[derive(Debug, Clone)]
pub struct DiscreteGaussian {
    sigma: f64,
    factor: u32,
    digits: u32,
    table: Table,
}

impl DiscreteGaussian {
    /// The discrete Gaussian of width `sigma`, with the number of digits that makes it fastest.
    ///
    /// # Panics
    ///
    /// If `sigma` is not within [`MIN_SIGMA`] and [`MAX_SIGMA`].
    pub fn new(sigma: f64) -> Self {
        assert!((MIN_SIGMA..=MAX_SIGMA).contains(&sigma), "σ = {sigma}");
        let (factor, digits) = choose_digits(sigma);
        let table = Table::new(sigma, squares(factor, digits));
        Self { sigma, factor, digits, table }
    }

    /// σ as asked for.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// The base of the digits; 1 if there is only one.
    pub fn factor(&self) -> u32 {
        self.factor
    }

    /// The number of digits.
    pub fn digits(&self) -> u32 {
        self.digits
    }

    /// The table of one digit.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The largest magnitude of a sample.
    pub fn bound(&self) -> u64 {
        let digit = self.table.bound();
        (0..self.digits).fold(0, |bound, _| bound * u64::from(self.factor) + digit)
    }

    /// Fills `out` with independent samples, in constant time.
    #[inline(always)]
    pub fn sample_into(&self, out: &mut [i64], stream: &mut Stream) {
        let factor = i64::from(self.factor);
        let mut scratch = Scratch::new();
        for out in out.chunks_mut(BLOCK) {
            out.fill(0);
            for _ in 0..self.digits {
                let digit = self.table.draw(&mut scratch, stream);
                for (x, &digit) in out.iter_mut().zip(digit) {
                    *x = *x * factor + digit;
                }
            }
        }
    }
}

/// 1 + factor² + … + factor^(2·(digits-1)); exact, below 2^113 for what [`choose_digits`] chooses.
fn squares(factor: u32, digits: u32) -> u128 {
    (0..digits).fold(0, |sum, _| sum * u128::from(factor).pow(2) + 1)
}

/// The factor and the number of digits with the fewest comparisons among those that are smooth.
fn choose_digits(sigma: f64) -> (u32, u32) {
    let cost =
        |width: f64, digits: u32| f64::from(digits) * (DIGIT_COST + table::TAIL_WIDTHS * width);
    let mut best = ((1, 1), cost(sigma, 1));
    for factor in 2..=32 {
        let least = SMOOTHING * (1.0 + f64::from(factor).powi(2)).sqrt();
        for digits in 2..=MAX_DIGITS {
            let width = sigma / (squares(factor, digits) as f64).sqrt();
            if width < least {
                break;
            }
            if cost(width, digits) < best.1 {
                best = ((factor, digits), cost(width, digits));
            }
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_few_and_smooth() {
        assert_eq!(choose_digits(3.2), (1, 1));
        for exponent in -4..=56 {
            let sigma = 2.0_f64.powi(exponent);
            let (factor, digits) = choose_digits(sigma);
            let width = sigma / (squares(factor, digits) as f64).sqrt();
            assert!(digits <= MAX_DIGITS, "{digits} digits for {sigma}");
            assert!(width < 40.0, "a table of width {width} for {sigma}");
            let smooth = width / (1.0 + f64::from(factor).powi(2)).sqrt();
            assert!(digits == 1 || smooth >= SMOOTHING, "{factor}, {digits} for {sigma}");
        }
    }

    #[test]
    fn the_widest_samples_stay_below_two_to_the_62() {
        assert!(DiscreteGaussian::new(MAX_SIGMA).bound() < 1 << 62);
    }
}
