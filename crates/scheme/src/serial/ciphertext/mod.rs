//! Ciphertexts.

mod bfv;
mod bgv;

use ringassay_ring::{Crt, Element};

use super::{Saved, SerialError};

/// Fails if all parts but the first are 0.
fn refuse_transparent(parts: &[Element<Crt>]) -> Result<(), SerialError> {
    let is_zero = |part: &Element<Crt>| part.words().iter().all(|&word| word == 0);
    if parts[1..].iter().all(is_zero) { Err(SerialError::Transparent) } else { Ok(()) }
}

/// A ciphertext that can be saved.
pub trait SavedCiphertext: Saved {
    /// As [`Saved::load`], but accepts a transparent ciphertext, all of whose parts but the first are 0:
    /// x - x is one, and no fault. A server that is given ciphertexts to compute with refuses them.
    ///
    /// # Errors
    /// As [`Saved::load`].
    fn load_even_transparent(context: &Self::Context, bytes: &[u8]) -> Result<Self, SerialError>;
}
