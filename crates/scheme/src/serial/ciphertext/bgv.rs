//! Ciphertexts of BGV.

use ringassay_ring::RnsRing;

use super::{SavedCiphertext, check_parts, refuse_transparent};
use crate::serial::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    noise::{self, NOISE_BYTES},
    object::{Body, Public, lies_in, load},
    residues::{limbs_bytes, read_element, write_element},
    sizes::memory_bytes,
};
use crate::{
    Ring,
    bgv::{Ciphertext, Context},
};

/// Level, number of parts, whether part 1 is a seed.
const FIELDS_BYTES: usize = 4 + 1 + 1 + NOISE_BYTES;

impl SavedCiphertext for Ciphertext<RnsRing> {
    fn load_even_transparent(
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
        let ring = context.ring_at(self.level)?;
        for part in &self.parts {
            lies_in(part.ring(), ring, "the ciphertext")?;
        }
        check_parts(self.parts.len(), self.seed.is_some())
            .map_err(|problem| SerialError::Unsaveable { what: "the ciphertext", problem })?;
        noise::check(&self.noise)?;
        let seeded = usize::from(self.seed.is_some());
        let mut sizes = Sizes::of_fields(FIELDS_BYTES)
            .with_elements(ring, self.parts.len() - seeded)
            .in_memory(self.parts.len() * memory_bytes(ring));
        if self.seed.is_some() {
            sizes = sizes.with_seed(ring, 1);
        }
        Ok(sizes)
    }

    fn write(&self, _: &Context<RnsRing>, writer: &mut Writer) -> Result<(), SerialError> {
        // There are few levels and parts: measured.
        writer.u32(self.level as u32);
        writer.u8(self.parts.len() as u8);
        writer.u8(u8::from(self.seed.is_some()));
        noise::write(&self.noise, writer);
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
    let level = reader.u32()? as usize;
    let count = context.modulus_chain().levels().len();
    if level >= count {
        return Err(reader.wrong(format!("level {level} of a modulus chain of {count}")));
    }
    let parts = usize::from(reader.u8()?);
    let seeded = reader.flag("the seed")?;
    check_parts(parts, seeded).map_err(|problem| reader.wrong(problem))?;
    let noise = noise::read(reader)?;
    let seed = if seeded { Some(reader.seed()?) } else { None };
    let all = context.ring();
    let limbs = context.modulus_chain().levels()[level].limbs.iter();
    let bytes = limbs_bytes(all.degree(), limbs.map(|&limb| &all.moduli()[limb]));
    reader.expect_left((parts - usize::from(seeded)) * bytes)?;
    let ring = context.ring_at(level)?;
    let mut elements = Vec::with_capacity(parts);
    for i in 0..parts {
        elements.push(match &seed {
            Some(seed) if i == 1 => Ring::uniform(ring, seed),
            _ => read_element(reader, ring)?,
        });
    }
    Ok(Ciphertext { parts: elements, level, noise, seed })
}
