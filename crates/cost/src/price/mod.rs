//! What a record costs on a machine, in time.
//!
//! A [`Calibration`] holds the prices of kernels at some sizes, measured on a [`Machine`] (by
//! `ringassay-calibrate`; this crate measures nothing). A [`Pricer`] interpolates between them and
//! turns a [`CostRecord`](crate::CostRecord) into a [`Prediction`].
//!
//! **The model.** The time of a program is the sum of its calls' prices. A price depends on the
//! kernel, on the length of the row, on the kernel's other sizes, and on the *working set*: how many
//! bytes the program goes through before it comes back to the same word, which decides on the cache
//! that the word is in by then. Between cells, prices for each unit of work (see `shape`) are linear
//! in the logarithms of all these. A transform is not interpolated between rings: each index is
//! measured, when it is first asked for.

mod caches;
mod calibration;
mod machine;
mod phase;
mod prediction;
mod pricer;
mod shape;
mod table;

pub use caches::Family;
pub use calibration::{Calibration, CalibrationError, Cell};
pub use machine::{KERNELS, Machine};
pub use phase::{OTHER_PHASE, Phase, UNSTEADY};
pub use prediction::{PredictedKernel, PredictedPhase, Prediction};
pub use pricer::{Origin, Price, Pricer};
