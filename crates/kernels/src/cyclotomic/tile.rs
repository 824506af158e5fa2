//! What stages work on.

use crate::lanes::Lanes;

/// A tile of rows, `width` blocks each, and room for the kernels.
pub(super) struct Tile<'a, L: Lanes> {
    pub(super) blocks: &'a mut [L::Block],
    pub(super) width: usize,
    /// The block of the whole to which its first column belongs.
    pub(super) column: usize,
    pub(super) temporaries: &'a mut [L::Block],
}
