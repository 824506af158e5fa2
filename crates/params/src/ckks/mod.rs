//! CKKS: parameters for a depth, a precision and a range of values, and what is wrong with given ones.
//!
//! [`choose`] looks for the cheapest modulus chain: at each degree N the smallest scale with which a chain of
//! squares and rotations, run on shapes, keeps the precision ([`follow`]); then digits and special modulus of key
//! switching, within what security allows. [`judge`] says what is wrong with a chain in the notation of Lattigo
//! or SEAL.

mod chain;
mod explain;
mod finding;
mod given_scale;
mod judge;
mod notation;
mod of_circuit;
mod refreshed;
mod rings;
mod scales;
mod search;
mod shapes;
mod smallest;

pub use chain::MAX_LOG2_SCALE;
pub use finding::{Finding, Severity};
pub use given_scale::with_scale;
pub use judge::{Asked, Judgement, judge};
pub use notation::{Chain, Library, PrimeSize};
pub use refreshed::{RefreshChoice, RefreshRequest, choose_refreshed};
pub use search::{Alternative, Choice, PublishedKey, choose, security};
pub use shapes::{Followed, Step, follow};

use ringassay_scheme::ckks::RingType;

use crate::{Error, request::refused};

/// What is to be computed, how precisely, how safely.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Products in a row.
    pub depth: usize,
    /// Bits after the point that are right in the worst slot of a result, but for a probability of about
    /// 2^-64.
    pub precision_bits: f64,
    /// No number is larger in absolute value: no input, no result of a level.
    pub range: f64,
    /// The least number of slots.
    pub slots: usize,
    /// The least security in bits: 40 to 512.
    pub security_bits: f64,
    /// The ring: with N/2 complex slots, or with N real ones. `None`, where all numbers are real: the one in which
    /// a product takes less work.
    pub ring: Option<RingType>,
    /// N, if it is not to be searched for.
    pub degree: Option<usize>,
    /// Accept a fixed N that offers less security.
    pub insist: bool,
}

impl Request {
    /// For so many products in a row, numbers up to 1, the standard ring, and 128 bits of security.
    pub fn new(depth: usize, precision_bits: f64) -> Self {
        Self {
            depth,
            precision_bits,
            range: 1.0,
            slots: 1,
            security_bits: 128.0,
            ring: Some(RingType::Standard),
            degree: None,
            insist: false,
        }
    }

    fn check(&self) -> Result<(), Error> {
        let Self { depth, precision_bits, range, security_bits, .. } = *self;
        if depth > MAX_DEPTH {
            return Err(refused(format!("the depth has to be at most {MAX_DEPTH}, not {depth}")));
        }
        if !(1.0..=MAX_PRECISION_BITS).contains(&precision_bits) {
            return Err(refused(format!(
                "a precision lies between 1 and {MAX_PRECISION_BITS} bits after the point, not {precision_bits}"
            )));
        }
        if !(range > 0.0 && range <= MAX_RANGE) {
            return Err(refused(format!(
                "numbers lie between 0 and a range up to {MAX_RANGE:e}, not {range}"
            )));
        }
        if !(40.0..=512.0).contains(&security_bits) {
            return Err(refused(format!(
                "security lies between 40 and 512 bits, not {security_bits}"
            )));
        }
        Ok(())
    }

    /// Whether a ring has the degree and the slots.
    fn check_in(&self, ring: RingType) -> Result<(), Error> {
        let Self { slots, degree, .. } = *self;
        let degrees = chain::degrees(ring);
        let (least, most) = (1_usize << degrees.start(), 1_usize << degrees.end());
        if let Some(n) = degree
            && !(n.is_power_of_two() && (least..=most).contains(&n))
        {
            return Err(refused(format!("N is a power of two from {least} to {most}, not {n}")));
        }
        let most_slots = ring.slots(degree.unwrap_or(most));
        if slots == 0 || slots > most_slots {
            return Err(refused(format!("there are 1 to {most_slots} slots, not {slots}")));
        }
        Ok(())
    }
}

/// Products in a row.
const MAX_DEPTH: usize = 60;
/// Bits after the point.
const MAX_PRECISION_BITS: f64 = 80.0;
/// The largest number.
const MAX_RANGE: f64 = 1_048_576.0;
