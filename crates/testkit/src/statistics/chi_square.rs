//! Pearson's test of fit.

use std::fmt;

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{Law, plausible};

/// Cells with fewer expected samples are joined, so that the statistic has its limit distribution.
const LEAST_EXPECTED: f64 = 20.0;

/// Counters side by side, so that equal values in a row do not wait for each other.
const WAYS: usize = 4;

/// How often each value from -bound to bound has come; the ends hold what lies beyond them too.
#[derive(Clone, Debug)]
pub struct Tally {
    bound: i64,
    counts: [Vec<u64>; WAYS],
}

impl Tally {
    /// An empty tally of the values from -`bound` to `bound`.
    pub fn new(bound: u32) -> Self {
        let cells = 2 * bound as usize + 1;
        Self { bound: i64::from(bound), counts: std::array::from_fn(|_| vec![0; cells]) }
    }

    /// Counts these samples.
    pub fn add(&mut self, samples: &[i64]) {
        let (groups, rest) = samples.as_chunks::<WAYS>();
        for group in groups {
            for (counts, &x) in self.counts.iter_mut().zip(group) {
                counts[(x.clamp(-self.bound, self.bound) + self.bound) as usize] += 1;
            }
        }
        for &x in rest {
            self.counts[0][(x.clamp(-self.bound, self.bound) + self.bound) as usize] += 1;
        }
    }

    /// The counts, from -bound to bound.
    pub fn counts(&self) -> Vec<u64> {
        (0..self.counts[0].len()).map(|i| self.counts.iter().map(|way| way[i]).sum()).collect()
    }

    /// Whether the samples fit the law, whose tails go to the ends.
    pub fn fit(&self, law: &Law) -> Fit {
        Fit::of(&self.counts(), &law.cells(self.bound as u32))
    }
}

/// How well counts fit probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Σ (count - expected)²/expected.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: u32,
    /// The probability of a statistic at least as large if the probabilities are right.
    pub p_value: f64,
}

impl Fit {
    /// Pearson's test of `counts` against `probabilities`, which add up to 1. Cells at the ends with
    /// few expected samples are joined with their inner neighbours.
    ///
    /// # Panics
    ///
    /// If there are not as many probabilities as counts, or less than two cells are left.
    pub fn of(counts: &[u64], probabilities: &[f64]) -> Self {
        assert_eq!(counts.len(), probabilities.len(), "a probability for each cell");
        let total = counts.iter().sum::<u64>() as f64;
        let mut cells: Vec<(f64, f64)> =
            counts.iter().zip(probabilities).map(|(&c, p)| (c as f64, p * total)).collect();
        join_ends(&mut cells);
        cells.reverse();
        join_ends(&mut cells);
        assert!(cells.len() > 1, "too few samples to tell anything");
        let statistic = cells.iter().map(|(count, expected)| (count - expected).powi(2) / expected);
        Self::of_statistic(statistic.sum(), cells.len() as u32 - 1)
    }

    /// The fit with this value of a statistic that follows the chi-square law with `degrees` > 0.
    pub fn of_statistic(statistic: f64, degrees: u32) -> Self {
        let p_value = ChiSquared::new(f64::from(degrees)).map_or(f64::NAN, |law| law.sf(statistic));
        Self { statistic, degrees, p_value }
    }

    /// Whether a right sampler would plausibly fit as badly, and as well.
    pub fn is_plausible(&self) -> bool {
        plausible(self.p_value)
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "χ² = {:.1} on {}, p = {:.3e}", self.statistic, self.degrees, self.p_value)
    }
}

/// Joins the last cells until they expect enough.
fn join_ends(cells: &mut Vec<(f64, f64)>) {
    while let [.., before, last] = &mut cells[..]
        && last.1 < LEAST_EXPECTED
    {
        *before = (before.0 + last.0, before.1 + last.1);
        cells.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Percentiles of the chi-square law from tables: NIST/SEMATECH e-Handbook of Statistical
    /// Methods, §1.3.6.7.4.
    #[test]
    fn probabilities_agree_with_printed_tables() {
        for (degrees, statistic, p) in
            [(1, 3.841, 0.05), (1, 10.828, 0.001), (10, 18.307, 0.05), (50, 76.154, 0.01)]
        {
            let fit = Fit::of_statistic(statistic, degrees);
            assert!((fit.p_value / p - 1.0).abs() < 2e-3, "{fit}");
        }
    }

    #[test]
    fn an_example_by_hand() {
        // 30, 20, 50 of 100 against 1/4, 1/4, 1/2: 25/25 + 25/25 + 0.
        let fit = Fit::of(&[30, 20, 50], &[0.25, 0.25, 0.5]);
        assert_eq!((fit.statistic, fit.degrees), (2.0, 2));
        assert!((fit.p_value - (-1.0_f64).exp()).abs() < 1e-12);
    }

    #[test]
    fn thin_ends_are_joined() {
        let fit = Fit::of(&[1, 9, 50, 30, 9, 1], &[0.01, 0.09, 0.5, 0.3, 0.09, 0.01]);
        assert_eq!((fit.statistic, fit.degrees), (0.0, 1));
        assert!(!fit.is_plausible(), "too good to be true");
    }

    #[test]
    fn tallies_count_what_lies_beyond_at_the_ends() {
        let mut tally = Tally::new(2);
        tally.add(&[-7, -2, -1, 0, 0, 2, i64::MAX]);
        assert_eq!(tally.counts(), [2, 1, 2, 0, 2]);
    }
}
