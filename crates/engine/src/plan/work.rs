//! How much work a tally is.

use ringassay_cost::{Kernel, Phase};

/// Passes over a row that a transform is worth: about, and large enough that transforms decide.
const TRANSFORM: f64 = 32.0;

/// The work of a phase, in passes over a word.
pub(super) fn of(phase: &Phase) -> f64 {
    let work = |kernel: Kernel| match kernel {
        kernel if kernel.is_transform() => TRANSFORM,
        Kernel::BaseExtension { from, to }
        | Kernel::FastBaseExtension { from, to }
        | Kernel::Correction { from, to } => f64::from(from) * f64::from(to),
        Kernel::InnerProduct { terms } => f64::from(terms) / 2.0,
        _ => 1.0,
    };
    let calls = phase.counts.iter();
    calls.map(|(call, &times)| work(call.kernel) * f64::from(call.length) * times as f64).sum()
}
