//! Microbenchmarks: which operations, on which rings and parameter sets, and how their time is taken.
//!
//! A [`Suite`] prepares all its rows, of a [`ring`] or of a scheme ([`bgv`], [`lattice`]), then measures them in
//! rounds: one sample of each row, one row after the other, again and again. So a slow spell of the
//! machine falls on all rows alike, and ratios between rows hold. A sample is the mean over as many
//! repetitions as fill a stated time. What to conclude from the samples is not decided here.

pub mod bgv;
mod case;
mod clock;
mod error;
pub mod lattice;
mod names;
pub mod ring;
mod suite;

pub use clock::{Clock, pin_to_one_processor};
pub use error::BenchError;
pub use suite::{Described, Suite};
