//! What lies where when a phase runs: the working sets at which its kernels are priced, and what comes
//! from farther away. Each family of kernels has a model of its own.

mod big;
mod model;
mod rns;

use serde::{Deserialize, Serialize};

use crate::Phase;

use model::CacheModel;
pub(super) use model::{Far, NEAR_BYTES, operands_of_tables, reads_tables};

/// The rings among whose kernels a kernel was measured, or runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "bool", into = "bool")]
pub enum Family {
    /// Rings in RNS form.
    #[default]
    Rns,
    /// Rings whose coefficients have several words.
    Big,
}

impl From<bool> for Family {
    fn from(is_big: bool) -> Self {
        if is_big { Self::Big } else { Self::Rns }
    }
}

impl From<Family> for bool {
    fn from(family: Family) -> Self {
        family == Family::Big
    }
}

impl Family {
    /// How many there are.
    pub(super) const COUNT: usize = 2;

    /// The family of a phase, and what is in caches there.
    pub(super) fn of(phase: &Phase) -> (Self, Box<dyn CacheModel + '_>) {
        if phase.counts.keys().any(|call| call.kernel.is_multiprecision()) {
            (Self::Big, Box::new(big::Big::of(phase)))
        } else {
            (Self::Rns, Box::new(rns::Rns(phase)))
        }
    }
}
