//! Rotations of a laid out vector as sums of masked automorphisms.

use super::Layout;

/// A rotation of the vector of a [`Layout`]: Σ mask ⊙ σ_exponent(x) over its terms, where σ_k is
/// ζ ↦ ζ^k and ⊙ multiplies slot by slot.
///
/// The masks of different terms are disjoint. One term alone has no mask, and leaves in the slots
/// that hold no entry whatever comes there; otherwise those slots become zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RotationPlan {
    terms: Vec<RotationTerm>,
}

/// One automorphism of a [`RotationPlan`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RotationTerm {
    /// The exponent k of ζ ↦ ζ^k, which puts into the slot of the unit t what was in that of k·t. It
    /// is the unit t_s of its class modulo ⟨p⟩, so that equal moves of scalars have equal exponents;
    /// 1 for the identity.
    pub exponent: u32,
    /// For each slot whether the term contributes to it; `None` if to all of them.
    pub mask: Option<Vec<bool>>,
}

impl RotationPlan {
    /// The rotation by `steps`, below ℓ.
    pub(super) fn new(layout: &Layout, steps: usize) -> Self {
        let moves = layout.arrangement().moves(steps);
        let several = moves.len() > 1;
        let slots = layout.ring().slots();
        let exponent = |position: usize| {
            let slot = layout.cosets().next().map_or(0, |subgroup| subgroup[position]);
            slots.units()[slot as usize]
        };
        let mask = |targets: &[usize]| {
            let mut mask = vec![false; slots.count()];
            for coset in layout.cosets() {
                targets.iter().for_each(|&target| mask[coset[target] as usize] = true);
            }
            mask
        };
        let terms = moves.into_iter().map(|(position, targets)| RotationTerm {
            exponent: exponent(position),
            mask: several.then(|| mask(&targets)),
        });
        Self { terms: terms.collect() }
    }

    /// The terms: at least one; for no rotation the identity.
    pub fn terms(&self) -> &[RotationTerm] {
        &self.terms
    }
}
