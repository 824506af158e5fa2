//! The canonical embedding in floating point: slow, from the definition, for statistics.
//!
//! σ_k(x) is the complex value of x at exp(2πi·k/m), for each unit k mod m. With H the image of
//! K ⊗ R under all of them, an error is *spherical* if its coordinates in an orthonormal basis of H
//! are independent with equal variance; with complex conjugate pairs that means that
//! √2·Re σ_k(x) and √2·Im σ_k(x), k < m/2, are (ePrint 2013/293, §2.2).

use std::f64::consts::PI;

use super::coefficients::Integers;
use super::cyclotomic::Cyclotomic;

/// The embedding of Q(ζ_m).
#[derive(Clone, Debug)]
pub struct Canonical {
    m: u64,
    /// One unit of each pair {k, m-k}.
    units: Vec<u64>,
    /// The exponents of the powerful basis.
    exponents: Vec<u64>,
    /// exp(2πi·j/m) as (cosine, sine).
    roots: Vec<(f64, f64)>,
}

impl Canonical {
    /// The embedding for index m ≥ 3 (below, K is Q and its own image).
    pub fn new(m: u64) -> Self {
        let ring = Cyclotomic::new(Integers, m);
        let units = ring.units().iter().copied().filter(|k| 2 * k < m).collect();
        let angle = |j: u64| 2.0 * PI * j as f64 / m as f64;
        let roots = (0..m).map(|j| (angle(j).cos(), angle(j).sin())).collect();
        Self { m, units, exponents: ring.powerful_exponents(), roots }
    }

    /// The units k < m/2, one for each complex place, in ascending order.
    pub fn units(&self) -> &[u64] {
        &self.units
    }

    /// σ_k of the element with these coefficients in the powerful basis, as (real, imaginary).
    pub fn place(&self, powerful: &[f64], k: u64) -> (f64, f64) {
        self.exponents.iter().zip(powerful).fold((0.0, 0.0), |(re, im), (&e, &c)| {
            let (cos, sin) = self.roots[(e * k % self.m) as usize];
            (re + c * cos, im + c * sin)
        })
    }

    /// The n coordinates √2·Re σ_k, √2·Im σ_k for k < m/2: the element of H in an orthonormal basis,
    /// so that Σ of their squares is Σ |σ_k(x)|² over all n places.
    pub fn coordinates(&self, powerful: &[f64]) -> Vec<f64> {
        let root_two = std::f64::consts::SQRT_2;
        let places = self.units.iter().map(|&k| self.place(powerful, k));
        places.flat_map(|(re, im)| [root_two * re, root_two * im]).collect()
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use num_traits::ToPrimitive;

    use super::*;
    use crate::inputs::Stream;
    use crate::reference::coefficients::big;

    /// Σ |σ_k(x)|² = Tr(x·conj(x)), which the exact model computes without any analysis.
    #[test]
    fn squared_lengths_are_traces() {
        for m in [3, 4, 9, 15, 32, 45, 105] {
            let ring = Cyclotomic::new(Integers, m);
            let coefficients = Stream::new(m).integers(ring.degree(), 50);
            let x = ring.from_powerful(&big(&coefficients));
            let trace: BigInt = ring.trace(&ring.mul(&x, &ring.automorphism(&x, m - 1)));
            let exact = trace.to_f64().unwrap_or(f64::NAN);
            let floats: Vec<f64> = coefficients.iter().map(|&c| c as f64).collect();
            let coordinates = Canonical::new(m).coordinates(&floats);
            assert_eq!(coordinates.len(), ring.degree());
            let length: f64 = coordinates.iter().map(|x| x * x).sum();
            assert!((length - exact).abs() < 1e-9 * exact, "m = {m}: {length} and {exact}");
        }
    }

    #[test]
    fn places_of_the_golden_ratio() {
        // ζ_5 + ζ_5^-1 = -1 - ζ^2 - ζ^3 is (√5 - 1)/2 at k = 1 and -(√5 + 1)/2 at k = 2.
        let canonical = Canonical::new(5);
        let x = [-1.0, 0.0, -1.0, -1.0];
        let root = 5.0_f64.sqrt();
        for (k, expected) in [(1, (root - 1.0) / 2.0), (2, -(root + 1.0) / 2.0)] {
            let (re, im) = canonical.place(&x, k);
            assert!((re - expected).abs() < 1e-12 && im.abs() < 1e-12);
        }
    }
}
