//! Real numbers in the conjugate-invariant ring.

use super::{Complex64, Encoder, Generator, Target};
use crate::{ckks::Scale, encoding::EncodingError};

/// Encodes vectors of up to N real numbers in Z\[X + 1/X\]/(X^{2N} + 1), whose elements are
/// c_0 + Σ_{k=1}^{N-1} c_k·(X^k + X^-k) (D. Kim and Y. Song, 2018/952 §3).
///
/// Slot j is the value at ζ^(g^j), ζ = e^{iπ/2N}: that of the element as one of Z\[X\]/(X^{2N} + 1), where
/// X^-k = -X^{2N-k}, so that an encoder of degree 2N with real values does it.
#[derive(Debug)]
pub struct ConjugateInvariantEncoder {
    double: Encoder,
}

impl ConjugateInvariantEncoder {
    /// For N = `degree` and an order of slots.
    ///
    /// # Errors
    /// Unless N is a power of two from 1 to 2^16.
    pub fn new(degree: usize, generator: Generator) -> Result<Self, EncodingError> {
        Ok(Self { double: Encoder::new(degree.saturating_mul(2), generator)? })
    }

    /// N, the number of coefficients and the most slots.
    pub fn degree(&self) -> usize {
        self.double.slots()
    }

    /// The coefficients c_0, …, c_{N-1} that hold these values in `target.slots` slots, at most N.
    ///
    /// # Errors
    /// As [`Encoder::encode`].
    pub fn encode(&self, values: &[f64], target: &Target<'_>) -> Result<Vec<i128>, EncodingError> {
        let mut all = self.double.encode_real(values, target)?;
        all.truncate(self.degree());
        Ok(all)
    }

    /// The values in `slots` slots of the element with these coefficients.
    ///
    /// # Errors
    /// As [`Encoder::decode`].
    pub fn decode(
        &self,
        coefficients: &[i128],
        slots: usize,
        scale: &Scale,
    ) -> Result<Vec<f64>, EncodingError> {
        let (given, expected) = (coefficients.len(), self.degree());
        if given != expected {
            return Err(EncodingError::Length { what: "coefficients", given, expected });
        }
        // c_0, …, c_{N-1}, 0, -c_{N-1}, …, -c_1.
        let mirrored = coefficients[1..].iter().rev().map(|&c| -c);
        let all: Vec<i128> = coefficients.iter().copied().chain([0]).chain(mirrored).collect();
        let values = self.double.decode(&all, slots, scale)?;
        Ok(values.into_iter().map(|z: Complex64| z.re).collect())
    }
}
