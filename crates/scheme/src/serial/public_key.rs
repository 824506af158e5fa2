//! Public keys: a seed and b.

use ringassay_ring::RnsRing;

use super::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    object::{Body, Public, lies_in},
    residues::{element_bytes, read_element, write_element},
    sizes::memory_bytes,
};
use crate::{Ring, bfv, bgv, ckks};

/// Public keys of a scheme, in the ring that this makes of a context.
macro_rules! saved_public_key {
    ($scheme:ident, $ring:expr) => {
        impl Public for $scheme::PublicKey<RnsRing> {}

        impl Body for $scheme::PublicKey<RnsRing> {
            const KIND: Kind = Kind::PublicKey;
            type Instance = $scheme::Context<RnsRing>;

            fn measure(&self, context: &Self::Instance) -> Result<Sizes, SerialError> {
                let ring: &RnsRing = &$ring(context)?;
                lies_in(self.b.ring(), ring, "the public key")?;
                Ok(Sizes::of_fields(0)
                    .with_seed(ring, 1)
                    .with_elements(ring, 1)
                    .in_memory(2 * memory_bytes(ring)))
            }

            fn write(&self, _: &Self::Instance, writer: &mut Writer) -> Result<(), SerialError> {
                writer.put(self.seed.expose());
                write_element(writer, &self.b);
                Ok(())
            }

            fn read(
                context: &Self::Instance,
                reader: &mut Reader<'_>,
            ) -> Result<Self, SerialError> {
                let ring: &RnsRing = &$ring(context)?;
                let seed = reader.seed()?;
                reader.expect_left(element_bytes(ring))?;
                let b = read_element(reader, ring)?;
                Ok(Self { a: Ring::uniform(ring, &seed), b, seed })
            }
        }
    };
}

saved_public_key!(bgv, bgv::Context::public_key_ring);
saved_public_key!(bfv, |context: &bfv::Context<RnsRing>| {
    Ok::<_, SerialError>(context.ciphertext_ring().clone())
});
saved_public_key!(ckks, |context: &ckks::Context<RnsRing>| {
    Ok::<_, SerialError>(context.public_key_ring())
});
