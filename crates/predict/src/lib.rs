//! Time and memory of FV, YASHE', F-NTRU and SHIELD: predicted from tallies, and executed.
//!
//! A [`Point`] names a scheme and its parameters. [`application`] uses each of its basic functions
//! once, over any ring: [`tally`] over the counting ring, [`Predictor`] prices that tally,
//! [`truth`] executes it. The program `ringassay-execute` does the last with an allocator that
//! counts, calibration and execution in turns.

pub mod application;
mod error;
mod moduli;
mod point;
mod predictor;
pub mod truth;

pub use application::{FUNCTIONS, tally};
pub use error::PredictError;
pub use point::Point;
pub use predictor::{Predicted, Predictor};
