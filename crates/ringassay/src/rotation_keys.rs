//! Which rotation keys to make.

use std::collections::BTreeSet;

use ringassay_circuit::{Circuit, Gate};
use ringassay_scheme::{encoding::KeySet, slot_scheme::ComputingScheme};

use crate::{Error, Session};

/// The most rotation keys unless told otherwise, for parameters that come without a choice of them.
const MOST: usize = 64;

/// The rotation keys of a user. Each is as large as the key for products; a rotation for which there is
/// none is composed of others, a key switch for each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RotationKeys {
    /// Those that the choice of parameters names: they compose rotations by any amount.
    #[default]
    Chosen,
    /// At most so many, of which rotations by any amount are composed; none for 0.
    AtMost(usize),
    /// Those of the rotations by these amounts, and no others.
    For(BTreeSet<i64>),
}

impl RotationKeys {
    /// Those of the rotations in a circuit: none for a circuit without rotations.
    pub fn of_circuit(circuit: &Circuit) -> Self {
        let amount = |gate: &Gate| match gate {
            Gate::Rotate(_, amount) => Some(i64::from(*amount)),
            _ => None,
        };
        Self::For(circuit.gates().iter().filter_map(amount).collect())
    }

    /// The exponents of automorphisms to make keys for.
    pub(crate) fn exponents<S: ComputingScheme>(
        &self,
        session: &Session<S>,
    ) -> Result<Vec<u32>, Error> {
        let layout = session.vectors().layout();
        let most = match (self, session.automorphisms()) {
            (Self::AtMost(0), _) => return Ok(Vec::new()),
            (Self::AtMost(most), _) => *most,
            (Self::Chosen, Some(chosen)) => return Ok(chosen.to_vec()),
            (Self::Chosen, None) => MOST,
            (Self::For(amounts), _) => {
                let set = KeySet::for_steps(layout, amounts.iter().copied())?;
                return Ok(set.exponents().to_vec());
            }
        };
        Ok(KeySet::for_rotations(layout, most)?.exponents().to_vec())
    }
}
