//! Rings of any index and their elements, for `ringassay.ring`.

// PyO3 hands arguments over by value, and methods are called by their Python names.
#![allow(clippy::needless_pass_by_value, clippy::wrong_self_convention)]

mod element;
mod error;
mod handle;
mod recorder;
mod splitting;

pub(crate) use element::RingElement;
pub(crate) use error::RingError;
pub(crate) use handle::{RnsRing, find_primes, index_of};
pub(crate) use recorder::RingRecorder;
pub(crate) use splitting::slots;
