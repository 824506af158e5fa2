//! Decryption.

use zeroize::Zeroize;

use super::{Ciphertext, Context, SecretKey};
use crate::{Error, Ring};

/// The bits of a coefficient, without its sign, beyond which low ones are dropped.
const KEPT_BITS: f64 = 125.0;

/// The coefficients of a decrypted message, over 2^[`dropped_bits`](Phase::dropped_bits): secret.
#[derive(Clone, PartialEq)]
pub struct Phase<I> {
    /// The coefficients.
    pub coefficients: I,
    /// How many of their low bits were dropped: what has more than 127 bits keeps the highest, more than twice as
    /// many as the doubles have that become of it.
    pub dropped_bits: u32,
}

impl<I: Zeroize> Zeroize for Phase<I> {
    fn zeroize(&mut self) {
        self.coefficients.zeroize();
    }
}

impl<I> std::fmt::Debug for Phase<I> {
    /// Without the coefficients, which are secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Phase").field("dropped_bits", &self.dropped_bits).finish_non_exhaustive()
    }
}

impl<R: Ring> Context<R> {
    /// The integer coefficients that a ciphertext holds, to be [decoded](super::encoding::Encoder::decode_phase) with its
    /// scale: message and errors.
    /// They reveal the secret key to whoever also knows the ciphertext (ePrint 2020/1533): publish results
    /// only after rounding them to fewer bits than are right.
    ///
    /// # Errors
    /// [`Error::Undecryptable`] when the message may exceed the modulus, [`Error::DecryptionFailure`] when
    /// coefficients exceed their bound: then the ciphertext is damaged or not of this key; neither if the
    /// context [insists](Context::insisting). [`Error::OtherParameters`] for a foreign ciphertext.
    pub fn decrypt(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
    ) -> Result<Phase<R::Integers>, Error> {
        let (phase, [bound_bits, modulus_bits]) = self.sound_phase(key, a)?;
        let dropped_bits = (bound_bits.min(modulus_bits) - KEPT_BITS).max(0.0).ceil() as u32;
        let coefficients = R::centred(&phase, dropped_bits)?;
        Ok(Phase { coefficients, dropped_bits })
    }
}
