//! The crates under judgement, as the suites see them.

mod axis;
mod elementwise;
mod gadget;
mod limbs;
mod ring;
mod rns;
mod subring;
mod transforms;

use std::fmt::Display;

pub use axis::AxisSubject;
pub use elementwise::ZqSubject;
pub use gadget::GadgetSubject;
pub use ring::RingSubject;
pub use rns::RnsSubject;
pub use subring::SubringSubject;
pub use transforms::{FactorSubject, NegacyclicSubject};

/// What a subject must be able to do with the arguments that a suite gives it.
///
/// # Panics
/// If it cannot: then the test has failed.
fn must<T, E: Display>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => unreachable!("a suite asks only for what is possible: {error}"),
    }
}
