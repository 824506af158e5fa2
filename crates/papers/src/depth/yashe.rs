//! YASHE': 2013/075, the practical variant; constants of 2014/062, section 3.

use crate::depth::{
    affine::{Affine, scaled_limit},
    log2::Log2,
    setting::Setting,
};

/// V0 = δt B_key (2 B_err + (q mod t)/2);
/// V ↦ δt (4 + δt B_key) V + δ²t² B_key (B_key + t) + δ²t l w B_err B_key.
pub(super) fn noise(setting: &Setting) -> Option<Affine> {
    let (delta, t) = (f64::from(setting.degree), setting.t as f64);
    let (key, error) = (setting.key_bound, setting.error_bound);
    let digits = f64::from(setting.digits());
    let switching = Log2::of(delta * delta * t * digits * error * key) * Log2(setting.log2_w);
    let remainder = setting.remainder() as f64;
    Some(Affine {
        fresh: Log2::of(delta * t * key * (2.0 * error + remainder / 2.0)),
        factor: Log2::of(delta * t * (4.0 + delta * t * key)),
        constant: Log2::of(delta * delta * t * t * key * (key + t)) + switching,
        limit: scaled_limit(setting)?,
    })
}
