//! Multipliers of lanes.

use crate::{Prepared, lanes::Lanes};

/// A prepared multiplier in all lanes.
#[inline(always)]
pub(super) fn multiplier<L: Lanes>(lanes: L, w: Prepared) -> L::W {
    lanes.multiplier((w.0, w.1))
}
