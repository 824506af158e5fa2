//! What the norm of an error does not exceed, except with probability 2^-25 (2016/782, §3).

use std::f64::consts::PI;

use ringassay_ring::index::Index;

/// The square of the factor by which a Gaussian in dimension `n` exceeds its width.
fn tail(n: usize) -> f64 {
    let ln_probability = -25.0 * std::f64::consts::LN_2;
    let mut x = 1.0 / (2.0 * PI);
    loop {
        let next = (0.5 + libm::log(2.0 * PI * x) / 2.0 - ln_probability / n as f64) / PI;
        if (next - x).abs() < 1e-4 {
            return next;
        }
        x = next;
    }
}

/// Of ‖g·e‖²/m̂ for the continuous error of scaled variance `svar`.
pub fn continuous(index: &Index, svar: f64) -> f64 {
    let n = index.degree();
    index.m_hat() as f64 * n as f64 * svar * tail(n)
}

/// Of ‖g·e‖²/m̂ for the same error, rounded in the decoding basis.
pub fn discrete(index: &Index, svar: f64) -> i64 {
    let n = index.degree();
    let rounding = libm::exp2(index.odd_primes().count() as f64) * n as f64 * tail(n);
    let error = continuous(index, svar);
    (rounding + error + 2.0 * (rounding * error).sqrt()).ceil() as i64
}
