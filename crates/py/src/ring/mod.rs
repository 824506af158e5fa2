//! Rings of any index and their elements, for `ringassay.ring`.

mod element;
mod error;
mod handle;
mod sample;
mod splitting;

pub(crate) use element::RingElement;
pub(crate) use error::RingError;
pub(crate) use handle::{RnsRing, find_primes, index_of};
pub(crate) use splitting::slots;
