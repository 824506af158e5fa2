//! Errors as the holder of the key finds them.

use super::{Ciphertext, Context, Parameters, Plaintext, SecretKey, packed::unequal};
use crate::{Error, Ring, hybrid::PackedScheme as _, noise};
use ringassay_ring::RnsRing;

/// What a ciphertext's phase differs from an exact message by: see [`noise::Measured`].
pub type Measured = noise::Measured;

impl Context<RnsRing> {
    /// The error of a ciphertext against a message that was encoded at its scale, exactly: of coefficients
    /// and of embeddings, times the scale. It reveals the secret key to whoever knows the ciphertext.
    ///
    /// # Errors
    /// When an operand is of other parameters, or the message has another scale.
    pub fn measured(
        &self,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
        expected: &Plaintext,
    ) -> Result<Measured, Error> {
        if a.scale != *expected.scale() {
            return Err(unequal("a comparison", &a.scale, expected.scale()));
        }
        let mut phase = RnsRing::into_powerful(self.phase(key, a)?);
        RnsRing::sub_assign(
            &mut phase,
            &Parameters::encode(self, expected, self.ring_at(a.level)?)?,
        )?;
        noise::Measured::of(&phase)
    }
}
