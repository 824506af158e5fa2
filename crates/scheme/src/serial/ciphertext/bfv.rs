//! Ciphertexts of BFV: two parts modulo Q.

use ringassay_ring::RnsRing;

use super::refuse_transparent;
use crate::serial::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    noise::{self, NOISE_BYTES},
    object::{Body, Public, lies_in, load},
    residues::{element_bytes, read_element, write_element},
    sizes::memory_bytes,
};
use crate::{
    Ring,
    bfv::{Ciphertext, Context},
};

/// Whether part 1 is a seed.
const FIELDS_BYTES: usize = 1 + NOISE_BYTES;

impl Ciphertext<RnsRing> {
    /// As [`Saved::load`](crate::serial::Saved::load), but accepts a transparent ciphertext, whose c_1 is
    /// 0: x - x is one, and no fault. A server that is given ciphertexts to compute with refuses them.
    ///
    /// # Errors
    /// As [`Saved::load`](crate::serial::Saved::load).
    pub fn load_even_transparent(
        context: &Context<RnsRing>,
        bytes: &[u8],
    ) -> Result<Self, SerialError> {
        load(context, bytes, read)
    }
}

impl Public for Ciphertext<RnsRing> {}

impl Body for Ciphertext<RnsRing> {
    const KIND: Kind = Kind::Ciphertext;
    type Instance = Context<RnsRing>;

    fn measure(&self, context: &Context<RnsRing>) -> Result<Sizes, SerialError> {
        let ring = context.ciphertext_ring();
        for part in &self.parts {
            lies_in(part.ring(), ring, "the ciphertext")?;
        }
        noise::check(&self.noise)?;
        let sizes = Sizes::of_fields(FIELDS_BYTES).in_memory(2 * memory_bytes(ring));
        Ok(match self.seed {
            Some(_) => sizes.with_elements(ring, 1).with_seed(ring, 1),
            None => sizes.with_elements(ring, 2),
        })
    }

    fn write(&self, _: &Context<RnsRing>, writer: &mut Writer) -> Result<(), SerialError> {
        writer.u8(u8::from(self.seed.is_some()));
        noise::write(&self.noise, writer);
        if let Some(seed) = &self.seed {
            writer.put(seed.expose());
        }
        write_element(writer, &self.parts[0]);
        if self.seed.is_none() {
            write_element(writer, &self.parts[1]);
        }
        Ok(())
    }

    fn read(context: &Context<RnsRing>, reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let ciphertext = read(context, reader)?;
        refuse_transparent(&ciphertext.parts)?;
        Ok(ciphertext)
    }
}

fn read(
    context: &Context<RnsRing>,
    reader: &mut Reader<'_>,
) -> Result<Ciphertext<RnsRing>, SerialError> {
    let seeded = reader.flag("the seed")?;
    let noise = noise::read(reader)?;
    let seed = if seeded { Some(reader.seed()?) } else { None };
    let ring = context.ciphertext_ring();
    reader.expect_left((2 - usize::from(seeded)) * element_bytes(ring))?;
    let first = read_element(reader, ring)?;
    let second = match &seed {
        Some(seed) => Ring::uniform(ring, seed),
        None => read_element(reader, ring)?,
    };
    Ok(Ciphertext { parts: [first, second], noise, seed })
}
