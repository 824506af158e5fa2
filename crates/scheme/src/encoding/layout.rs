//! How the entries of a vector lie in the slots.

use super::arrangement::Arrangement;
use super::error::check_length;
use super::rotation::RotationPlan;
use super::{EncodingError, PlaintextRing};

/// Which entry of a vector of ℓ entries lies in which slots.
///
/// The classes of units (Z/m)*/⟨p⟩, one for each slot, are cut into the cosets of a subgroup H. In
/// every coset lies one copy of the vector, row-major along the axes of H. If H has more than ℓ
/// elements, the slots at the other positions hold no entry, and may hold anything.
///
/// H is chosen so that rotations take few automorphisms. A cyclic H of exactly ℓ elements is best:
/// rotation is multiplication by a power of its generator, a single automorphism for all slots and
/// without masks. There is one if and only if ℓ divides the largest order in the group of classes.
/// Otherwise contents that wrap around the end of an axis need another automorphism than the others,
/// and masks (S. Halevi and V. Shoup, "Algorithms in HElib", ePrint 2014/106 §2.4); H is then the
/// subgroup, with its axes in the order, for which rotations have fewest terms.
#[derive(Debug, Clone)]
pub struct Layout {
    ring: PlaintextRing,
    arrangement: Arrangement,
    /// The slot at each position of each coset, coset after coset, the first of which is H.
    slots: Vec<u32>,
    /// The entry of each slot, `NO_ENTRY` for none.
    entries: Vec<u32>,
}

const NO_ENTRY: u32 = u32::MAX;

impl Layout {
    /// The layout for vectors of `length` entries.
    ///
    /// # Errors
    ///
    /// If `length` is 0 or there are fewer slots.
    pub fn for_length(ring: &PlaintextRing, length: usize) -> Result<Self, EncodingError> {
        let slots = ring.slots().count();
        if length == 0 || length > slots {
            return Err(EncodingError::Layout { length, slots });
        }
        let arrangement = Arrangement::best(ring, length);
        Ok(Self::new(ring, arrangement.ok_or(EncodingError::Layout { length, slots })?))
    }

    fn new(ring: &PlaintextRing, arrangement: Arrangement) -> Self {
        let count = ring.slots().count();
        let units = arrangement.subgroup.units(ring.index().m());
        let mut entries = vec![NO_ENTRY; count];
        let mut visited = vec![false; count];
        let mut slots = Vec::with_capacity(count);
        // Slot 0 is the class of 1, so that the first coset is H itself.
        for first in 0..count {
            if visited[first] {
                continue;
            }
            let representative = u64::from(ring.slots().units()[first]);
            let start = slots.len();
            for &unit in &units {
                // Products of units are units.
                let place = ring.slots().place(representative * u64::from(unit));
                let slot = place.map_or(first, |place| place.slot);
                visited[slot] = true;
                slots.push(slot as u32);
            }
            for (entry, position) in (0..).zip(&arrangement.positions) {
                entries[slots[start + position] as usize] = entry;
            }
        }
        Self { ring: ring.clone(), arrangement, slots, entries }
    }

    /// The plaintext ring.
    pub fn ring(&self) -> &PlaintextRing {
        &self.ring
    }

    /// ℓ, the number of entries.
    pub fn length(&self) -> usize {
        self.arrangement.positions.len()
    }

    /// How many slots hold each entry.
    pub fn copies(&self) -> usize {
        self.slots.len() / self.arrangement.subgroup.order()
    }

    /// Whether every slot holds an entry.
    pub fn is_full(&self) -> bool {
        self.length() == self.arrangement.subgroup.order()
    }

    /// Whether every rotation is a single automorphism without a mask.
    pub fn is_cyclic(&self) -> bool {
        self.is_full() && self.axes().len() <= 1
    }

    /// The lengths of the axes along which the entries lie, the slowest first. Their product is at
    /// least ℓ.
    pub fn axes(&self) -> &[usize] {
        &self.arrangement.subgroup.sizes
    }

    /// The entry that a slot holds; `None` if it may hold anything, or is no slot.
    pub fn entry(&self, slot: usize) -> Option<usize> {
        self.entries.get(slot).filter(|&&entry| entry != NO_ENTRY).map(|&entry| entry as usize)
    }

    /// The slots that hold an entry: one for each copy. None if there is no such entry.
    pub fn slots_of(&self, entry: usize) -> impl Iterator<Item = usize> + '_ {
        let position = self.arrangement.positions.get(entry);
        position.into_iter().flat_map(|&p| self.cosets().map(move |coset| coset[p] as usize))
    }

    /// The position of an entry: positions are row-major along the [axes](Layout::axes). None if there is no such entry.
    pub fn position(&self, entry: usize) -> Option<usize> {
        self.arrangement.positions.get(entry).copied()
    }

    /// The exponent k for which ζ ↦ ζ^k takes to each position what was at that position plus `steps`, the sum along
    /// each axis modulo its length. Equal moves of scalars have equal exponents.
    pub fn exponent(&self, steps: usize) -> u32 {
        let slot = self.slots.get(steps).map_or(0, |&slot| slot as usize);
        self.ring.slots().units()[slot]
    }

    /// The value of every slot, given at each position: the same in every copy.
    pub fn at_positions(&self, values: &[u64]) -> Vec<u64> {
        let mut all = vec![0; self.slots.len()];
        for coset in self.cosets() {
            coset.iter().zip(values).for_each(|(&slot, &value)| all[slot as usize] = value);
        }
        all
    }

    /// The value of every slot for a vector of ℓ entries; 0 where there is no entry.
    ///
    /// # Errors
    ///
    /// If there are not ℓ entries.
    pub fn spread(&self, vector: &[u64]) -> Result<Vec<u64>, EncodingError> {
        check_length("entries", vector.len(), self.length())?;
        Ok((0..self.entries.len()).map(|slot| self.entry(slot).map_or(0, |i| vector[i])).collect())
    }

    /// The ℓ entries of the vector that lies in these slots.
    ///
    /// # Errors
    ///
    /// If there is not one value for each slot, or copies of an entry differ.
    pub fn gather(&self, slots: &[u64]) -> Result<Vec<u64>, EncodingError> {
        check_length("slots", slots.len(), self.entries.len())?;
        let first = |entry: usize| self.slots[self.arrangement.positions[entry]] as usize;
        let vector: Vec<u64> = (0..self.length()).map(|entry| slots[first(entry)]).collect();
        for (right, &value) in slots.iter().enumerate() {
            if let Some(entry) = self.entry(right).filter(|&entry| vector[entry] != value) {
                return Err(EncodingError::Copies { entry, left: first(entry), right });
            }
        }
        Ok(vector)
    }

    /// The rotation of the vector by some steps: entry i becomes entry i + `steps` modulo ℓ. Negative
    /// steps rotate the other way.
    pub fn rotation(&self, steps: i64) -> RotationPlan {
        RotationPlan::new(self, steps.rem_euclid(self.length() as i64) as usize)
    }

    pub(super) fn arrangement(&self) -> &Arrangement {
        &self.arrangement
    }

    /// The slot at each position, coset after coset.
    pub(super) fn cosets(&self) -> impl Iterator<Item = &[u32]> {
        self.slots.chunks_exact(self.arrangement.subgroup.order())
    }
}
