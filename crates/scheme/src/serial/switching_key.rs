//! Key-switching keys: a seed and the b of each digit.

use ringassay_ring::{RnsRing, sample::Seed};

use super::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    instance::Instance,
    object::{Body, Public, lies_in},
    parameters::SavedParameters,
    residues::{element_bytes, read_element, write_element},
};
use crate::{
    Error,
    hybrid::{Context, KeySwitchingKey, SwitchingKey},
};

impl<P: SavedParameters> Public for SwitchingKey<P, RnsRing> {}

impl<P: SavedParameters> Body for SwitchingKey<P, RnsRing> {
    const KIND: Kind = Kind::SwitchingKey;
    type Instance = Context<P, RnsRing>;

    fn measure(&self, context: &Self::Instance) -> Result<Sizes, SerialError> {
        measure_key(Sizes::of_fields(0), self.key(), context, "the switching key")
    }

    fn write(&self, _: &Self::Instance, writer: &mut Writer) -> Result<(), SerialError> {
        write_key(self.key(), writer)
    }

    fn read(context: &Self::Instance, reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        reader.expect_left(key_bytes(context))?;
        Ok(Self::of_key(read_key(context, reader)?))
    }
}

/// What a key-switching key takes when saved.
pub(super) fn key_bytes(context: &impl Instance) -> usize {
    Seed::BYTES + context.digits() * element_bytes(context.key_ring())
}

/// The sizes with those of one key more, which is checked.
pub(super) fn measure_key(
    sizes: Sizes,
    key: &KeySwitchingKey<RnsRing>,
    context: &impl Instance,
    what: &'static str,
) -> Result<Sizes, SerialError> {
    let (ring, digits) = (context.key_ring(), context.digits());
    lies_in(key.b.ring(), ring, what)?;
    if key.b.digits() != digits {
        return Err(Error::OtherParameters { what }.into());
    }
    let sizes = sizes.with_seed(ring, digits).with_elements(ring, digits);
    Ok(sizes.in_memory(key.a.bytes() + key.b.bytes()))
}

pub(super) fn write_key(
    key: &KeySwitchingKey<RnsRing>,
    writer: &mut Writer,
) -> Result<(), SerialError> {
    writer.put(key.seed.expose());
    for digit in 0..key.b.digits() {
        write_element(writer, &key.b.element(digit).map_err(Error::from)?);
    }
    Ok(())
}

pub(super) fn read_key(
    context: &impl Instance,
    reader: &mut Reader<'_>,
) -> Result<KeySwitchingKey<RnsRing>, SerialError> {
    let (seed, ring) = (reader.seed()?, context.key_ring());
    let b =
        (0..context.digits()).map(|_| read_element(reader, ring)).collect::<Result<Vec<_>, _>>()?;
    Ok(KeySwitchingKey::of_seed(ring, &b, seed)?)
}
