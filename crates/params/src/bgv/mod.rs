//! Choosing BGV parameters, and saying why.
//!
//! From what is to be computed ([`Request`]) to an instance ([`Choice`]): first the index, by the
//! number of slots, security and the cost of a transform; then the primes, by following the noise
//! along the longest chains of operations that the depth allows.

pub(crate) mod chain;
mod explain;
pub(crate) mod index;
mod moduli;
pub(crate) mod primes;
pub(crate) mod search;
pub(crate) mod shapes;
mod stated;

use ringassay_ring::index::Index;
use ringassay_scheme::bgv::{Parameters, PlaintextModulus};

pub use search::{candidates, choose};

pub use crate::request::{Objective, Request, SIGMA};

pub use crate::slots::security;

use crate::{Error, Rotations, slots::Reach, stated::Moduli};

/// The levels of security that primes are chosen for where only the index is given, in bits.
const LEVELS: [f64; 13] =
    [256.0, 192.0, 160.0, 128.0, 112.0, 100.0, 96.0, 90.0, 80.0, 70.0, 60.0, 50.0, 40.0];

/// Parameters with the reasons for them.
pub type Choice = crate::SlotChoice<Parameters>;

impl crate::Choosable for Parameters {
    fn choose(request: &Request) -> Result<Choice, Error> {
        choose(request)
    }

    fn candidates(request: &Request) -> Result<Box<dyn Iterator<Item = Choice> + '_>, Error> {
        candidates(request)
    }

    /// Primes are chosen within what a level of security allows: the highest at which the index is deep
    /// enough; without a bound where none is.
    fn most_secure(request: &Request) -> Result<Choice, Error> {
        let at = |security_bits| Request { security_bits, insist: false, ..request.clone() };
        let secure = LEVELS.into_iter().find_map(|bits| choose(&at(bits)).ok());
        secure.map_or_else(|| choose(&Request { insist: true, ..request.clone() }), Ok)
    }

    fn serves(request: &Request) -> Result<bool, Error> {
        search::serves(request)
    }

    fn of_moduli(
        index: &Index,
        plaintext: PlaintextModulus,
        moduli: &Moduli,
    ) -> Result<Self, Error> {
        stated::of_moduli(index, plaintext, moduli)
    }

    fn reach(&self, rotations: Rotations) -> Result<Reach<'_>, Error> {
        stated::reach(self, rotations)
    }
}
