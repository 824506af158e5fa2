//! How likely a bound on every coefficient is to fail.

use ringassay_circuit::Facts;
use ringassay_scheme::Scheme;

use super::{Key, Point};
use crate::depth::TAIL;

/// log2 of the probability that any Gaussian coefficient of keys and encryptions exceeds its bound
/// of 9.2 deviations: by the union bound, no more than that share of executions at an allowed
/// depth decrypt wrongly.
pub(super) fn log2_failure(point: &Point, facts: &Facts, digits: u32) -> f64 {
    let (inputs, l) = (facts.inputs as f64, f64::from(digits));
    // Elements with errors, and elements drawn like the secret.
    let (errors, narrow) = match point.scheme {
        Scheme::Fv => (1.0 + l + 2.0 * inputs, 1.0 + inputs),
        Scheme::Yashe => (2.0 * l + 2.0 * inputs, 2.0),
        Scheme::Fntru => (2.0 * l * inputs, 2.0),
        Scheme::Shield => (1.0 + 4.0 * l * inputs, 1.0),
        // Their noise is followed through the circuit.
        Scheme::Bgv | Scheme::Bfv | Scheme::Ckks | Scheme::Gates | Scheme::External => {
            (f64::NAN, f64::NAN)
        }
    };
    let gaussian = if matches!(point.key, Key::Gaussian(_)) { errors + narrow } else { errors };
    let one = libm::erfc(TAIL / std::f64::consts::SQRT_2);
    (one * gaussian * f64::from(point.degree)).log2().min(0.0)
}
