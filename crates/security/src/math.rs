//! Special functions and sums of logarithms.

use std::f64::consts::{E, FRAC_2_SQRT_PI, LN_2, PI};

/// log2(2^x + 2^y).
pub(crate) fn log2_add(x: f64, y: f64) -> f64 {
    let (high, low) = if x < y { (y, x) } else { (x, y) };
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp2().ln_1p() / LN_2 }
}

/// ln Γ(x) for x > 0, to about 1e-12: the recurrence up to 10, then Stirling's series.
pub(crate) fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut shift) = (x, 1.0f64);
    while x < 10.0 {
        shift *= x;
        x += 1.0;
    }
    let r = 1.0 / (x * x);
    let series = (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r / 1680.0))) / x;
    (x - 0.5) * x.ln() - x + (2.0 * PI).ln() / 2.0 + series - shift.ln()
}

/// log2 of n over k, for 0 <= k <= n.
pub(crate) fn log2_binomial(n: f64, k: f64) -> f64 {
    (ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0)) / LN_2
}

/// 1 - erf(x) for x >= 0, with a relative error of about 1e-10: the Taylor series of erf, beyond 2
/// the continued fraction of Laplace.
pub(crate) fn erfc(x: f64) -> f64 {
    if x < 2.0 {
        let (mut term, mut sum, mut k) = (x, x, 0.0);
        while term.abs() > 1e-17 {
            k += 1.0;
            term *= -x * x / k;
            sum += term / (2.0 * k + 1.0);
        }
        1.0 - FRAC_2_SQRT_PI * sum
    } else {
        let terms = 10 + (200.0 / (x * x)) as u32;
        let fraction = (1..=terms).rev().fold(x, |below, k| x + f64::from(k) / 2.0 / below);
        (-x * x).exp() / (fraction * PI.sqrt())
    }
}

/// ln δ of the root Hermite factor of BKZ-β, β >= 40 (Chen's thesis, 2013, section 4.2; at 40 the
/// measured 1.01295 of 2015/046).
pub(crate) fn ln_delta(beta: f64) -> f64 {
    if beta <= 40.0 {
        return 1.01295f64.ln();
    }
    ((beta / (2.0 * PI * E)).ln() + (PI * beta).ln() / beta) / (2.0 * (beta - 1.0))
}

/// ln of the length of the shortest vector that the Gaussian heuristic expects in dimension k and
/// volume e^`ln_volume`.
pub(crate) fn ln_gaussian_heuristic(k: f64, ln_volume: f64) -> f64 {
    let ln_ball = k / 2.0 * PI.ln() - ln_gamma(k / 2.0 + 1.0);
    (ln_volume - ln_ball) / k
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(x: f64, y: f64, relative: f64) -> bool {
        (x - y).abs() <= relative * y.abs()
    }

    #[test]
    fn gamma_is_the_factorial() {
        let mut factorial = 0.0;
        for k in 1..200 {
            assert!((ln_gamma(f64::from(k)) - factorial).abs() < 1e-10 * (1.0 + factorial));
            factorial += f64::from(k).ln();
        }
        assert!(close(ln_gamma(0.5), PI.sqrt().ln(), 1e-11));
        // 52 over 5 hands of poker.
        assert!(close(log2_binomial(52.0, 5.0).exp2(), 2_598_960.0, 1e-10));
    }

    #[test]
    fn erfc_is_the_integral_of_the_bell_curve() {
        for i in 0..50 {
            let x = f64::from(i) * 0.1;
            // Simpson's rule on [x, x + 10]: what lies beyond is below e^-100 of it.
            let (steps, mut sum) = (4000, 0.0);
            let h = 10.0 / f64::from(steps);
            for k in 0..=steps {
                let weight = if k == 0 || k == steps { 1.0 } else { f64::from(2 + 2 * (k % 2)) };
                let y = x + f64::from(k) * h;
                sum += weight * (-y * y).exp();
            }
            assert!(close(erfc(x), FRAC_2_SQRT_PI * sum * h / 3.0, 1e-8), "erfc({x})");
        }
    }

    #[test]
    fn logarithms_add() {
        assert!(close(log2_add(3.0, 4.0), 24f64.log2(), 1e-14));
        assert_eq!(log2_add(f64::NEG_INFINITY, 5.0), 5.0);
        assert_eq!(log2_add(5.0, 5.0), 6.0);
    }

    #[test]
    fn delta_matches_published_values() {
        // Chen's table: block sizes for root Hermite factors, 50 and 100.
        assert!((ln_delta(50.0).exp() - 1.0121).abs() < 1e-4);
        assert!((ln_delta(100.0).exp() - 1.0093).abs() < 1e-4);
        // Public lattice estimator, Kyber512: β = 406 means δ = 1.003941.
        assert!((ln_delta(406.0).exp() - 1.003941).abs() < 1e-6);
        for beta in 40..3000 {
            assert!(ln_delta(f64::from(beta) + 1.0) < ln_delta(f64::from(beta)));
        }
    }

    #[test]
    fn ball_volumes() {
        // A shortest vector of length r exactly fills the ball: π r² in the plane, 4/3 π r³ in space.
        assert!(close(ln_gaussian_heuristic(2.0, (PI * 9.0).ln()), 3f64.ln(), 1e-12));
        assert!(close(ln_gaussian_heuristic(3.0, (4.0 / 3.0 * PI * 8.0).ln()), 2f64.ln(), 1e-12));
    }
}
