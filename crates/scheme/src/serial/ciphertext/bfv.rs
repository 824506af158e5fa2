//! Ciphertexts of BFV: two or three parts modulo Q.

use ringassay_ring::RnsRing;

use super::{SavedCiphertext, refuse_transparent};
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

/// How many parts there are, and whether part 1 is a seed.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Two = 0,
    Seeded = 1,
    Three = 2,
}

impl Form {
    fn of(parts: usize, seeded: bool) -> Option<Self> {
        match (parts, seeded) {
            (2, false) => Some(Self::Two),
            (2, true) => Some(Self::Seeded),
            (3, false) => Some(Self::Three),
            _ => None,
        }
    }

    fn parts(self) -> usize {
        if self == Self::Three { 3 } else { 2 }
    }
}

/// The form.
const FIELDS_BYTES: usize = 1 + NOISE_BYTES;

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
        let ring = context.ciphertext_ring();
        for part in &self.parts {
            lies_in(part.ring(), ring, "the ciphertext")?;
        }
        noise::check(&self.noise)?;
        let parts = self.parts.len();
        let form = Form::of(parts, self.seed.is_some()).ok_or_else(|| SerialError::Unsaveable {
            what: "the ciphertext",
            problem: format!("it has {parts} parts, not 2 or 3, or 2 where it has a seed"),
        })?;
        let sizes = Sizes::of_fields(FIELDS_BYTES).in_memory(parts * memory_bytes(ring));
        Ok(match form {
            Form::Seeded => sizes.with_elements(ring, 1).with_seed(ring, 1),
            _ => sizes.with_elements(ring, parts),
        })
    }

    fn write(&self, _: &Context<RnsRing>, writer: &mut Writer) -> Result<(), SerialError> {
        // Measured.
        let form = Form::of(self.parts.len(), self.seed.is_some()).unwrap_or(Form::Two);
        writer.u8(form as u8);
        noise::write(&self.noise, writer);
        if let Some(seed) = &self.seed {
            writer.put(seed.expose());
        }
        let sent = if form == Form::Seeded { &self.parts[..1] } else { &self.parts };
        sent.iter().for_each(|part| write_element(writer, part));
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
    let form = match reader.u8()? {
        0 => Form::Two,
        1 => Form::Seeded,
        2 => Form::Three,
        other => return Err(reader.wrong(format!("{other} as the form of a ciphertext"))),
    };
    let noise = noise::read(reader)?;
    let seed = if form == Form::Seeded { Some(reader.seed()?) } else { None };
    let ring = context.ciphertext_ring();
    let sent = form.parts() - usize::from(seed.is_some());
    reader.expect_left(sent * element_bytes(ring))?;
    let mut parts = Vec::with_capacity(form.parts());
    for _ in 0..sent {
        parts.push(read_element(reader, ring)?);
    }
    parts.extend(seed.iter().map(|seed| Ring::uniform(ring, seed)));
    Ok(Ciphertext { parts, noise, seed })
}
