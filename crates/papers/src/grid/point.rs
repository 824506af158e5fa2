//! A parameter set of a scheme.

use ringassay_scheme::Scheme;
use ringassay_security::{Lwe, Problem, Secret};

use crate::depth::{Setting, TAIL};

/// How the coefficients of a secret are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Key {
    /// Uniform in {−1, 0, 1}.
    Ternary,
    /// Ternary with so many nonzero coefficients.
    Sparse(u32),
    /// Gaussian of this standard deviation.
    Gaussian(f64),
}

impl Key {
    /// Reads `ternary`, `sparse-WEIGHT` or `gaussian-STD`; `None` for anything else, or out of range.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match Secret::parse(text)? {
            Secret::Ternary => Some(Self::Ternary),
            Secret::SparseTernary { weight } => u32::try_from(weight).ok().map(Self::Sparse),
            Secret::Gaussian { std } => {
                Some(Self::Gaussian(std)).filter(|_| (0.1..=1e6).contains(&std))
            }
            _ => None,
        }
    }

    /// B_key, the largest coefficient.
    #[must_use]
    pub fn bound(self) -> f64 {
        match self {
            Self::Ternary | Self::Sparse(_) => 1.0,
            Self::Gaussian(std) => TAIL * std,
        }
    }

    /// The same in the security estimator's terms.
    #[must_use]
    pub fn secret(self) -> Secret {
        match self {
            Self::Ternary => Secret::Ternary,
            Self::Sparse(weight) => Secret::SparseTernary { weight: weight as usize },
            Self::Gaussian(std) => Secret::Gaussian { std },
        }
    }
}

/// How wide errors are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ErrorWidth {
    /// PAnTHErS' standard deviation 2√n.
    TwoRootN,
    /// This standard deviation.
    Std(f64),
}

impl ErrorWidth {
    /// The standard deviation of a coefficient.
    #[must_use]
    pub fn std(self, degree: u32) -> f64 {
        match self {
            Self::TwoRootN => 2.0 * f64::from(degree).sqrt(),
            Self::Std(std) => std,
        }
    }
}

/// A parameter set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The scheme.
    pub scheme: Scheme,
    /// n.
    pub degree: u32,
    /// log2 of the modulus.
    pub log2_q: f64,
    /// log2 of the base of digits.
    pub log2_w: f64,
    /// The plaintext modulus.
    pub t: u64,
    /// The secret.
    pub key: Key,
    /// The errors.
    pub error: ErrorWidth,
}

impl Point {
    /// What its depth depends on. Errors are bounded by 9.2 deviations.
    #[must_use]
    pub fn setting(&self) -> Setting {
        Setting {
            degree: self.degree,
            log2_q: self.log2_q,
            log2_w: self.log2_w,
            t: self.t,
            key_bound: self.key.bound(),
            error_bound: TAIL * self.error.std(self.degree),
        }
    }

    /// What its security depends on.
    #[must_use]
    pub fn instance(&self) -> (Problem, Lwe) {
        let problem = if self.scheme.is_ntru() { Problem::Ntru } else { Problem::Lwe };
        let lwe = Lwe {
            dimension: self.degree as usize,
            log2_q: self.log2_q,
            error_std: self.error.std(self.degree),
            secret: self.key.secret(),
            samples: None,
        };
        (problem, lwe)
    }
}
