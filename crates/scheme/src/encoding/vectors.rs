//! Vectors as plaintexts: layout and encoder in one.

use super::{Encoder, EncodingError, Layout, PlaintextRing};

/// Between vectors of ℓ entries in `[0, t)` and the n coefficients of plaintexts: [`Layout`] says in which
/// slots entries lie, [`Encoder`] puts slots into a plaintext. What SEAL calls `BatchEncoder`.
///
/// A clone shares the encoder's tables.
#[derive(Debug, Clone)]
pub struct VectorEncoder {
    layout: Layout,
    encoder: Encoder,
}

impl VectorEncoder {
    /// For vectors of `length` entries.
    ///
    /// # Errors
    /// If `length` is 0 or exceeds the slots ([`Layout::for_length`]), or the tables would be too large
    /// ([`Encoder::new`]).
    pub fn new(ring: &PlaintextRing, length: usize) -> Result<Self, EncodingError> {
        Ok(Self { layout: Layout::for_length(ring, length)?, encoder: Encoder::new(ring)? })
    }

    /// ℓ, the number of entries.
    pub fn length(&self) -> usize {
        self.layout.length()
    }

    /// Which entry lies in which slots.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Between slots and plaintexts.
    pub fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    /// The n coefficients, in the powerful basis, of the plaintext that holds a vector.
    ///
    /// # Errors
    /// If there are not ℓ entries, or one is not below t.
    pub fn encode(&self, vector: &[u64]) -> Result<Vec<u64>, EncodingError> {
        self.encoder.encode(&self.layout.spread(vector)?)
    }

    /// The vector that a plaintext with these coefficients holds.
    ///
    /// # Errors
    /// If there are not n coefficients below t, or no such vector lies in the slots.
    pub fn decode(&self, coefficients: &[u64]) -> Result<Vec<u64>, EncodingError> {
        self.layout.gather(&self.encoder.decode(coefficients)?)
    }
}
