//! Public keys: a seed and b.

use ringassay_ring::RnsRing;

use super::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    object::{Body, Public, lies_in},
    residues::{element_bytes, read_element, write_element},
    sizes::memory_bytes,
};
use crate::{
    Ring,
    bgv::{Context, PublicKey},
};

impl Public for PublicKey<RnsRing> {}

impl Body for PublicKey<RnsRing> {
    const KIND: Kind = Kind::PublicKey;

    fn measure(&self, context: &Context<RnsRing>) -> Result<Sizes, SerialError> {
        let ring = &context.public_key_ring()?;
        lies_in(self.b.ring(), ring, "the public key")?;
        Ok(Sizes::of_fields(0)
            .with_seed(ring, 1)
            .with_elements(ring, 1)
            .in_memory(2 * memory_bytes(ring)))
    }

    fn write(&self, _: &Context<RnsRing>, writer: &mut Writer) -> Result<(), SerialError> {
        writer.put(self.seed.expose());
        write_element(writer, &self.b);
        Ok(())
    }

    fn read(context: &Context<RnsRing>, reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let ring = &context.public_key_ring()?;
        let seed = reader.seed()?;
        reader.expect_left(element_bytes(ring))?;
        let b = read_element(reader, ring)?;
        Ok(Self { a: Ring::uniform(ring, &seed), b, seed })
    }
}
