//! Finds parameters for a computation with BGV, BFV or CKKS.
//!
//! One search in five steps: *candidates* (rings, moduli, bases of digits), the *noise* that the
//! computation leaves, by the scheme's own estimate, the *security* of
//! every published key at its own modulus ([`security`]), the *cost* by the tally of the scheme's own
//! code ([`ringassay_cost`]), and the *reasons* for the choice.
//!
//! - [`bgv`]: the index by slots, security and the cost of a transform; primes by following noise;
//! - [`ckks`]: the modulus chain by precision and range, and the judgement of a chain that is given;
//! - [`bfv`]: the fewest primes with which chains of operations, run on shapes, decrypt;
//! - [`slots`]: schemes with slots by one request, and the mapping from a scheme to its type;
//! - [`stated`]: parameters whose moduli the user states, judged; [`deepest`]: the most that an index carries.

pub mod bfv;
pub mod bgv;
pub mod ckks;
mod deepest;
mod error;
mod plaintext;
mod reasons;
mod request;
mod rotations;
pub mod security;
pub mod slots;
pub mod stated;

pub use deepest::deepest;
pub use error::Error;
pub use rotations::Rotations;
pub use slots::{Choosable, End, SlotChoice, SlotVisitor, with_slot_scheme};

/// The third lesson is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/lessons/rust-03-parameters.md")]
struct Lesson;
