//! Predicts time and memory of schemes and circuits, and executes them for comparison.
//!
//! Predictions are prices of tallies. [`EvaluationPredictor`] predicts evaluations on our BGV
//! and CKKS from their plans. For all schemes, a [`Point`] is a scheme with its parameters; an [`Application`] is what to compute with it: each
//! basic function once, or a circuit. [`application`] computes it over any ring: [`tally`] uses the
//! counting ring, [`Predictor`] prices that tally, [`truth`] executes it, and [`Account`] summarises
//! its counts. The process of [`execute`] executes with an allocator that counts, calibration and
//! execution in turns.

mod account;
pub mod application;
pub mod circuit;
mod error;
mod evaluation;
pub mod execute;
mod median;
mod moduli;
mod point;
mod predictor;
mod receive;
pub mod rns;
mod subject;
pub mod truth;

pub use account::{Account, FunctionAccount, KernelAccount, TracePoint};
pub use application::{Application, FUNCTIONS, Tally, tally, tally_application};
pub use circuit::Workload;
pub use error::PredictError;
pub use evaluation::{EvaluationPredictor, EvaluationPrices, PredictedEvaluation};
pub use point::Point;
pub use predictor::{Predicted, PredictedApplication, Predictor};
pub use ringassay_engine::{Encryption, sut::Options};
