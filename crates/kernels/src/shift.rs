//! Residues modulo one number, centred, as residues modulo another of about its size: one word at a time.

/// x ↦ x, or x + (p - q) where x > q/2: c mod p, where c in (-q/2, q/2\] is congruent to x modulo q, and q < 2p.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shift {
    half: u64,
    difference: u64,
}

impl Shift {
    /// From residues modulo q to those modulo p, which is more than q/2; both are below 2^63.
    pub(crate) fn between(q: u64, p: u64) -> Self {
        Self { half: q / 2, difference: p.wrapping_sub(q) }
    }

    /// c mod p for a residue x, in constant time.
    #[inline(always)]
    pub(crate) fn of(self, x: u64) -> u64 {
        // All ones where x exceeds half: the difference borrows.
        let above = (self.half.wrapping_sub(x) >> 63).wrapping_neg();
        x.wrapping_add(self.difference & above)
    }
}
