//! Ciphertexts.

mod bfv;
mod bgv;
mod ckks;

use ringassay_ring::{Crt, Element};

use super::{Saved, SerialError, limits::MAX_PARTS};

/// Fails if all parts but the first are 0.
fn refuse_transparent(parts: &[Element<Crt>]) -> Result<(), SerialError> {
    let is_zero = |part: &Element<Crt>| part.words().iter().all(|&word| word == 0);
    if parts[1..].iter().all(is_zero) { Err(SerialError::Transparent) } else { Ok(()) }
}

/// Why there is no such ciphertext.
fn check_parts(parts: usize, seeded: bool) -> Result<(), String> {
    if !(2..=MAX_PARTS).contains(&parts) {
        return Err(format!("it has {parts} parts, not 2 to {MAX_PARTS}"));
    }
    if seeded && parts != 2 {
        return Err(format!("it has a seed and {parts} parts; what has a seed has 2"));
    }
    Ok(())
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
