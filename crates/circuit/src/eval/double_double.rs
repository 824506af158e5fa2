//! Double-double arithmetic: a value is the unevaluated sum of two doubles, the smaller at most half a unit of
//! the larger's last place.
//!
//! A sum or product has a relative error below 2^-103 (M. Joldes, J.-M. Muller, V. Popescu, "Tight and
//! rigorous error bounds for basic building blocks of double-word arithmetic", ACM TOMS 44 (2017),
//! theorems 3.1 and 5.1: algorithms 6 and 10). It takes about 20 and 25 operations on doubles; without
//! fused operations, so that every machine gives the same bits.

/// A number: high and low part.
pub(super) type Pair = (f64, f64);

#[inline(always)]
pub(super) fn negated(a: Pair) -> Pair {
    (-a.0, -a.1)
}

/// a + b, exactly.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> Pair {
    let sum = a + b;
    let back = sum - a;
    (sum, (a - (sum - back)) + (b - back))
}

/// a + b, exactly, for |a| >= |b|.
#[inline(always)]
fn fast_two_sum(a: f64, b: f64) -> Pair {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// a·b, exactly (T. J. Dekker, 1971), for factors below 2^996.
#[inline(always)]
fn two_product(a: f64, b: f64) -> Pair {
    let split = |x: f64| {
        let scaled = 134_217_729.0 * x;
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let product = a * b;
    let ((a, a_low), (b, b_low)) = (split(a), split(b));
    (product, ((a * b - product) + a * b_low + a_low * b) + a_low * b_low)
}

#[inline(always)]
pub(super) fn add(a: Pair, b: Pair) -> Pair {
    let (high, low) = two_sum(a.0, b.0);
    let (t_high, t_low) = two_sum(a.1, b.1);
    let (high, low) = fast_two_sum(high, low + t_high);
    fast_two_sum(high, low + t_low)
}

#[inline(always)]
pub(super) fn multiply(a: Pair, b: Pair) -> Pair {
    let (high, low) = two_product(a.0, b.0);
    fast_two_sum(high, low + (a.0 * b.1 + a.1 * b.0))
}
