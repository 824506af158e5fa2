//! Tails of the normal distribution, as logarithms.

use std::f64::consts::{LN_2, LOG2_E, PI, SQRT_2};

/// log2 of the probability that one of `count` independent normal variables of standard deviation 1
/// exceeds x in magnitude; at most 0.
pub fn log2_tail(x: f64, count: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let single = log2_erfc(x / SQRT_2);
    if single < -60.0 {
        return (single + count.log2()).min(0.0);
    }
    // 1 - (1 - p)^count.
    let p = single.exp2();
    (-(count * (-p).ln_1p()).exp_m1()).log2().min(0.0)
}

/// The x with [`log2_tail`]`(x, count)` = -`bits`.
pub fn quantile(bits: f64, count: f64) -> f64 {
    let (mut low, mut high) = (0.0, (2.0 * LN_2 * (bits + count.log2() + 2.0)).sqrt() + 2.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if log2_tail(middle, count) > -bits { low = middle } else { high = middle }
    }
    high
}

/// log2 erfc(z), z >= 0, also where erfc(z) is below the smallest double.
fn log2_erfc(z: f64) -> f64 {
    if z < 20.0 {
        return libm::erfc(z).log2();
    }
    // Abramowitz and Stegun 7.1.23; the third term is below 2^-17 there.
    let w = 1.0 / (2.0 * z * z);
    -z * z * LOG2_E - (z * PI.sqrt()).log2() + (1.0 - w + 3.0 * w * w).log2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_tails() {
        // The normal distribution: 2.700e-3 beyond 3σ, 5.733e-7 beyond 5σ, both sides.
        assert!((log2_tail(3.0, 1.0).exp2() - 2.6998e-3).abs() < 1e-7);
        assert!((log2_tail(5.0, 1.0).exp2() - 5.7330e-7).abs() < 1e-11);
        assert!((log2_tail(5.0, 1000.0).exp2() / 5.7314e-4 - 1.0).abs() < 1e-3);
        assert_eq!(log2_tail(0.0, 5.0), 0.0);
    }

    #[test]
    fn both_formulas_meet() {
        let below = log2_erfc(19.999_999);
        let above = log2_erfc(20.0);
        assert!((below - above).abs() < 1e-3, "{below} {above}");
    }

    #[test]
    fn quantiles_invert_tails() {
        for bits in [4.0, 40.0, 128.0, 300.0] {
            for count in [1.0, 5292.0, 131_072.0] {
                let x = quantile(bits, count);
                assert!((log2_tail(x, count) + bits).abs() < 1e-6, "{bits} {count}");
            }
        }
    }
}
