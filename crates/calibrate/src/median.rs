//! What a few samples say of their median.

/// The confidence that is asked for; 6 samples or more can have it.
const ASKED: f64 = 0.95;

/// A median, how far off it may be, and with what confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Median {
    pub(crate) value: f64,
    /// The true median lies within ± this share of `value`…
    pub(crate) spread: f64,
    /// …with this probability, whatever the distribution: 0 of a single sample.
    pub(crate) confidence: f64,
}

/// The median of samples, between two of which (in order) the true one lies: the interval is the
/// narrowest symmetric one whose probability, by the binomial distribution, is 95 % at least; with
/// fewer than 6 samples the whole range, whose probability is less and is told.
pub(crate) fn median(samples: &mut [f64]) -> Median {
    samples.sort_by(f64::total_cmp);
    let count = samples.len();
    let Some(&last) = samples.last() else {
        return Median { value: 0.0, spread: 0.0, confidence: 0.0 };
    };
    let value = (samples[(count - 1) / 2] + samples[count / 2]) / 2.0;
    let (out, confidence) = outside(count);
    let (low, high) = (samples[out], samples.get(count - 1 - out).copied().unwrap_or(last));
    let spread = (high - value).max(value - low) / value.max(1e-9);
    Median { value, spread, confidence }
}

/// How many samples may be left out on each side of the interval, and the confidence then.
pub(crate) fn outside(count: usize) -> (usize, f64) {
    // P(the true median lies below the i-th of the samples) = Σ_{j<i} C(n, j)/2^n.
    let whole = |tail: f64| (1.0 - 2.0 * tail).max(0.0);
    let mut term = 0.5_f64.powi(i32::try_from(count).unwrap_or(i32::MAX));
    let (mut tail, mut out) = (term, 0);
    loop {
        term *= (count - out) as f64 / (out + 1) as f64;
        if whole(tail + term) < ASKED || 2 * (out + 1) >= count {
            return (out, whole(tail));
        }
        tail += term;
        out += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_samples_say_little() {
        let found = median(&mut [10.0, 10.1, 13.0]);
        assert!((found.value - 10.1).abs() < 1e-12);
        assert!((found.spread - 2.9 / 10.1).abs() < 1e-12, "the whole range");
        assert!((found.confidence - 0.75).abs() < 1e-12);
        let one = median(&mut [7.0]);
        assert_eq!((one.value, one.spread, one.confidence), (7.0, 0.0, 0.0));
    }

    #[test]
    fn intervals_are_those_of_the_tables() {
        // Conover, Practical Nonparametric Statistics: n = 6 takes all, 9 leaves one out, 21 five.
        assert_eq!(outside(6).0, 0);
        assert!((outside(6).1 - (1.0 - 2.0 / 64.0)).abs() < 1e-12);
        assert_eq!((outside(8).0, outside(9).0, outside(12).0, outside(21).0), (0, 1, 2, 5));
        assert!(outside(1000).1 >= ASKED && outside(1000).1 < 0.96);
    }

    #[test]
    fn the_stated_confidence_is_what_is_observed() {
        // Skewed samples from a fixed stream: the true median of −ln u is ln 2.
        let mut state = 1_u64;
        let mut draw = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            -(((state >> 11) as f64 + 0.5) / (1_u64 << 53) as f64).ln()
        };
        for count in [3, 5, 9, 21] {
            let trials = 4000;
            let mut met = 0;
            for _ in 0..trials {
                let mut samples: Vec<f64> = (0..count).map(|_| draw()).collect();
                samples.sort_by(f64::total_cmp);
                let (out, _) = outside(count);
                let truth = std::f64::consts::LN_2;
                met += usize::from(samples[out] <= truth && truth <= samples[count - 1 - out]);
            }
            let (observed, said) = (met as f64 / f64::from(trials), outside(count).1);
            assert!((observed - said).abs() < 0.025, "{count} samples: {observed}, said {said}");
        }
    }
}
