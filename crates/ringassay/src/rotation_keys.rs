//! Which rotation keys to make.

use std::collections::BTreeSet;

use ringassay_circuit::{Circuit, Gate};

/// The rotation keys of a user. Each is as large as the key for products; a rotation for which there is
/// none is composed of others, a key switch for each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RotationKeys {
    /// Those that the choice of parameters names, in CKKS those of powers of two: they compose rotations by any amount.
    #[default]
    Chosen,
    /// At most so many, of which rotations by any amount are composed; none for 0.
    AtMost(usize),
    /// Those of the rotations by these amounts, to the left, and no others.
    For(BTreeSet<i64>),
    /// Those of these automorphisms ζ ↦ ζ^k, as [`Transform::exponents`](crate::Transform::exponents) has them, and no
    /// others; for several transforms those of all.
    Automorphisms(BTreeSet<u32>),
}

impl RotationKeys {
    /// Those of the rotations in a circuit: none for a circuit without rotations.
    pub fn of_circuit(circuit: &Circuit) -> Self {
        // Gates count to the right.
        let steps = |gate: &Gate| match gate {
            Gate::Rotate(_, amount) => Some(-i64::from(*amount)),
            _ => None,
        };
        Self::For(circuit.gates().iter().filter_map(steps).collect())
    }
}
