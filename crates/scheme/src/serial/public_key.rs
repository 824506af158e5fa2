//! Public keys: a seed and b.

use ringassay_ring::RnsRing;

use super::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    object::{Body, Public, lies_in},
    parameters::SavedParameters,
    residues::{element_bytes, read_element, write_element},
    sizes::memory_bytes,
};
use crate::{
    Ring,
    hybrid::{Context, PublicKey},
};

impl<P: SavedParameters> Public for PublicKey<P, RnsRing> {}

impl<P: SavedParameters> Body for PublicKey<P, RnsRing> {
    const KIND: Kind = Kind::PublicKey;
    type Instance = Context<P, RnsRing>;

    fn measure(&self, context: &Self::Instance) -> Result<Sizes, SerialError> {
        let ring = &context.public_key_ring()?;
        lies_in(self.b.ring(), ring, "the public key")?;
        let sizes = Sizes::of_fields(0).with_seed(ring, 1).with_elements(ring, 1);
        Ok(sizes.in_memory(2 * memory_bytes(ring)))
    }

    fn write(&self, _: &Self::Instance, writer: &mut Writer) -> Result<(), SerialError> {
        writer.put(self.seed.expose());
        write_element(writer, &self.b);
        Ok(())
    }

    fn read(context: &Self::Instance, reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let ring = &context.public_key_ring()?;
        let seed = reader.seed()?;
        reader.expect_left(element_bytes(ring))?;
        let b = read_element(reader, ring)?;
        Ok(Self::new(b, Ring::uniform(ring, &seed), seed))
    }
}
