//! Slots by their definition: values of polynomials modulo a factor of Φ_m.

use ringassay_ring::index::Index;
use ringassay_scheme::encoding::{Encoder, PlaintextRing};
use ringassay_testkit::reference::numbers::{self, gcd};
use ringassay_testkit::reference::{Cyclotomic, ModQ, polynomial};

/// R_t as polynomials modulo Φ_m, and the factor F_0 of Φ_m that an encoder claims to use.
pub(crate) struct Oracle {
    pub(crate) ring: Cyclotomic<ModQ>,
    factor: Vec<u64>,
}

impl Oracle {
    /// Checks that F_0 is what it claims to be: monic, of degree d, and a divisor of Φ_m modulo t.
    /// As every irreducible factor of Φ_m modulo p is of degree d, it is irreducible.
    pub(crate) fn new(encoder: &Encoder) -> Self {
        let (m, t) = (encoder.ring().index().m(), encoder.ring().modulus());
        let ring = Cyclotomic::new(ModQ(t), m);
        let factor = encoder.factor().to_vec();
        assert_eq!(factor.len(), order(encoder.ring().prime(), m) + 1, "the degree of F_0");
        let reduced = |x: &num_bigint::BigInt| u64::try_from(((x % t) + t) % t).unwrap();
        let phi: Vec<u64> = polynomial::cyclotomic(m).iter().map(reduced).collect();
        let (_, remainder) = polynomial::divide(&ModQ(t), phi, &factor);
        assert!(remainder.iter().all(|&x| x == 0), "F_0 does not divide Φ_{m} modulo {t}");
        Self { ring, factor }
    }

    /// The value at η^unit of Σ c_j·ζ^{e_j}, as d coefficients of powers of η.
    pub(crate) fn value(&self, exponents: &[u64], coefficients: &[u64], unit: u64) -> Vec<u64> {
        assert_eq!(exponents.len(), coefficients.len());
        let m = self.ring.m();
        let t = self.ring.coefficients().0;
        let mut polynomial = vec![0; m as usize];
        for (e, c) in exponents.iter().zip(coefficients) {
            let at = &mut polynomial[(e * unit % m) as usize];
            *at = (*at + c) % t;
        }
        polynomial::divide(self.ring.coefficients(), polynomial, &self.factor).1
    }

    /// The value of coefficients in the powerful basis.
    pub(crate) fn powerful_value(&self, coefficients: &[u64], unit: u64) -> Vec<u64> {
        self.value(&self.ring.powerful_exponents(), coefficients, unit)
    }

    /// The value of coefficients of 1, X, X², ….
    pub(crate) fn power_value(&self, coefficients: &[u64], unit: u64) -> Vec<u64> {
        let exponents: Vec<u64> = (0..coefficients.len() as u64).collect();
        self.value(&exponents, coefficients, unit)
    }

    /// Whether a value lies in Z_t, and which it is.
    pub(crate) fn scalar(value: &[u64]) -> Option<u64> {
        value[1..].iter().all(|&x| x == 0).then_some(value[0])
    }
}

/// The order of p modulo m, by repeated multiplication.
pub(crate) fn order(p: u64, m: u64) -> usize {
    let mut power = p % m;
    let mut order = 1;
    while power != 1 % m {
        power = power * (p % m) % m;
        order += 1;
    }
    order
}

/// The plaintext ring of small parameters; `None` if p divides m.
pub(crate) fn plaintexts(m: u64, p: u64, r: u32) -> Option<PlaintextRing> {
    (gcd(p, m) == 1).then(|| PlaintextRing::new(&Index::new(m).unwrap(), p, r).unwrap())
}

/// Whether two units differ by a power of p.
pub(crate) fn same_class(a: u64, b: u64, p: u64, m: u64) -> bool {
    (0..order(p, m) as u64).any(|f| b * numbers::pow_mod(p, f, m) % m == a % m)
}
