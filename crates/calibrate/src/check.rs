//! Whether a calibration still holds.

#[cfg(doc)]
use ringassay_cost::price::Phase;
use ringassay_cost::price::{Calibration, Cell, Machine};

use crate::{
    CalibrateError, Settings, on_one_processor,
    probes::{again, is_probe},
};

/// Why a calibration is stale; it holds if there are no reasons.
#[derive(Debug, Clone, PartialEq)]
pub struct Staleness {
    /// The reasons, in sentences.
    pub reasons: Vec<String>,
    /// The median of measured now/then over the cells that were measured again; 1 if none were.
    pub drift: f64,
    /// How many cells were measured again.
    pub cells: usize,
    /// By what factors the probes of vector and of scalar code take longer now; nothing where either was not looked at.
    pub phase: Option<[f64; 2]>,
}

impl Staleness {
    /// Whether it does not hold.
    pub fn is_stale(&self) -> bool {
        !self.reasons.is_empty()
    }
}

/// Cells that are measured again.
const PROBES: usize = 12;

/// However small the spread was, less drift than this is none.
const LEAST_DRIFT: f64 = 0.05;

/// However large the spread was, more drift than this is one.
const MOST_DRIFT: f64 = 0.10;

/// For how long, in seconds; a drift is looked at again for the others, and is none if it was a spell
/// that is over by then.
const PATIENCE: [f64; 3] = [0.8, 2.0, 4.0];

/// Whether a calibration is this machine's and these kernels', a few of its cells come out as they
/// did, in the median within their spread, but 5 to 10 %, and it is in the same phase, steadily ([`Phase`]). Takes about a second,
/// and seven if they do not.
///
/// # Errors
/// As [`calibrate`](crate::calibrate).
pub fn check(calibration: &Calibration) -> Result<Staleness, CalibrateError> {
    let reasons = calibration.machine.differences(&Machine::here()?);
    if !reasons.is_empty() {
        return Ok(Staleness { reasons, drift: 1.0, cells: 0, phase: None });
    }
    let probes = probes(calibration);
    let spread = middle(probes.iter().map(|cell| cell.spread)).unwrap_or_default();
    let allowed = spread.clamp(LEAST_DRIFT, MOST_DRIFT);
    let mut found = Staleness { reasons: Vec::new(), drift: 1.0, cells: 0, phase: None };
    for seconds in PATIENCE {
        let settings = Settings { sample_ns: 500_000, seconds, ..Settings::default() };
        let (pairs, now) = on_one_processor(|| again(&probes, settings))?;
        found.cells = pairs.len();
        found.drift = middle(pairs.iter().map(|(cell, now)| now / cell.cpu_ns)).unwrap_or(1.0);
        let phases = calibration.phase.zip(now);
        found.phase = phases.map(|(then, now)| [then.vector_ratio(&now), then.scalar_ratio(&now)]);
        found.reasons = phases.map_or_else(Vec::new, |(then, now)| then.differences(&now));
        if (found.drift - 1.0).abs() > allowed {
            found.reasons.push(format!(
                "kernels take {:.2} times as long as when they were calibrated, where {:.1} % are ordinary",
                found.drift,
                100.0 * allowed
            ));
        }
        if !found.is_stale() {
            break;
        }
    }
    Ok(found)
}

/// The upper median.
fn middle(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Some cells, evenly spread over those that qualify.
fn probes(calibration: &Calibration) -> Vec<Cell> {
    let fits = |cell: &&Cell| is_probe(cell) && cell.working_set_bytes < 1 << 20;
    let cells: Vec<Cell> = calibration.cells.iter().filter(fits).copied().collect();
    let step = cells.len().div_ceil(PROBES).max(1);
    cells.into_iter().step_by(step).collect()
}
