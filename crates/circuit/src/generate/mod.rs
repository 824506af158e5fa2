//! Random circuits and inputs (HEtest, §3.2), reproducible from a seed.
//!
//! A SIMD circuit grows in levels of W gates. Each gate's kind is drawn from the distribution, its
//! first operand from the newest level and its second from the newest two. A *mixed* circuit grows
//! until every gate of the newest level is deeper than D; its output is drawn from the gates of
//! depth exactly D, or else from those less than one deeper. A circuit of a *single* gate kind has
//! a given number of levels and its output is drawn from the last. Gates that do not lead to the
//! output are dropped.

mod application;
mod config;
pub mod fan_in;
mod grow;
mod input;
mod numbers;
mod random;
mod reals;

pub use application::Application;
pub use config::{Distribution, GenerateError, Growth, SimdConfig};
pub use grow::generate;
pub use input::{InputConfig, random_inputs};
pub use random::Stream;
