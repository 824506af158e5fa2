//! What is predicted.

use serde::{Deserialize, Serialize};

/// The time of a program, from its tally.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// Nanoseconds on one processor.
    pub ns: f64,
    /// By how much cells scatter, weighed by what they contribute: relative.
    pub spread: f64,
    /// Kernel calls.
    pub calls: u64,
    /// Those among them whose sizes lie beyond what was measured.
    pub extrapolated: u64,
    /// Those among them of which nothing is known; they are missing in `ns`.
    pub unknown: u64,
    /// The parts of the program, in the order in which they first began.
    pub phases: Vec<PredictedPhase>,
}

/// The time of a part of a program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PredictedPhase {
    /// Its name.
    pub name: String,
    /// Nanoseconds on one processor.
    pub ns: f64,
    /// As [`Prediction::extrapolated`].
    pub extrapolated: u64,
    /// As [`Prediction::unknown`].
    pub unknown: u64,
    /// By kind of kernel, in the order in which they were met.
    pub kernels: Vec<PredictedKernel>,
}

/// The time of a kind of kernel in a part of a program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PredictedKernel {
    /// [`Kernel::name`](crate::Kernel::name), or what else takes time.
    pub name: std::borrow::Cow<'static, str>,
    /// How often it runs.
    pub calls: u64,
    /// Nanoseconds of all calls together.
    pub ns: f64,
    /// Σ spread·ns of the calls.
    spread_ns: f64,
}

impl PredictedPhase {
    pub(super) fn new(name: &str) -> Self {
        let name = name.to_owned();
        Self { name, ns: 0.0, extrapolated: 0, unknown: 0, kernels: Vec::with_capacity(16) }
    }

    pub(super) fn add(&mut self, name: &'static str, calls: u64, ns: f64, spread: f64) {
        self.ns += ns;
        // Calls of a kind follow on one another.
        let known = self.kernels.iter_mut().rev().find(|kernel| kernel.name == name);
        match known {
            Some(kernel) => {
                kernel.calls += calls;
                kernel.ns += ns;
                kernel.spread_ns += spread * ns;
            }
            None => {
                let name = std::borrow::Cow::Borrowed(name);
                self.kernels.push(PredictedKernel { name, calls, ns, spread_ns: spread * ns });
            }
        }
    }
}

impl Prediction {
    pub(super) fn new(phases: Vec<PredictedPhase>) -> Self {
        let kernels = || phases.iter().flat_map(|phase| &phase.kernels);
        let ns: f64 = phases.iter().map(|phase| phase.ns).sum();
        let spread_ns: f64 = kernels().map(|kernel| kernel.spread_ns).sum();
        Self {
            ns,
            spread: if ns > 0.0 { spread_ns / ns } else { 0.0 },
            calls: kernels().map(|kernel| kernel.calls).sum(),
            extrapolated: phases.iter().map(|phase| phase.extrapolated).sum(),
            unknown: phases.iter().map(|phase| phase.unknown).sum(),
            phases,
        }
    }

    /// The part of that name.
    pub fn phase(&self, name: &str) -> Option<&PredictedPhase> {
        self.phases.iter().find(|phase| phase.name == name)
    }
}
