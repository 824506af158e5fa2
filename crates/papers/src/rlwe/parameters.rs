//! What defines an instance.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use ringassay_bigring::{Gadget, MAX_LOG2_W, Shape};
use ringassay_scheme::Error as SchemeError;

use crate::Error;

/// A parameter set of FV, YASHE', F-NTRU or SHIELD. Public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    /// n, a power of two.
    pub degree: usize,
    /// q, at least 4.
    pub q: BigUint,
    /// The plaintext modulus, at least 2. F-NTRU and SHIELD: 2.
    pub t: u64,
    /// log2 of the base w of digits, at most 48. SHIELD: 1.
    pub log2_w: u32,
}

/// B_err/σ: a Gaussian exceeds it with probability below 2^-64.
const ERROR_WIDTHS: f64 = 9.2;

impl Parameters {
    /// B_key: the bound of keys' coefficients.
    pub const KEY_BOUND: f64 = 1.0;

    /// Fails unless an instance with these parameters exists.
    ///
    /// # Errors
    /// With the reason.
    pub fn check(&self) -> Result<(), Error> {
        Shape::new(self.degree, &self.q)?;
        if self.t < 2 || self.t >= 1 << 60 || BigUint::from(self.t) * 2_u32 > self.q {
            return Err(SchemeError::Parameters(format!(
                "the plaintext modulus has to lie between 2 and q/2 and below 2^60, not {}",
                self.t
            ))
            .into());
        }
        if !(1..=MAX_LOG2_W).contains(&self.log2_w) {
            return Err(SchemeError::Parameters(format!(
                "the base of digits has to lie between 2 and 2^{MAX_LOG2_W}, not 2^{}",
                self.log2_w
            ))
            .into());
        }
        Ok(())
    }

    /// σ = 2·√n.
    pub fn sigma(&self) -> f64 {
        2.0 * (self.degree as f64).sqrt()
    }

    /// B_err = 9.2·σ.
    pub fn error_bound(&self) -> f64 {
        ERROR_WIDTHS * self.sigma()
    }

    /// δ = n: how much larger a product of polynomials can be than its factors together.
    pub fn expansion(&self) -> f64 {
        self.degree as f64
    }

    /// l = ⌊log_w (q-1)⌋ + 1: digits of a coefficient. It is the papers' ⌊log_w q⌋ + 1 unless q is a
    /// power of w, whose last digit would always be 0.
    pub fn digits(&self) -> usize {
        let bits = (&self.q - 1_u32).bits().max(1);
        bits.div_ceil(u64::from(self.log2_w.max(1))) as usize
    }

    /// The digits of single elements.
    pub fn gadget(&self) -> Gadget {
        Gadget { log2_w: self.log2_w, digits: self.digits(), group: 1 }
    }

    /// Δ = ⌊q/t⌋.
    pub fn delta(&self) -> BigUint {
        &self.q / self.t
    }

    /// q mod t.
    pub fn remainder(&self) -> u64 {
        (&self.q % self.t).to_u64().unwrap_or_default()
    }

    /// w.
    pub fn w(&self) -> f64 {
        f64::from(self.log2_w).exp2()
    }
}
