//! Whether a calibration still holds.

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

/// Whether a calibration is this machine's, and a few of its cells come out as they did: within
/// three times their spread in the median. Takes about 0.3 seconds.
///
/// # Errors
/// As [`calibrate`](crate::calibrate).
pub fn check(calibration: &Calibration) -> Result<Staleness, CalibrateError> {
    let reasons = calibration.machine.differences(&Machine::here()?);
    if !reasons.is_empty() {
        return Ok(Staleness { reasons, drift: 1.0, cells: 0 });
    }
    let probes = probes(calibration);
    let settings = Settings { sample_ns: 1_000_000, rounds: 9, seconds: 0.2 };
    let pairs = on_one_processor(|| again(&probes, settings))?;
    let mut ratios: Vec<f64> = pairs.iter().map(|(cell, now)| now / cell.cpu_ns).collect();
    ratios.sort_by(f64::total_cmp);
    let drift = ratios.get(ratios.len() / 2).copied().unwrap_or(1.0);
    let mut spreads: Vec<f64> = pairs.iter().map(|(cell, _)| cell.spread).collect();
    spreads.sort_by(f64::total_cmp);
    let spread = spreads.get(spreads.len() / 2).copied().unwrap_or_default();
    let allowed = (3.0 * spread).max(LEAST_DRIFT);
    let mut reasons = Vec::new();
    if (drift - 1.0).abs() > allowed {
        reasons.push(format!(
            "kernels take {drift:.2} times as long as when they were calibrated, where {:.1} % are \
             ordinary",
            100.0 * allowed
        ));
    }
    Ok(Staleness { reasons, drift, cells: pairs.len() })
}

/// Some cells, evenly spread over those that qualify.
fn probes(calibration: &Calibration) -> Vec<Cell> {
    let fits = |cell: &&Cell| is_probe(cell) && cell.working_set_bytes < 1 << 20;
    let cells: Vec<Cell> = calibration.cells.iter().filter(fits).copied().collect();
    let step = cells.len().div_ceil(PROBES).max(1);
    cells.into_iter().step_by(step).collect()
}
