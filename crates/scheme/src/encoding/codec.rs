//! What the ways of encoding have in common.

use super::exponents::Exponents;
use super::factor;
use super::sequence::Sequences;
use super::{EncodingError, PlaintextRing};

/// The linear maps between values in slots and coefficients in the powerful basis. Lengths and ranges
/// have been checked by the caller.
pub(super) trait Codec: Send + Sync {
    /// Bytes of its tables.
    fn table_bytes(&self) -> usize;

    /// Writes the coefficients of the plaintext with these values in its first slots, 0 in the others.
    /// In constant time if they are secret.
    fn encode_into(&self, values: &[u64], visibility: Visibility, coefficients: &mut [u64]);

    /// Writes the value of each slot.
    fn decode_into(&self, coefficients: &[u64], values: &mut [u64]) -> Result<(), EncodingError>;
}

/// Who may know values.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Visibility {
    /// Zeros can be left out.
    Public,
    /// Time must not depend on them.
    Secret,
}

impl Visibility {
    /// Whether a value has to be looked at.
    pub(super) fn counts(self, value: u64) -> bool {
        self == Self::Secret || value != 0
    }
}

/// A codec and the factor of Φ_m, below its leading coefficient, that names its slots.
pub(super) type Named = (Vec<u64>, Box<dyn Codec>);

/// A codec that multiplies by matrices made of the [`Sequences`].
pub(super) trait MatrixCodec: Codec + Sized + 'static {
    /// The matrices for a ring.
    ///
    /// # Errors
    /// When the plaintext modulus is too large for a word.
    fn new(
        ring: &PlaintextRing,
        exponents: Exponents,
        sequences: &Sequences,
    ) -> Result<Self, EncodingError>;

    /// The codec of a ring.
    fn build(ring: &PlaintextRing) -> Result<Named, EncodingError> {
        let factor = factor::find(ring)?;
        let sequences = Sequences::new(ring, &factor);
        let codec = Self::new(ring, Exponents::new(ring), &sequences)?;
        Ok((factor, Box::new(codec)))
    }
}
