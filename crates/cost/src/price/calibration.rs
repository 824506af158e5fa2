//! What was measured, as it is stored.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Family, Machine, Phase};
use crate::Call;

/// The layout of [`Calibration`]s in JSON.
const FORMAT: u32 = 1;

/// The price of a kernel on this machine: of one call, at one working set.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// What ran.
    pub call: Call,
    /// Bytes that were gone through between two visits of the same word.
    pub working_set_bytes: u64,
    /// Nanoseconds on a processor for one call: the median over rounds.
    pub cpu_ns: f64,
    /// Nanoseconds that passed, likewise.
    pub wall_ns: f64,
    /// By what share of it `cpu_ns` may be off: see [`Calibration::confidence`].
    pub spread: f64,
    /// Among whose kernels it ran; in JSON, whether that is [`Family::Big`].
    #[serde(default, rename = "positional")]
    pub family: Family,
}

/// Prices of kernels, and where and when they were measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    format: u32,
    /// Where.
    pub machine: Machine,
    /// When: seconds since 1970.
    pub measured_at: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Samples of each cell.
    pub rounds: usize,
    /// With what probability a cell's true median lies within its spread, by order statistics: 0.75 of 3
    /// samples, from 6 on at least 0.95. 0 where that is not known.
    #[serde(default)]
    pub confidence: f64,
    /// Nanoseconds for each byte that the system gives the process for the first time.
    pub fresh_ns_per_byte: f64,
    /// Likewise, in pieces that are larger than caches.
    #[serde(default)]
    pub large_fresh_ns_per_byte: f64,
    /// In which phase the machine was; nothing where that was not looked at.
    #[serde(default)]
    pub phase: Option<Phase>,
    /// What was measured.
    pub cells: Vec<Cell>,
}

/// Why a calibration cannot be read.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// It is no calibration.
    #[error("this is no calibration: {0}")]
    Json(#[from] serde_json::Error),
    /// Its layout is another.
    #[error("this calibration has format {found}, not {FORMAT}: calibrate again")]
    Format {
        /// What it has.
        found: u32,
    },
    /// A cell cannot be one.
    #[error("the calibration holds a price of {ns} ns for {call:?}: calibrate again")]
    Price {
        /// Of what.
        call: Call,
        /// The price.
        ns: f64,
    },
}

impl Calibration {
    /// Without cells yet.
    pub fn new(machine: Machine, measured_at: u64, rounds: usize) -> Self {
        let (seconds, fresh_ns_per_byte, large_fresh_ns_per_byte) = (0.0, 0.0, 0.0);
        let (format, cells) = (FORMAT, Vec::new());
        Self {
            format,
            machine,
            measured_at,
            seconds,
            rounds,
            confidence: 0.0,
            fresh_ns_per_byte,
            large_fresh_ns_per_byte,
            phase: None,
            cells,
        }
    }

    /// The calibration in JSON.
    ///
    /// # Errors
    /// Never, for what was measured.
    pub fn to_json(&self) -> Result<String, CalibrationError> {
        Ok(serde_json::to_string(self)?)
    }

    /// A calibration from JSON.
    ///
    /// # Errors
    /// When it is none, of another layout, or has prices that cannot be.
    pub fn from_json(json: &str) -> Result<Self, CalibrationError> {
        let calibration: Self = serde_json::from_str(json)?;
        if calibration.format != FORMAT {
            return Err(CalibrationError::Format { found: calibration.format });
        }
        let wrong = |cell: &&Cell| !(cell.cpu_ns > 0.0 && cell.cpu_ns.is_finite());
        if let Some(cell) = calibration.cells.iter().find(wrong) {
            return Err(CalibrationError::Price { call: cell.call, ns: cell.cpu_ns });
        }
        Ok(calibration)
    }

    /// The median of the cells' spreads.
    pub fn spread(&self) -> f64 {
        let mut spreads: Vec<f64> = self.cells.iter().map(|cell| cell.spread).collect();
        spreads.sort_by(f64::total_cmp);
        spreads.get(spreads.len() / 2).copied().unwrap_or_default()
    }
}
