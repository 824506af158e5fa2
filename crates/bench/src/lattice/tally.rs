//! Operations on shapes: how many transforms they take, and how much memory.

use std::sync::Arc;

use ringassay_cost::{CostRecorder, TallyRing};
use ringassay_ring::index::Index;
use ringassay_scheme::ErrorKind;

use super::{Counted, Operation, operation::COUNTED};
use crate::BenchError;

/// What is counted of the operations for which there is `material`, that is operands and keys; `evaluate` does one
/// with them.
pub(super) fn counted<M>(
    recorder: &CostRecorder,
    material: impl Fn(Operation) -> Result<Option<M>, BenchError>,
    evaluate: impl Fn(Operation, &M) -> Result<(), BenchError>,
) -> Result<Vec<Counted>, BenchError> {
    let run = |operation: Operation| {
        let Some(material) = material(operation)? else { return Ok(false) };
        recorder.phase(operation.name());
        evaluate(operation, &material)?;
        Ok(true)
    };
    let mut found = Vec::new();
    for operation in COUNTED {
        match run(operation) {
            Ok(true) => {}
            Ok(false) => continue,
            // The moduli are too small for it.
            Err(BenchError::Scheme(error)) if error.kind() == ErrorKind::NoiseBudget => continue,
            Err(error) => return Err(error),
        }
        recorder.phase(REST);
        let record = recorder.record();
        let Some(phase) = record.phase(operation.name()) else { continue };
        let transforms = phase.counts.iter().filter(|(call, _)| call.kernel.is_transform());
        found.push(Counted {
            operation: operation.name(),
            transforms: transforms.map(|(_, &times)| times).sum(),
            growth_bytes: phase.growth_bytes,
        });
    }
    Ok(found)
}

/// The phase of what is not counted.
const REST: &str = "rest";

/// A ring of shapes, and what records there.
pub(super) fn shapes(
    index: &Index,
    primes: &[u64],
) -> Result<(Arc<CostRecorder>, TallyRing), BenchError> {
    let recorder = Arc::new(CostRecorder::new());
    recorder.phase(REST);
    let ring = TallyRing::new(index, primes, &recorder).map_err(ringassay_scheme::Error::from)?;
    Ok((recorder, ring))
}
