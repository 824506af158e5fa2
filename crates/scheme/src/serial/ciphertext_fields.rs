//! The fields of ciphertexts, before their components.

use ringassay_ring::RnsRing;

use super::{
    SerialError,
    fields::{Reader, Writer},
    limits::MAX_PARTS,
};
use crate::{
    hybrid::{Ciphertext, HybridScheme},
    noise::Embeddings,
};

/// What a saved ciphertext has: its level, how many components, and whether component 1 is a seed.
#[derive(Debug, Clone, Copy)]
pub struct CiphertextHeader {
    pub(super) level: usize,
    pub(super) parts: usize,
    pub(super) seeded: bool,
}

impl CiphertextHeader {
    /// The bytes of one as [`SavedCiphertextFields::write_header`] writes it where a scheme has no form of its own.
    pub const LEVELLED_BYTES: usize = 4 + 1 + 1;

    pub(super) fn of<P: HybridScheme>(a: &Ciphertext<P, RnsRing>) -> Self {
        Self { level: a.level, parts: a.parts.len(), seeded: a.seed.is_some() }
    }

    /// Why there is no such ciphertext.
    pub(super) fn check(self) -> Result<(), String> {
        let Self { parts, seeded, .. } = self;
        if !(2..=MAX_PARTS).contains(&parts) {
            return Err(format!("it has {parts} parts, not 2 to {MAX_PARTS}"));
        }
        if seeded && parts != 2 {
            return Err(format!("it has a seed and {parts} parts; what has a seed has 2"));
        }
        Ok(())
    }
}

/// The fields of a ciphertext in which schemes differ.
pub trait SavedCiphertextFields: HybridScheme {
    /// The bytes of a ciphertext's header and of what is known of it.
    fn fields_bytes(&self, scale: &Self::Scale) -> usize;

    /// Fails unless what is known will be accepted when loaded.
    ///
    /// # Errors
    /// Returns an error if it is out of range.
    fn check_known(scale: &Self::Scale, estimate: &Self::Estimate) -> Result<(), SerialError>;

    /// Level, of so many, number of components, whether one is a seed: few enough, as was checked.
    fn write_header(header: CiphertextHeader, _levels: usize, writer: &mut Writer) {
        writer.u32(header.level as u32);
        writer.u8(header.parts as u8);
        writer.u8(u8::from(header.seeded));
    }

    /// The header, of one of `levels` levels.
    ///
    /// # Errors
    /// Returns an error if there is no such header.
    fn read_header(
        levels: usize,
        reader: &mut Reader<'_>,
    ) -> Result<CiphertextHeader, SerialError> {
        let level = reader.u32()? as usize;
        if level >= levels {
            return Err(reader.wrong(format!("level {level} of a modulus chain of {levels}")));
        }
        let parts = usize::from(reader.u8()?);
        let header = CiphertextHeader { level, parts, seeded: reader.flag("the seed")? };
        header.check().map_err(|problem| reader.wrong(problem))?;
        Ok(header)
    }

    /// What is known of a ciphertext: few enough bytes, as [`SavedCiphertextFields::fields_bytes`] says.
    fn write_known(&self, scale: &Self::Scale, estimate: &Self::Estimate, writer: &mut Writer);

    /// What is known, in a ring with embeddings of this kind.
    ///
    /// # Errors
    /// Returns an error if it is out of range.
    fn read_known(
        &self,
        reader: &mut Reader<'_>,
        embeddings: Embeddings,
    ) -> Result<(Self::Scale, Self::Estimate), SerialError>;
}
