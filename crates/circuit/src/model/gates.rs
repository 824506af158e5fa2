//! Which gates each space has.

use crate::model::{GateKind, Space};

impl GateKind {
    /// The kinds of SIMD circuits over `space`.
    pub fn of_space(space: Space) -> &'static [Self] {
        match space {
            Space::Gf2 => &Self::GF2,
            Space::Zt { .. } => &Self::ZT,
            Space::Real { .. } => &Self::REAL,
            Space::Complex { .. } => &Self::COMPLEX,
        }
    }
}
