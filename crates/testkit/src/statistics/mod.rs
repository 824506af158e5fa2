//! Whether samples come from the distribution that they claim: tests of fit, of moments, of the
//! covariance in the canonical embedding, and exact distances of tables.
//!
//! Every test of a random quantity states the probability with which a right sampler would look at
//! least as bad, and accepts probabilities between [`IMPLAUSIBLE`] and 1 - [`IMPLAUSIBLE`]: numbers
//! that fit too well are as suspicious as those that do not fit. Samples are made from fixed seeds,
//! so a test that passes once passes always.

pub mod chi_square;
pub mod covariance;
pub mod damped;
pub mod exact;
pub mod law;
pub mod moments;

pub use chi_square::{Fit, Tally};
pub use covariance::{Covariance, Spectrum};
pub use damped::Damped;
pub use law::Law;
pub use moments::Moments;

/// What a right sampler does once in a million times is taken for a fault.
pub const IMPLAUSIBLE: f64 = 1e-6;

/// Whether a right sampler would plausibly give a result as extreme as this probability says.
pub fn plausible(probability: f64) -> bool {
    (IMPLAUSIBLE..=1.0 - IMPLAUSIBLE).contains(&probability)
}
