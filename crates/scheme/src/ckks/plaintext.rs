//! Plaintexts.

use zeroize::Zeroize;

use super::{Magnitude, Scale};

/// A message as integer coefficients, which are Δ times it in the canonical embedding, rounded.
#[derive(Clone, PartialEq)]
pub struct Plaintext {
    coefficients: Vec<i128>,
    scale: Scale,
    magnitude: Magnitude,
}

impl Drop for Plaintext {
    fn drop(&mut self) {
        self.coefficients.zeroize();
    }
}

impl std::fmt::Debug for Plaintext {
    /// Shape only: coefficients may be secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (n, scale) = (self.coefficients.len(), &self.scale);
        write!(f, "Plaintext({n} coefficients, scale {scale})")
    }
}

impl Plaintext {
    /// The message with these coefficients, whose slots are known to be no larger than `magnitude` says.
    pub fn new(coefficients: Vec<i128>, scale: Scale, magnitude: Magnitude) -> Self {
        Self { coefficients, scale, magnitude }
    }

    /// Coefficient k is that of X^k, or of X^k + X^-k in the conjugate-invariant ring.
    pub fn coefficients(&self) -> &[i128] {
        &self.coefficients
    }

    /// Δ.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }

    /// What is publicly known of the size of its slots.
    pub fn magnitude(&self) -> &Magnitude {
        &self.magnitude
    }

    /// The bits of its coefficients, sign included, as far as that is public: |c_k| ≤ Δ·max|z_j| + 1/2.
    pub(super) fn bits(&self) -> u32 {
        let log2 = self.scale.log2() + self.magnitude.largest().log2();
        if log2.is_finite() { (log2.max(0.0).ceil() as u32).saturating_add(2) } else { 2 }
    }
}
