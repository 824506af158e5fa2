//! What is known of parameter sets without executing anything: are they deep enough, are they
//! secure, how large is what they make, how many products of ring elements does an application take.
//!
//! [`assess`] answers for many points at once, in parallel; security is estimated once for points
//! that share what it depends on. Times and bytes of an execution are not in here: these are the
//! business of the tally (`ringassay-cost`).

mod assess;
mod failure;
mod point;
mod structure;

pub use assess::{Assessment, Depth, Security, assess};
pub use point::{ErrorWidth, Key, Point};
pub use structure::Structure;
