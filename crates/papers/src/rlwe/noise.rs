//! Bounds of noise.

use ringassay_scheme::Error as SchemeError;

use crate::Error;

/// A bound on the noise of a ciphertext, in the worst case, and on its message as an integer
/// polynomial. It is carried by ciphertexts and depends on how they were made, not on coefficients.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// No coefficient of the noise is larger in magnitude; infinite beyond the range of doubles.
    pub bound: f64,
    /// No coefficient of the message is: t/2 where messages are reduced modulo t, more where sums and
    /// products of messages grow (F-NTRU, SHIELD).
    pub message: f64,
    /// Coefficients of the message from this one on are known to be 0, in public: n where nothing is
    /// known, 1 for a constant. Products with a short message make less noise.
    pub terms: f64,
}

/// What decryption does about noise that may be too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unchecked {
    /// It refuses.
    #[default]
    Never,
    /// It decrypts all the same: parameters are studied where the scheme no longer works.
    Always,
}

impl Noise {
    /// log2 of the bound.
    pub fn log2(&self) -> f64 {
        self.bound.log2()
    }

    /// The noise of a sum whose message is that of the integers: both bounds add up.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            bound: self.bound + other.bound,
            message: self.message + other.message,
            terms: self.terms.max(other.terms),
        }
    }

    /// The noise of a product whose message is that of the integers, modulo x^n + 1. `bound` is that
    /// of its noise.
    #[must_use]
    pub(crate) fn times(&self, other: &Self, bound: f64, n: f64) -> Self {
        let message = self.terms.min(other.terms) * self.message * other.message;
        Self { bound, message, terms: (self.terms + other.terms - 1.0).min(n) }
    }

    /// Fails if the bound reaches what can be decrypted.
    ///
    /// # Errors
    /// [`Undecryptable`](ringassay_scheme::Error::Undecryptable)(ringassay_scheme::Error::Undecryptable), unless `unchecked`.
    pub fn check(&self, limit: f64, unchecked: Unchecked) -> Result<(), Error> {
        if self.bound < limit || unchecked == Unchecked::Always {
            return Ok(());
        }
        Err(SchemeError::Undecryptable {
            noise_bits: self.log2(),
            modulus_bits: limit.max(0.0).log2(),
        }
        .into())
    }
}
