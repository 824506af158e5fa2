//! The noise as the holder of the key finds it.

use ringassay_ring::RnsRing;

use super::{Ciphertext, Context, SecretKey};
use crate::{Error, Ring, noise::Measured};

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
        Measured::of(&RnsRing::into_powerful(self.phase(key, ciphertext)?))
    }
}
