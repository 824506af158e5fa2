//! Automorphisms by powers of a number along the axes of a layout.

use super::Layout;
use super::splitting::needed;

/// Which powers: 1, b, b², … along each axis, as far as rotations reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Powers {
    /// b.
    base: usize,
    /// Whether in both directions.
    both: bool,
}

impl Powers {
    /// From many automorphisms that compose others in few steps, to few that take many: powers of two in
    /// both directions (as SEAL has them), of two in one, of 4, 8, … in both, and at last steps by one.
    pub(super) fn all(layout: &Layout) -> impl Iterator<Item = Self> {
        let longest = layout.axes().iter().copied().max().unwrap_or(1);
        let larger = (2..=longest.ilog2() + 1).map(|log2| Self { base: 1 << log2, both: true });
        [true, false].map(|both| Self { base: 2, both }).into_iter().chain(larger)
    }

    /// The exponents, with repetitions.
    pub(super) fn exponents(self, layout: &Layout) -> Vec<u32> {
        let units = layout.ring().slots().units();
        let subgroup = layout.cosets().next().unwrap_or_default();
        let (axes, mut inner, mut found) = (layout.axes(), 1, Vec::new());
        for (range, &size) in needed(layout).into_iter().zip(axes).rev() {
            let reach = range.low.max(range.high);
            let powers = std::iter::successors(Some(1), |power| Some(power * self.base));
            for power in powers.take_while(|&power| power <= reach) {
                found.push(power % size * inner);
                if self.both {
                    found.push((size - power % size) % size * inner);
                }
            }
            inner *= size;
        }
        found.into_iter().map(|position| units[subgroup[position] as usize]).collect()
    }
}
