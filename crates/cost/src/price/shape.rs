//! What a call's price is interpolated over.

use ringassay_ring::recorder::Sizes;

use crate::{Call, Kernel};

/// A call as a point of a family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shape {
    /// Calls with equal families lie in one table: the kernel with sizes 0, and whether it is wide.
    pub(super) family: (Kernel, bool),
    /// The sizes besides the length; 0 where there are none.
    pub(super) sizes: [u32; 2],
    /// Prices are interpolated as nanoseconds for each unit of work: elementary steps, about, so that
    /// neighbours in the table are alike.
    pub(super) work: f64,
}

impl Shape {
    pub(super) fn new(call: &Call) -> Self {
        let n = f64::from(call.length.max(1));
        let Sizes { kernel, sizes, passes } = call.kernel.sizes();
        Self { family: (kernel, call.wide), sizes, work: n * passes }
    }
}
