//! How fast a machine was while it was measured, by two probes.

use serde::{Deserialize, Serialize};

/// From so much slower or faster vector code on, the machine is in another phase than it was: 1.25 is between what
/// a calibration calls drift (at most 1.10) and the 1.5 to 1.8 of the phases that virtual machines have.
pub const OTHER_PHASE: f64 = 1.25;

/// From so large a ratio of slow to fast samples on, the phase changed while it was looked at.
pub const UNSTEADY: f64 = 1.50;

/// What the probes of vector and of scalar work took, taken in turns with what else was measured.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// Nanoseconds of processor time for the vector probe: the median.
    pub vector_ns: f64,
    /// For the scalar probe, likewise.
    pub scalar_ns: f64,
    /// The vector probe's upper decile over its lower one, at least 1.
    pub vector_range: f64,
    /// How many samples there are of each.
    pub samples: usize,
}

impl Phase {
    /// Of samples of both probes, in nanoseconds; nothing where either has none.
    pub fn of(mut vector_ns: Vec<f64>, mut scalar_ns: Vec<f64>) -> Option<Self> {
        vector_ns.sort_by(f64::total_cmp);
        scalar_ns.sort_by(f64::total_cmp);
        let at = |sorted: &[f64], tenths: usize| {
            sorted.len().checked_sub(1).map(|last| sorted[(last * tenths + 5) / 10])
        };
        let (low, high) = (at(&vector_ns, 1)?, at(&vector_ns, 9)?);
        Some(Self {
            vector_ns: at(&vector_ns, 5)?,
            scalar_ns: at(&scalar_ns, 5)?,
            vector_range: high / low.max(1e-9),
            samples: vector_ns.len(),
        })
    }

    /// By what factor vector code takes longer `now`.
    pub fn vector_ratio(&self, now: &Self) -> f64 {
        now.vector_ns / self.vector_ns.max(1e-9)
    }

    /// By what factor scalar code takes longer `now`.
    pub fn scalar_ratio(&self, now: &Self) -> f64 {
        now.scalar_ns / self.scalar_ns.max(1e-9)
    }

    /// Whether the phase changed between its samples.
    pub fn is_unsteady(&self) -> bool {
        self.vector_range >= UNSTEADY
    }

    /// Why what was measured in this phase does not hold `now`, in sentences; none if it does.
    pub fn differences(&self, now: &Self) -> Vec<String> {
        let mut reasons = Vec::new();
        let (vector, scalar) = (self.vector_ratio(now), self.scalar_ratio(now));
        if vector.max(1.0 / vector.max(1e-9)) >= OTHER_PHASE {
            reasons.push(format!(
                "the machine is in another phase: vector code takes {vector:.2} times as long as when kernels were \
                 calibrated, scalar code {scalar:.2} times (another phase from {OTHER_PHASE} on)"
            ));
        }
        if now.is_unsteady() {
            reasons.push(format!(
                "the machine changes its phase: of {} probes of vector code in a row, the slow ones take {:.2} times \
                 as long as the fast ones (unsteady from {UNSTEADY:.1} on)",
                now.samples, now.vector_range
            ));
        }
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(vector_ns: f64, scalar_ns: f64, vector_range: f64) -> Phase {
        Phase { vector_ns, scalar_ns, vector_range, samples: 20 }
    }

    #[test]
    fn deciles_and_medians_of_known_samples() {
        let numbers = |count: u32| (1..=count).rev().map(f64::from).collect::<Vec<_>>();
        let found = Phase::of(numbers(11), numbers(5)).unwrap();
        assert_eq!((found.vector_ns, found.scalar_ns, found.samples), (6.0, 3.0, 11));
        assert_eq!(found.vector_range, 10.0 / 2.0);
        assert_eq!(Phase::of(vec![], vec![1.0]), None);
        assert_eq!(Phase::of(vec![1.0], vec![]), None);
    }

    #[test]
    fn one_slow_sample_of_twenty_is_no_other_phase() {
        let mut vector = vec![100.0; 19];
        vector.push(180.0);
        let found = Phase::of(vector, vec![50.0; 20]).unwrap();
        assert!(!found.is_unsteady());
        assert!(phase(100.0, 50.0, 1.0).differences(&found).is_empty());
    }

    #[test]
    fn a_phase_of_slow_vector_code_is_seen_whatever_scalar_code_does() {
        let then = phase(100.0, 50.0, 1.05);
        for (now, is_other) in
            [(124.0, false), (81.0, false), (126.0, true), (160.0, true), (60.0, true)]
        {
            let reasons = then.differences(&phase(now, 50.0, 1.05));
            assert_eq!(reasons.len(), usize::from(is_other), "{now}: {reasons:?}");
        }
        let told = then.differences(&phase(160.0, 50.0, 1.05)).join("");
        assert!(told.contains("1.60 times") && told.contains("1.00 times"), "{told}");
    }

    #[test]
    fn phases_that_come_and_go_are_seen_although_the_median_is_as_before() {
        let then = phase(100.0, 50.0, 1.05);
        let mut vector = vec![100.0; 14];
        vector.extend([165.0; 6]);
        let now = Phase::of(vector, vec![50.0; 20]).unwrap();
        let reasons = then.differences(&now);
        assert_eq!(now.vector_ns, 100.0);
        assert!(reasons.len() == 1 && reasons[0].contains("1.65 times"), "{reasons:?}");
    }
}
