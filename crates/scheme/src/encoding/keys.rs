//! Which automorphisms to publish keys for.

use std::collections::BTreeSet;

use ringassay_interrupt::checkpoint;

use super::galois::{inverse, mul_mod};
use super::splitting::Splitting;
use super::{EncodingError, Layout, PlaintextRing};

/// The automorphisms ζ ↦ ζ^k for which there are keys, and how to compose others of them.
///
/// Slots hold scalars, so that automorphisms are told apart by the classes of their exponents modulo
/// ⟨p⟩ only.
#[derive(Debug, Clone)]
pub struct KeySet {
    ring: PlaintextRing,
    exponents: Vec<u32>,
    /// For each class the published exponent, 0 for none.
    of_class: Vec<u32>,
}

impl KeySet {
    /// The most automorphisms in a row that compositions may take.
    pub const MAX_STEPS: usize = 3;

    /// The set of these exponents, units of Z/m; of several of one class the first is kept.
    ///
    /// # Errors
    ///
    /// If one is no unit.
    pub fn new(ring: &PlaintextRing, exponents: &[u32]) -> Result<Self, EncodingError> {
        let mut of_class = vec![0; ring.slots().count()];
        let mut kept = Vec::new();
        for &exponent in exponents {
            let m = ring.index().m();
            let place = ring.slots().place(u64::from(exponent));
            let place = place.ok_or(EncodingError::NotUnit { exponent, m })?;
            if of_class[place.slot] == 0 {
                of_class[place.slot] = exponent;
                kept.push(exponent);
            }
        }
        Ok(Self { ring: ring.clone(), exponents: kept, of_class })
    }

    /// At most `budget` automorphisms of which every automorphism of every rotation of a layout is a
    /// product of as few as can be had: one if the budget allows it, else two, else three ("baby
    /// steps" and "giant steps" along each axis of the layout, as S. Halevi and V. Shoup reduce the
    /// keys of linear transformations, ePrint 2018/244). Those of the rotations by one step, in either
    /// direction, are always in it. What is left of the budget goes to the automorphisms of rotations
    /// by 2, 3, … steps.
    ///
    /// # Errors
    ///
    /// If the budget is too small for three; the error says which one is not.
    pub fn for_rotations(layout: &Layout, budget: usize) -> Result<Self, EncodingError> {
        let ring = layout.ring();
        let single = [1, -1].into_iter().flat_map(|steps| exponents(layout, steps));
        let single: BTreeSet<u32> = single.collect();
        let mut needed = usize::MAX;
        for steps in 1..=Self::MAX_STEPS {
            let mut set = single.clone();
            set.extend(Splitting::best(layout, steps).exponents(layout));
            set.remove(&identity(ring));
            if set.len() <= budget {
                fill(layout, budget, &mut set);
                return Self::new(ring, &set.into_iter().collect::<Vec<_>>());
            }
            needed = needed.min(set.len());
        }
        Err(EncodingError::Budget { budget, needed, steps: Self::MAX_STEPS })
    }

    /// The published exponents.
    pub fn exponents(&self) -> &[u32] {
        &self.exponents
    }

    /// Published exponents whose automorphisms, applied one after the other in any order, move
    /// scalars as ζ ↦ ζ^`exponent` does: as few as possible, none for the identity. `None` if more
    /// than [`KeySet::MAX_STEPS`] were needed, or `exponent` is no unit of Z/m.
    pub fn steps(&self, exponent: u32) -> Option<Vec<u32>> {
        let exponent = u64::from(exponent);
        self.ring.slots().place(exponent)?;
        (0..=Self::MAX_STEPS).find_map(|steps| self.composition(exponent, steps))
    }

    /// A composition of exactly so many steps, for a unit.
    fn composition(&self, exponent: u64, steps: usize) -> Option<Vec<u32>> {
        let class = self.ring.slots().place(exponent)?.slot;
        match steps {
            0 => (class == 0).then(Vec::new),
            1 => Some(vec![self.of_class[class]]).filter(|found| found[0] != 0),
            _ => self.exponents.iter().find_map(|&first| {
                let m = self.ring.index().m();
                let rest = mul_mod(exponent, inverse(u64::from(first) % m, m)?, m);
                let mut found = self.composition(rest, steps - 1)?;
                found.push(first);
                Some(found)
            }),
        }
    }
}

/// The exponent of the identity.
fn identity(ring: &PlaintextRing) -> u32 {
    ring.slots().units()[0]
}

/// The exponents that a rotation needs.
fn exponents(layout: &Layout, steps: i64) -> Vec<u32> {
    layout.rotation(steps).terms().iter().map(|term| term.exponent).collect()
}

/// Adds automorphisms of rotations by small amounts while the budget lasts.
fn fill(layout: &Layout, budget: usize, set: &mut BTreeSet<u32>) {
    // No rotation is by more than ℓ/2 in one direction or the other.
    for amount in 2..=(layout.length() / 2) as i64 {
        for steps in [amount, -amount] {
            checkpoint();
            if set.len() >= budget {
                return;
            }
            let wanted = exponents(layout, steps).into_iter();
            let new: Vec<u32> = wanted.filter(|&k| k != identity(layout.ring())).collect();
            let left = budget - set.len();
            let new = new.into_iter().filter(|k| !set.contains(k)).take(left).collect::<Vec<_>>();
            set.extend(new);
        }
    }
}
