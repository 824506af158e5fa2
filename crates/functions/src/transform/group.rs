//! The group by which automorphisms move entries.

use ringassay_scheme::{ckks, encoding::Layout};

/// Positions of entries, as a product of cyclic groups: a position is a number in mixed radix, row-major along the axes.
pub trait SlotGroup {
    /// The number of positions along each axis, the slowest first.
    fn sizes(&self) -> &[usize];

    /// The exponent k for which ζ ↦ ζ^k takes to each position what was at that position plus `steps`; 1 for 0.
    fn exponent(&self, steps: usize) -> u32;

    /// The number of positions.
    fn order(&self) -> usize {
        self.sizes().iter().product()
    }

    /// `to` minus `from`.
    fn difference(&self, mut from: usize, mut to: usize) -> usize {
        let (mut difference, mut inner) = (0, 1);
        for &size in self.sizes().iter().rev() {
            difference += (to % size + size - from % size) % size * inner;
            inner *= size;
            from /= size;
            to /= size;
        }
        difference
    }
}

/// The slots of CKKS, of which a vector takes some: rotated cyclically among these.
#[derive(Debug, Clone, Copy)]
pub struct Cyclic<'a> {
    parameters: &'a ckks::Parameters,
    slots: [usize; 1],
}

impl<'a> Cyclic<'a> {
    /// For vectors of so many slots, which divide those of the ring.
    pub fn new(parameters: &'a ckks::Parameters, slots: usize) -> Self {
        Self { parameters, slots: [slots] }
    }
}

impl SlotGroup for Cyclic<'_> {
    fn sizes(&self) -> &[usize] {
        &self.slots
    }

    fn exponent(&self, steps: usize) -> u32 {
        self.parameters.rotation(steps as i64)
    }
}

/// The positions of a [`Layout`], of integers modulo t at any index.
#[derive(Debug, Clone, Copy)]
pub struct EntryGroup<'a>(pub &'a Layout);

impl SlotGroup for EntryGroup<'_> {
    fn sizes(&self) -> &[usize] {
        self.0.axes()
    }

    fn exponent(&self, steps: usize) -> u32 {
        self.0.exponent(steps)
    }
}
