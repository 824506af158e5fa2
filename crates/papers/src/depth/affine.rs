//! Noise that each level multiplies by a factor and adds a constant to.

use crate::depth::{levels::deepest, log2::Log2, setting::Setting};

/// V ↦ factor·V + constant, from `fresh`; a ciphertext decrypts below `limit`.
pub(super) struct Affine {
    pub(super) fresh: Log2,
    pub(super) factor: Log2,
    pub(super) constant: Log2,
    pub(super) limit: Log2,
}

impl Affine {
    /// Level by level.
    pub(super) fn recurrence(&self) -> Option<u32> {
        let mut noise = self.fresh;
        deepest(|level| {
            if level > 0 {
                noise = self.factor * noise + self.constant;
            }
            noise < self.limit
        })
    }

    /// factor^L fresh + L factor^(L−1) constant (2014/062, section 3): each of the L constants is
    /// taken to grow as often as the first one.
    pub(super) fn closed(&self) -> Option<u32> {
        deepest(|level| {
            let depth = f64::from(level);
            let mut noise = self.factor.pow(depth) * self.fresh;
            if level > 0 {
                noise = noise + Log2::of(depth) * self.factor.pow(depth - 1.0) * self.constant;
            }
            noise < self.limit
        })
    }
}

/// (Δ − (q mod t)) / 2, with Δ = ⌊q/t⌋: what FV and YASHE' can decrypt (2012/144, lemma 1). `None`
/// where it is not positive.
pub(super) fn scaled_limit(setting: &Setting) -> Option<Log2> {
    // Δ − r = (q − r(1 + t)) / t for r = q mod t.
    let t = setting.t as f64;
    let less = Log2::of(setting.remainder() as f64 * (1.0 + t));
    let difference = Log2(setting.log2_q).checked_sub(less)?;
    Some(difference * Log2::of(1.0 / (2.0 * t)))
}
