//! Errors and uniform coefficients, from a stream: the same on every machine.

use std::f64::consts::PI;

use ringassay_ring::sample::Stream;

use crate::{Layout, layout::centred};

/// `n` coefficients, uniform modulo q, centred.
pub(crate) fn uniform(n: usize, q: u64, stream: &mut Stream) -> Vec<i64> {
    let limit = u64::MAX - u64::MAX % q;
    let mut draw = || {
        loop {
            let word = stream.word();
            if word < limit {
                return centred(word % q, q);
            }
        }
    };
    (0..n).map(|_| draw()).collect()
}

/// The decoding coefficients of a spherical Gaussian e with variance svar·m̂²/2π of g·e in each place.
///
/// That basis is dual to the powerful one: a coefficient is the trace of the error times ζ^-j.
pub(crate) fn gaussian(layout: &Layout, m: usize, svar: f64, stream: &mut Stream) -> Vec<f64> {
    let width = (svar / (2.0 * PI)).sqrt();
    let units = (1..=m / 2).filter(|&i| gcd(i, m) == 1);
    let mut e = vec![0.0; layout.degree()];
    if m <= 2 {
        let (x, _) = pair(stream);
        e[0] = width * x;
        return e;
    }
    let angle = 2.0 * PI / m as f64;
    let table: Vec<(f64, f64)> =
        (0..m).map(|t| (libm::cos(angle * t as f64), libm::sin(angle * t as f64))).collect();
    for unit in units {
        let (x, y) = pair(stream);
        for (c, exponent) in e.iter_mut().zip(layout.exponents()) {
            let (cos, sin) = table[unit * exponent % m];
            *c += std::f64::consts::SQRT_2 * width * (x * cos + y * sin);
        }
    }
    e
}

/// Two independent standard normals (Box and Muller).
fn pair(stream: &mut Stream) -> (f64, f64) {
    let unit = |word: u64| ((word >> 11) as f64 + 0.5) * (-53.0f64).exp2();
    let (radius, turn) = (unit(stream.word()), unit(stream.word()));
    let radius = (-2.0 * libm::log(radius)).sqrt();
    (radius * libm::cos(2.0 * PI * turn), radius * libm::sin(2.0 * PI * turn))
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
