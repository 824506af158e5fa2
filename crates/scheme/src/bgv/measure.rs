//! The noise as the holder of the key finds it.

use num_traits::ToPrimitive;
use ringassay_ring::{RnsRing, rns::Lift};

use super::{Ciphertext, Context, SecretKey};
use crate::{Error, Ring, noise::mean_square};

/// The exact noise of a ciphertext.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// log2 of the root mean square of the embeddings: what
    /// [`Noise::log2_mean`](crate::noise::Noise::log2_mean) estimates.
    pub log2_embedding: f64,
    /// log2 of the largest |coefficient|.
    pub log2_largest: f64,
}

impl Context<RnsRing> {
    /// The noise of a ciphertext, exactly: its phase lifted to integers in (-Q/2, Q/2\]. It reveals
    /// the secret key to whoever knows the ciphertext's history.
    ///
    /// # Errors
    /// When the ciphertext is of other parameters.
    pub fn measure(
        &self,
        key: &SecretKey<RnsRing>,
        ciphertext: &Ciphertext<RnsRing>,
    ) -> Result<Measured, Error> {
        let phase = RnsRing::into_powerful(self.phase(key, ciphertext)?);
        let lifted = phase.lift_big(&Lift::new(&phase.ring().rns_moduli()?))?;
        let bits = lifted.iter().map(num_bigint::BigInt::bits).max().unwrap_or(0);
        // Doubles have 53 bits; moduli exceed their range.
        let shift = bits.saturating_sub(64);
        let scaled: Vec<f64> =
            lifted.iter().map(|x| (x >> shift).to_f64().unwrap_or(f64::NAN)).collect();
        let largest = scaled.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
        let square = mean_square(&self.parameters().index, &scaled);
        Ok(Measured {
            log2_embedding: square.log2() / 2.0 + shift as f64,
            log2_largest: largest.log2() + shift as f64,
        })
    }
}
