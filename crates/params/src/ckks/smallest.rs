//! The smallest scale.

use super::{
    Request,
    chain::{MAX_LOG2_SCALE, Sizes},
    follow,
};

/// log2 of the smallest scale that is tried.
const MIN_LOG2_SCALE: u32 = 18;

/// log2 of the smallest scale that keeps the precision: a bit more of scale is a bit more of precision, so that
/// few are tried.
pub(super) fn least_scale(
    request: &Request,
    bound: f64,
    start: Option<u32>,
    sizes: impl Fn(u32) -> Sizes,
) -> Option<u32> {
    let worst_bits = |log2_scale: u32| -> Option<f64> {
        let followed = follow(&sizes(log2_scale).parameters().ok()?, request.range).ok()?;
        let last = followed.last().filter(|_| followed.refusal.is_none())?;
        Some(last.worst_bits)
    };
    let fits =
        |log2_scale: u32| log2_scale <= MAX_LOG2_SCALE && sizes(log2_scale).log2_qp() <= bound;
    let first = (request.precision_bits as u32).max(MIN_LOG2_SCALE);
    let mut at = start.unwrap_or(first + GUESSED_BITS).max(first);
    let (mut enough, mut too_small): (Option<u32>, u32) = (None, first - 1);
    while enough.is_none_or(|enough| enough > too_small + 1) {
        // What does not fit is not tried, but something smaller may do.
        if enough.is_none() && !fits(at) {
            let between = (too_small + 1..at).rev().find(|&log2_scale| fits(log2_scale))?;
            at = between;
        }
        let missing = worst_bits(at).map(|bits| request.precision_bits - bits);
        let step = match missing {
            Some(missing) if missing <= 0.0 => {
                enough = Some(at);
                -((-missing).floor() as i64).max(1)
            }
            missing => {
                too_small = at;
                (missing.unwrap_or(1.0).ceil() as i64).max(1)
            }
        };
        let next = (i64::from(at) + step) as u32;
        let highest = enough.map_or(MAX_LOG2_SCALE + 1, |enough| enough - 1);
        at = next.clamp(too_small + 1, highest.max(too_small + 1));
        if enough.is_none() && !fits(too_small + 1) {
            return None;
        }
    }
    enough
}

/// By how many bits the scale of the first guess exceeds the precision.
const GUESSED_BITS: u32 = 14;
