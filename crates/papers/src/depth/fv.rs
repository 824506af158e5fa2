//! FV: 2012/144, with relinearisation of version 1; constants of 2014/062, section 3.

use crate::depth::{
    affine::{Affine, scaled_limit},
    levels::deepest,
    log2::Log2,
    setting::Setting,
};

/// V0 = B_err (1 + 2δ B_key); V ↦ δt (4 + δ B_key) V + δ² B_key (B_key + t²) + δ l w B_err.
pub(super) fn noise(setting: &Setting) -> Option<Affine> {
    let (delta, t) = (f64::from(setting.degree), setting.t as f64);
    let (key, error) = (setting.key_bound, setting.error_bound);
    let switching = Log2::of(delta * f64::from(setting.digits()) * error) * Log2(setting.log2_w);
    Some(Affine {
        fresh: Log2::of(error * (1.0 + 2.0 * delta * key)),
        factor: Log2::of(delta * t * (4.0 + delta * key)),
        constant: Log2::of(delta * delta * key * (key + t * t)) + switching,
        limit: scaled_limit(setting)?,
    })
}

/// 4 δ^L (δ + 1.25)^(L+1) t^(L−1) < ⌊q/B⌋, with B = B_err.
pub(super) fn theorem_1(setting: &Setting) -> Option<u32> {
    let (delta, t) = (f64::from(setting.degree), setting.t as f64);
    let limit = Log2(setting.log2_q) * Log2::of(1.0 / setting.error_bound);
    // Only a small quotient is told apart from its floor.
    let limit = if limit.0 < 50.0 { Log2::of(limit.0.exp2().floor()) } else { limit };
    deepest(|level| {
        let depth = f64::from(level);
        let left = Log2::of(4.0)
            * Log2::of(delta).pow(depth)
            * Log2::of(delta + 1.25).pow(depth + 1.0)
            * Log2::of(t).pow(depth - 1.0);
        left < limit
    })
}
