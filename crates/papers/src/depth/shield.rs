//! SHIELD: 2014/838, section 4. l = ⌈log2 q⌉ digits of one bit, N = 2l rows.

use crate::depth::{
    levels::{MAX_DEPTH, deepest},
    log2::Log2,
    setting::Setting,
};

/// The noise r e + E·(1, −t) of a fresh row: B_err (1 + n + n B_key), for r with coefficients 0, 1.
fn fresh(setting: &Setting) -> Log2 {
    let n = f64::from(setting.degree);
    Log2::of(setting.error_bound * (1.0 + n + n * setting.key_bound))
}

/// q/4.
fn limit(setting: &Setting) -> Log2 {
    Log2(setting.log2_q - 2.0)
}

/// N n: what a product with a binary decomposition of N columns makes of noise.
fn decomposed(setting: &Setting) -> f64 {
    2.0 * setting.log2_q.ceil() * f64::from(setting.degree)
}

/// Right factors fresh, messages 0 or 1: ε ↦ ε + N n ε0.
pub(super) fn chain(setting: &Setting) -> Option<u32> {
    let (fresh, limit) = (fresh(setting), limit(setting));
    if fresh >= limit {
        return None;
    }
    // The largest L with ε0 (1 + L N n) < q/4, from an estimate that is off by one at most.
    let is_deep = |level: f64| fresh * Log2::of(1.0 + level * decomposed(setting)) < limit;
    let room = (limit.0 - fresh.0).exp2();
    let most = f64::from(MAX_DEPTH);
    let mut level = ((room - 1.0) / decomposed(setting)).floor().clamp(0.0, most);
    while level > 0.0 && !is_deep(level) {
        level -= 1.0;
    }
    while level < most && is_deep(level + 1.0) {
        level += 1.0;
    }
    Some(level as u32)
}

/// Both factors of equal depth, messages with coefficients 0 and 1: ε ↦ (n + N n) ε.
pub(super) fn tree(setting: &Setting) -> Option<u32> {
    let factor = Log2::of(f64::from(setting.degree) + decomposed(setting));
    let mut noise = fresh(setting);
    deepest(|level| {
        if level > 0 {
            noise = factor * noise;
        }
        noise < limit(setting)
    })
}
