//! Precision statistics of approximate results, from raw errors.
//!
//! The error of a slot is |got - wanted|, of its real part, its imaginary part, and as a complex number (L2: the
//! root of the sum of both squares). Statistics are taken of errors, not of their logarithms; precision in bits
//! is -log2 of an error. The headline is the worst slot.

use super::encoding::Complex64;

/// Shares of slots, in per cent, whose largest error is told.
pub const PERCENTILES: [f64; 5] = [50.0, 75.0, 90.0, 99.0, 99.9];

/// How precise a vector is.
#[derive(Debug, Clone, PartialEq)]
pub struct Precision {
    /// Of the real parts.
    pub real: Errors,
    /// Of the imaginary parts.
    pub imaginary: Errors,
    /// Of both together: |got - wanted|.
    pub l2: Errors,
}

/// Statistics of the errors of a vector.
#[derive(Debug, Clone, PartialEq)]
pub struct Errors {
    /// The smallest.
    pub least: f64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation about the mean.
    pub deviation: f64,
    /// The root of the mean square.
    pub root_mean_square: f64,
    /// The largest; infinite if a result is not a number.
    pub worst: f64,
    /// The first slot with the largest error.
    pub worst_slot: usize,
    /// For each of [`PERCENTILES`], the smallest error that at least so many slots do not exceed.
    pub percentiles: [f64; PERCENTILES.len()],
    /// How many results are not numbers, or infinite.
    pub not_finite: usize,
}

/// -log2 of an error: infinite for 0.
pub fn bits(error: f64) -> f64 {
    // Not -log2(0.0) = inf of a negative zero.
    if error == 0.0 { f64::INFINITY } else { -error.log2() }
}

impl Precision {
    /// Of the results `got` where `wanted` are right; `None` for vectors of different lengths or of none.
    pub fn new(got: &[Complex64], wanted: &[Complex64]) -> Option<Self> {
        if got.len() != wanted.len() {
            return None;
        }
        let errors = |of: fn(Complex64, Complex64) -> f64| {
            Errors::new(got.iter().zip(wanted).map(|(&got, &wanted)| of(got, wanted)).collect())
        };
        Some(Self {
            real: errors(|got, wanted| (got.re - wanted.re).abs())?,
            imaginary: errors(|got, wanted| (got.im - wanted.im).abs())?,
            l2: errors(|got, wanted| (got - wanted).abs())?,
        })
    }

    /// As [`Precision::new`], for real vectors: statistics of their errors.
    pub fn of_reals(got: &[f64], wanted: &[f64]) -> Option<Errors> {
        if got.len() != wanted.len() {
            return None;
        }
        Errors::new(got.iter().zip(wanted).map(|(got, wanted)| (got - wanted).abs()).collect())
    }
}

impl Errors {
    /// Of errors that are not negative; what is not finite counts as infinite. `None` if there are none.
    pub fn new(mut errors: Vec<f64>) -> Option<Self> {
        let count = errors.len() as f64;
        let mut not_finite = 0;
        for error in &mut errors {
            if !error.is_finite() {
                (*error, not_finite) = (f64::INFINITY, not_finite + 1);
            }
        }
        let first_larger = |best: Option<(usize, f64)>, (slot, &error): (usize, &f64)| match best {
            Some((_, worst)) if error <= worst => best,
            _ => Some((slot, error)),
        };
        let (worst_slot, worst) = errors.iter().enumerate().fold(None, first_larger)?;
        let mean = errors.iter().sum::<f64>() / count;
        let mean_square = errors.iter().map(|e| e * e).sum::<f64>() / count;
        let variance = errors.iter().map(|e| (e - mean) * (e - mean)).sum::<f64>() / count;
        errors.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| {
            let rank = (share / 100.0 * count).ceil() as usize;
            errors[rank.clamp(1, errors.len()) - 1]
        };
        Some(Self {
            least: errors[0],
            mean,
            deviation: if not_finite == 0 { variance.sqrt() } else { f64::INFINITY },
            root_mean_square: mean_square.sqrt(),
            worst,
            worst_slot,
            percentiles: PERCENTILES.map(at),
            not_finite,
        })
    }

    /// The median, the smallest error that at least half of the slots do not exceed.
    pub fn median(&self) -> f64 {
        self.percentiles[0]
    }

    /// Bits of the worst slot.
    pub fn worst_bits(&self) -> f64 {
        bits(self.worst)
    }

    /// Bits of the mean error.
    pub fn mean_bits(&self) -> f64 {
        bits(self.mean)
    }

    /// Bits of the median error.
    pub fn median_bits(&self) -> f64 {
        bits(self.median())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_those_of_the_errors() {
        let wanted = [Complex64::new(1.0, 0.0); 4];
        let got = [(1.5, 0.0), (1.0, 0.25), (1.0, 0.0), (4.0, 4.0)];
        let got = got.map(|(re, im)| Complex64::new(re, im));
        let precision = Precision::new(&got, &wanted).unwrap();
        // The errors are 0.5, 0.25, 0 and 3-4-5.
        assert_eq!(precision.l2.worst, 5.0);
        assert_eq!(precision.l2.worst_slot, 3);
        assert_eq!(precision.l2.mean, 5.75 / 4.0);
        assert_eq!(precision.l2.median(), 0.25);
        assert_eq!(precision.l2.least, 0.0);
        assert_eq!(precision.l2.percentiles, [0.25, 0.5, 5.0, 5.0, 5.0]);
        assert_eq!(precision.l2.root_mean_square, ((0.25 + 0.0625 + 25.0) / 4.0_f64).sqrt());
        assert_eq!((precision.real.worst, precision.imaginary.worst), (3.0, 4.0));
        assert_eq!(precision.imaginary.mean, 4.25 / 4.0);
        assert_eq!(bits(0.25), 2.0);
        assert_eq!(bits(0.0), f64::INFINITY);
    }

    #[test]
    fn what_is_not_a_number_is_the_worst() {
        let errors = Precision::of_reals(&[0.0, f64::NAN, 1.0, f64::INFINITY], &[0.0; 4]).unwrap();
        assert_eq!((errors.worst, errors.worst_slot, errors.not_finite), (f64::INFINITY, 1, 2));
        assert_eq!(errors.median(), 1.0);
        assert_eq!(errors.worst_bits(), f64::NEG_INFINITY);
    }

    #[test]
    fn vectors_of_different_lengths_have_none() {
        assert_eq!(Precision::of_reals(&[0.0], &[0.0, 1.0]), None);
        assert_eq!(Precision::new(&[], &[]), None);
    }
}
