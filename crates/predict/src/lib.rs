//! Time and memory, predicted from tallies: of FV, YASHE', F-NTRU and SHIELD, which are executed as
//! well, and of circuits on BGV ([`CircuitPredictor`]).
//!
//! A [`Point`] names a scheme and its parameters. [`application`] uses each of its basic functions
//! once, over any ring: [`tally`] over the counting ring, [`Predictor`] prices that tally,
//! [`truth`] executes it. The program `ringassay-execute` does the last with an allocator that
//! counts, calibration and execution in turns.

pub mod application;
mod circuit;
mod error;
mod moduli;
mod point;
mod predictor;
pub mod truth;

pub use application::{FUNCTIONS, tally};
pub use circuit::{CircuitPredictor, PredictedCircuit};
pub use error::PredictError;
pub use point::Point;
pub use predictor::{Predicted, Predictor};
pub use ringassay_engine::sut::Options;
