//! Dimensions of the hypercube and rotations along them.

/// One dimension of the hypercube of slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dimension {
    /// The unit g of Z/m: one step along the dimension multiplies a slot's unit by g.
    pub generator: u32,
    /// The number of coordinates: the order of g modulo ⟨p⟩.
    pub size: usize,
    /// The order of g modulo m: a multiple of `size`.
    pub order: usize,
    /// The power f of the Frobenius map with g^size = p^f, 0 <= f < d.
    pub frobenius: usize,
}

impl Dimension {
    /// Whether one automorphism rotates the dimension cyclically, whatever the slots hold: g has the
    /// same order modulo m as modulo ⟨p⟩ (ePrint 2014/106 §2.4).
    ///
    /// In a *bad* dimension contents that wrap around pass through a power of the Frobenius map. That
    /// does not touch slots that hold elements of Z_p: those need one automorphism in any case.
    pub fn is_good(&self) -> bool {
        self.order == self.size
    }
}

/// How to move the contents of all slots by some steps along a dimension, cyclically.
///
/// Apply the automorphism ζ ↦ ζ^`direct`. In the slots whose coordinate is at least `boundary` it
/// puts what is wanted. The others receive what wrapped around the end, from which in a bad
/// dimension a power of the Frobenius map has been taken: if they hold more than elements of Z_p,
/// mask them out and add, masked to these slots, the image under ζ ↦ ζ^`wrapped`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rotation {
    /// The exponent for contents that do not wrap around: g^(-steps).
    pub direct: u32,
    /// The exponent for contents that wrap around, g^(size-steps), where it differs from `direct`.
    pub wrapped: Option<u32>,
    /// The steps, reduced to 0 <= steps < size: the smallest coordinate that `direct` serves.
    pub boundary: usize,
}
