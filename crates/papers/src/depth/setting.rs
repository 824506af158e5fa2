//! The parameters that depth depends on.

use ringassay_scheme::Scheme;
use thiserror::Error;

/// Bounds on Gaussian coefficients in standard deviations, as in the schemes' papers.
pub const TAIL: f64 = 9.2;

const LOG2_Q: (f64, f64) = (1.0, 32768.0);

/// What the formulas ask for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// n, the degree of the ring: a power of two; also its expansion factor δ.
    pub degree: u32,
    /// log2 of the modulus. A whole number k stands for q = 2^k, any other for the worst q of that
    /// size.
    pub log2_q: f64,
    /// log2 of the base w of digits; SHIELD's is 2, whatever stands here.
    pub log2_w: f64,
    /// The plaintext modulus; F-NTRU's is 2. SHIELD has none: its messages are as large as stated
    /// at its formulas.
    pub t: u64,
    /// B_key: the largest coefficient of a secret.
    pub key_bound: f64,
    /// B_err: the largest coefficient of an error.
    pub error_bound: f64,
}

/// Why there is no depth.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SettingError {
    /// The degree.
    #[error("n = {0} must be a power of two from 2 to 2^20")]
    Degree(u32),
    /// The modulus.
    #[error("log2 q = {0} must lie in 1 ..= 32768")]
    Modulus(f64),
    /// The base of digits.
    #[error("log2 w = {log2_w} must lie between 1 and log2 q = {log2_q}")]
    Base {
        /// What was given.
        log2_w: f64,
        /// The modulus it was given for.
        log2_q: f64,
    },
    /// The plaintext modulus.
    #[error("t = {t} must be at least 2 and less than q (log2 q = {log2_q})")]
    Plaintext {
        /// What was given.
        t: u64,
        /// The modulus it was given for.
        log2_q: f64,
    },
    /// F-NTRU has bits only.
    #[error("t = {0}, but F-NTRU encrypts bits: use t = 2")]
    NotBits(u64),
    /// A bound that is none.
    #[error("the bounds on coefficients of keys ({key}) and errors ({error}) must be positive")]
    Bounds {
        /// B_key.
        key: f64,
        /// B_err.
        error: f64,
    },
}

impl Setting {
    /// PAnTHErS' distributions: keys with coefficients −1, 0, 1; errors of deviation 2√n.
    #[must_use]
    pub fn paper(degree: u32, log2_q: f64, log2_w: f64, t: u64) -> Self {
        let error_bound = TAIL * 2.0 * f64::from(degree).sqrt();
        Self { degree, log2_q, log2_w, t, key_bound: 1.0, error_bound }
    }

    /// l = ⌊log_w q⌋ + 1, the number of digits of an element.
    #[must_use]
    pub fn digits(&self) -> u32 {
        (self.log2_q / self.log2_w).floor() as u32 + 1
    }

    /// q mod t.
    #[must_use]
    pub fn remainder(&self) -> u64 {
        if self.log2_q.fract() != 0.0 {
            return self.t - 1;
        }
        let t = u128::from(self.t);
        let mut remainder = 1 % t;
        for _ in 0..self.log2_q as u32 {
            remainder = remainder * 2 % t;
        }
        remainder as u64
    }

    /// Checks all ranges.
    ///
    /// # Errors
    /// The first parameter that lies outside its range, or that `scheme` does not have.
    pub fn validate(&self, scheme: Scheme) -> Result<(), SettingError> {
        let &Self { degree, log2_q, log2_w, t, key_bound, error_bound } = self;
        if !(2..=1 << 20).contains(&degree) || !degree.is_power_of_two() {
            return Err(SettingError::Degree(degree));
        }
        if !(LOG2_Q.0..=LOG2_Q.1).contains(&log2_q) {
            return Err(SettingError::Modulus(log2_q));
        }
        if scheme != Scheme::Shield {
            if !(1.0..=log2_q).contains(&log2_w) {
                return Err(SettingError::Base { log2_w, log2_q });
            }
            if t < 2 || (t as f64).log2() >= log2_q {
                return Err(SettingError::Plaintext { t, log2_q });
            }
            if scheme == Scheme::Fntru && t != 2 {
                return Err(SettingError::NotBits(t));
            }
        }
        let is_bound = |bound: f64| bound > 0.0 && bound.is_finite();
        if !is_bound(key_bound) || !is_bound(error_bound) {
            return Err(SettingError::Bounds { key: key_bound, error: error_bound });
        }
        Ok(())
    }
}
