//! Schemes with slots over the RNS ring as applications: a circuit, with keys, an encryption of each input
//! and the decryption of its result, executed and tallied by the same function.
//!
//! The evaluation is the engine's plan of the circuit, constants, selections and rotations included.
//! Encoding is the application's own work and is in neither.

mod assess;
mod instance;
mod planned;
mod run;
mod tally;
mod truth;

pub use assess::{Assessed, assess, points};
pub use instance::{Instance, RnsPoint};
pub use tally::tally;
pub use truth::RnsExecution;
