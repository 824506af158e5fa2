//! F-NTRU: 2016/315, on bits.

use crate::depth::{levels::deepest, log2::Log2, setting::Setting};

/// N0 = 2 √n B_err (3 B_key + 1).
fn fresh(setting: &Setting) -> Log2 {
    let n = f64::from(setting.degree);
    Log2::of(2.0 * n.sqrt() * setting.error_bound * (3.0 * setting.key_bound + 1.0))
}

/// q/2 − 2n B_key.
fn limit(setting: &Setting) -> Option<Log2> {
    let used = Log2::of(2.0 * f64::from(setting.degree) * setting.key_bound);
    Log2(setting.log2_q - 1.0).checked_sub(used)
}

/// w − 1.
fn largest_digit(setting: &Setting) -> Option<Log2> {
    Log2(setting.log2_w).checked_sub(Log2(0.0))
}

/// At level i: N ↦ ((w − 1) √i + 2) √n N. The published formula; see [`super::Formula`].
pub(super) fn published(setting: &Setting) -> Option<u32> {
    let (limit, digit) = (limit(setting)?, largest_digit(setting)?);
    let root = Log2::of(f64::from(setting.degree).sqrt());
    let mut noise = fresh(setting);
    deepest(|level| {
        if level > 0 {
            let factor = digit * Log2::of(f64::from(level).sqrt()) + Log2::of(2.0);
            noise = factor * root * noise;
        }
        noise < limit
    })
}

/// N ↦ (l (w − 1) n + n |m|) N, for messages with coefficients 0 and 1: |m| = 1.
pub(super) fn derived(setting: &Setting) -> Option<u32> {
    let (limit, digit) = (limit(setting)?, largest_digit(setting)?);
    let n = Log2::of(f64::from(setting.degree));
    let factor = n * (Log2::of(f64::from(setting.digits())) * digit + Log2::of(1.0));
    let mut noise = fresh(setting);
    deepest(|level| {
        if level > 0 {
            noise = factor * noise;
        }
        noise < limit
    })
}
