//! Ciphertexts, of every scheme: a header, what is known without the key, a seed if there is one, and the
//! components but for that which is expanded from the seed.

mod bfv;
mod bgv;
mod ckks;

use ringassay_ring::{Crt, Element, RnsRing};

use super::{
    Kind, Saved, SerialError, Sizes,
    ciphertext_fields::CiphertextHeader,
    fields::{Reader, Writer},
    object::{Body, Public, lies_in, load},
    parameters::SavedParameters,
    residues::{limbs_bytes, read_element, write_element},
    sizes::memory_bytes,
};
use crate::{
    Ring,
    hybrid::{Ciphertext, Context},
    noise::Embeddings,
};

/// A ciphertext that can be saved.
pub trait SavedCiphertext: Saved {
    /// As [`Saved::load`], but accepts a transparent ciphertext, all of whose parts but the first are 0:
    /// x - x is one, and no fault. A server that is given ciphertexts to compute with refuses them.
    ///
    /// # Errors
    /// As [`Saved::load`].
    fn load_even_transparent(context: &Self::Context, bytes: &[u8]) -> Result<Self, SerialError>;

    /// Whether all parts but the first are 0, so that everybody reads the message in that. Ends at the first word
    /// that is not 0.
    fn is_transparent(&self) -> bool;
}

impl<P: SavedParameters> SavedCiphertext for Ciphertext<P, RnsRing> {
    fn load_even_transparent(context: &Self::Context, bytes: &[u8]) -> Result<Self, SerialError> {
        load(context, bytes, read)
    }

    fn is_transparent(&self) -> bool {
        let is_zero = |part: &Element<Crt>| part.words().iter().all(|&word| word == 0);
        self.parts.iter().skip(1).all(is_zero)
    }
}

impl<P: SavedParameters> Public for Ciphertext<P, RnsRing> {}

impl<P: SavedParameters> Body for Ciphertext<P, RnsRing> {
    const KIND: Kind = Kind::Ciphertext;
    type Instance = Context<P, RnsRing>;

    fn measure(&self, context: &Self::Instance) -> Result<Sizes, SerialError> {
        let ring = context.ring_at(self.level)?;
        for part in &self.parts {
            lies_in(part.ring(), ring, "the ciphertext")?;
        }
        let header = CiphertextHeader::of(self);
        header.check().map_err(unsaveable)?;
        P::check_known(&self.scale, &self.estimate)?;
        let sizes = Sizes::of_fields(context.parameters().fields_bytes(&self.scale))
            .with_elements(ring, header.parts - usize::from(header.seeded))
            .in_memory(header.parts * memory_bytes(ring));
        Ok(if header.seeded { sizes.with_seed(ring, 1) } else { sizes })
    }

    fn write(&self, context: &Self::Instance, writer: &mut Writer) -> Result<(), SerialError> {
        P::write_header(CiphertextHeader::of(self), context.levels(), writer);
        context.parameters().write_known(&self.scale, &self.estimate, writer);
        if let Some(seed) = &self.seed {
            writer.put(seed.expose());
        }
        for (i, part) in self.parts.iter().enumerate() {
            if i != 1 || self.seed.is_none() {
                write_element(writer, part);
            }
        }
        Ok(())
    }

    fn read(context: &Self::Instance, reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let ciphertext = read(context, reader)?;
        if ciphertext.is_transparent() { Err(SerialError::Transparent) } else { Ok(ciphertext) }
    }
}

fn read<P: SavedParameters>(
    context: &Context<P, RnsRing>,
    reader: &mut Reader<'_>,
) -> Result<Ciphertext<P, RnsRing>, SerialError> {
    let header = P::read_header(context.levels(), reader)?;
    let embeddings = Embeddings::of(context.ring().index());
    let (scale, estimate) = context.parameters().read_known(reader, embeddings)?;
    let seed = if header.seeded { Some(reader.seed()?) } else { None };
    let primes = context.primes_of(context.limbs_at(header.level)?);
    let bytes = limbs_bytes(context.ring().degree(), &primes);
    reader.expect_left((header.parts - usize::from(header.seeded)) * bytes)?;
    let ring = context.ring_at(header.level)?;
    let mut parts = Vec::with_capacity(header.parts);
    for i in 0..header.parts {
        parts.push(match &seed {
            Some(seed) if i == 1 => Ring::uniform(ring, seed),
            _ => read_element(reader, ring)?,
        });
    }
    Ok(Ciphertext { parts, level: header.level, scale, estimate, seed })
}

fn unsaveable(problem: String) -> SerialError {
    SerialError::Unsaveable { what: "the ciphertext", problem }
}
