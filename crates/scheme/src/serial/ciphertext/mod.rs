//! Ciphertexts.

mod bfv;
mod bgv;

use ringassay_ring::{Crt, Element};

use super::SerialError;

/// Fails if all parts but the first are 0.
fn refuse_transparent(parts: &[Element<Crt>]) -> Result<(), SerialError> {
    let is_zero = |part: &Element<Crt>| part.words().iter().all(|&word| word == 0);
    if parts[1..].iter().all(is_zero) { Err(SerialError::Transparent) } else { Ok(()) }
}
