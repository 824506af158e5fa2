//! Observing what the ring really does: the feature `meter`.
//!
//! With it every kernel call and every buffer is written to the [recorder](crate::recorder) of the
//! record that runs on the thread, if one does. Without it all that is called here compiles to
//! nothing.

#[cfg(not(feature = "meter"))]
mod off;
#[cfg(feature = "meter")]
mod on;

#[cfg(not(feature = "meter"))]
pub use off::{Held, block, phase, rows};
#[cfg(not(feature = "meter"))]
pub(crate) use off::{row, scratch, transform};
#[cfg(feature = "meter")]
pub use on::{Held, Meter, MeterError, block, phase, rows};
#[cfg(feature = "meter")]
pub(crate) use on::{row, scratch, transform};
