//! Searches over integers.

use ringassay_interrupt::checkpoint;

/// The smallest x in lo ..= hi with `holds(x)`, which must be false first and then true.
pub(crate) fn first_true(
    lo: usize,
    hi: usize,
    mut holds: impl FnMut(usize) -> bool,
) -> Option<usize> {
    if lo > hi || !holds(hi) {
        return None;
    }
    let (mut below, mut at) = (lo, hi);
    while below < at {
        checkpoint();
        let middle = below + (at - below) / 2;
        if holds(middle) {
            at = middle;
        } else {
            below = middle + 1;
        }
    }
    Some(at)
}

/// A minimum in lo ..= hi of a function that first falls and then rises: golden sections, then
/// every point of what is left. Equal values count as rising.
pub(crate) fn minimum<T>(lo: usize, hi: usize, mut f: impl FnMut(usize) -> (f64, T)) -> (f64, T) {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let split = |lo: usize, hi: usize| ((hi - lo) as f64 * GOLDEN).round() as usize;
    let (mut lo, mut hi) = (lo, hi.max(lo));
    let mut right = lo + split(lo, hi);
    let mut left = hi - split(lo, hi);
    let mut best = f(left);
    let (mut at_left, mut at_right) = (best.0, None);
    while hi - lo > 4 {
        checkpoint();
        let value = at_right.unwrap_or_else(|| keep(&mut best, f(right)));
        if at_left <= value {
            (hi, right, at_right) = (right, left, Some(at_left));
            left = hi - split(lo, hi);
            at_left = keep(&mut best, f(left));
        } else {
            (lo, left, at_left) = (left, right, value);
            (right, at_right) = (lo + split(lo, hi), None);
        }
    }
    for x in lo..=hi {
        keep(&mut best, f(x));
    }
    best
}

/// Keeps the smaller of two candidates; the value of the second.
fn keep<T>(best: &mut (f64, T), candidate: (f64, T)) -> f64 {
    let value = candidate.0;
    if value < best.0 {
        *best = candidate;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_true_of_every_step() {
        for (lo, hi) in [(0, 0), (3, 4), (5, 40)] {
            for step in lo..=hi + 1 {
                let expected = (step <= hi).then_some(step);
                assert_eq!(first_true(lo, hi, |x| x >= step), expected);
            }
        }
        assert_eq!(first_true(5, 4, |_| true), None);
    }

    #[test]
    fn minimum_of_every_valley() {
        for (lo, hi) in [(0, 0), (7, 8), (2, 9), (40, 140), (0, 3001)] {
            for bottom in lo..=hi {
                let mut calls = 0;
                let (value, x) = minimum(lo, hi, |x| {
                    calls += 1;
                    // Steeper on one side than on the other.
                    let distance = if x < bottom { 5 * (bottom - x) } else { x - bottom };
                    (distance as f64, x)
                });
                assert_eq!((value, x), (0.0, bottom), "in {lo}..={hi}");
                assert!(calls < 30, "{calls} calls in {lo}..={hi}");
            }
        }
    }
}
