//! What an application counts.

use std::sync::Arc;

use ringassay_cost::{CostRecorder, TallyRing};
use ringassay_ring::sample::Seed;

use super::Instance;
use crate::{PredictError, Tally, application::Phases};

/// What comes before the first function.
const BEFORE: &str = "before";

/// What the application counts, with a trace of it or without. What the context holds before the first
/// function is the ring's own.
///
/// # Errors
/// When a function refuses: noise beyond its bound, above all.
pub fn tally(instance: &Instance, traced: bool) -> Result<Tally, PredictError> {
    let recorder = Arc::new(if traced { CostRecorder::with_trace() } else { CostRecorder::new() });
    let ring = TallyRing::new(instance.index(), instance.primes(), &recorder)
        .map_err(ringassay_scheme::Error::from)?;
    let application = Arc::clone(&instance.planned).counting(&ring)?;
    // Shapes have no values.
    let messages = vec![vec![0; instance.index().degree()]; instance.circuit.wires() as usize];
    recorder.phase(BEFORE);
    let mut phases = Phases::new(&recorder);
    application.run(&messages, &Seed::from_bytes([1; 32]), &mut |name| phases.enter(name))?;
    let marks = phases.marks;
    drop(application);
    let mut record = recorder.record();
    let before = record.phase(BEFORE).map_or(0, |phase| phase.heap_peak_bytes);
    record.phases.retain(|phase| marks.iter().any(|(_, name)| *name == phase.name));
    let peaks = record.phases.iter().map(|phase| phase.heap_peak_bytes);
    record.heap_peak_bytes = peaks.max().unwrap_or(0).saturating_sub(before);
    Ok(Tally { record, marks })
}
