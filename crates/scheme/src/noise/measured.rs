//! Noise as the holder of the key finds it.

use num_traits::ToPrimitive;
use ringassay_ring::{Element, Powerful, rns::Lift};

use super::mean_square;
use crate::Error;

/// The exact noise of a ciphertext.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// log2 of the root mean square of the embeddings: what
    /// [`Noise::log2_mean`](crate::noise::Noise::log2_mean) estimates.
    pub log2_embedding: f64,
    /// log2 of the largest |coefficient|.
    pub log2_largest: f64,
}

impl Measured {
    /// Of an element, lifted to integers in (-Q/2, Q/2\].
    ///
    /// # Errors
    /// Returns an error if there are too many limbs.
    pub fn of(noise: &Element<Powerful>) -> Result<Self, Error> {
        let lifted = noise.lift_big(&Lift::new(&noise.ring().rns_moduli()?))?;
        let bits = lifted.iter().map(num_bigint::BigInt::bits).max().unwrap_or(0);
        // Doubles have 53 bits; moduli exceed their range.
        let shift = bits.saturating_sub(64);
        let scaled: Vec<f64> =
            lifted.iter().map(|x| (x >> shift).to_f64().unwrap_or(f64::NAN)).collect();
        let largest = scaled.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
        let square = mean_square(noise.ring().index(), &scaled);
        let found = Self { log2_embedding: square.log2() / 2.0, log2_largest: largest.log2() };
        Ok(found.scaled(shift as f64))
    }

    /// 2^`log2` times the noise.
    pub(crate) fn scaled(self, log2: f64) -> Self {
        Self { log2_embedding: self.log2_embedding + log2, log2_largest: self.log2_largest + log2 }
    }
}
