//! Evaluation keys: a seed and the b of each digit for every key-switching key.

use std::collections::BTreeMap;

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
    hybrid::{Context, EvaluationKeys, KeySwitchingKey},
};

/// Whether there is a relinearisation key, how many there are for automorphisms.
const FIELDS_BYTES: usize = 1 + 4;

/// The relinearisation key, those for automorphisms by ascending exponents.
type Keys<'a> = (Option<&'a KeySwitchingKey<RnsRing>>, &'a BTreeMap<u32, KeySwitchingKey<RnsRing>>);

impl<P: SavedParameters> Public for EvaluationKeys<P, RnsRing> {}

impl<P: SavedParameters> Body for EvaluationKeys<P, RnsRing> {
    const KIND: Kind = Kind::EvaluationKeys;
    type Instance = Context<P, RnsRing>;

    fn measure(&self, context: &Self::Instance) -> Result<Sizes, SerialError> {
        measure(self.key_switching_keys(), context)
    }

    fn write(&self, _: &Self::Instance, writer: &mut Writer) -> Result<(), SerialError> {
        write(self.key_switching_keys(), writer)
    }

    fn read(context: &Self::Instance, reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let (products, automorphisms) = read(context, reader)?;
        Ok(Self::of_keys(products, automorphisms))
    }
}

fn all<'a>(
    (products, automorphisms): Keys<'a>,
) -> impl Iterator<Item = &'a KeySwitchingKey<RnsRing>> {
    products.into_iter().chain(automorphisms.values())
}

fn measure(switching_keys: Keys<'_>, context: &impl Instance) -> Result<Sizes, SerialError> {
    let (ring, digits) = (context.key_ring(), context.digits());
    let mut sizes = Sizes::of_fields(FIELDS_BYTES + 4 * switching_keys.1.len());
    for switching_key in all(switching_keys) {
        lies_in(switching_key.b.ring(), ring, "the evaluation keys")?;
        if switching_key.b.digits() != digits {
            return Err(Error::OtherParameters { what: "the evaluation keys" }.into());
        }
        sizes = sizes
            .with_seed(ring, digits)
            .with_elements(ring, digits)
            .in_memory(switching_key.a.bytes() + switching_key.b.bytes());
    }
    Ok(sizes)
}

fn write(switching_keys: Keys<'_>, writer: &mut Writer) -> Result<(), SerialError> {
    let (products, automorphisms) = switching_keys;
    writer.u8(u8::from(products.is_some()));
    // Exponents are numbers of 32 bits, so there are no more of them.
    writer.u32(automorphisms.len() as u32);
    automorphisms.keys().for_each(|&k| writer.u32(k));
    for switching_key in all(switching_keys) {
        writer.put(switching_key.seed.expose());
        for digit in 0..switching_key.b.digits() {
            write_element(writer, &switching_key.b.element(digit).map_err(Error::from)?);
        }
    }
    Ok(())
}

type OwnedKeys = (Option<KeySwitchingKey<RnsRing>>, BTreeMap<u32, KeySwitchingKey<RnsRing>>);

fn read(context: &impl Instance, reader: &mut Reader<'_>) -> Result<OwnedKeys, SerialError> {
    let products = reader.flag("the relinearisation key")?;
    let count = reader.u32()? as usize;
    let key_bytes = Seed::BYTES + context.digits() * element_bytes(context.key_ring());
    let bytes = (count + usize::from(products)).saturating_mul(key_bytes);
    reader.expect_left(bytes.saturating_add(4 * count))?;
    let mut exponents: Vec<u32> = Vec::with_capacity(count);
    for _ in 0..count {
        let k = reader.u32()?;
        if exponents.last().is_some_and(|&last| last >= k) {
            return Err(reader.wrong("its exponents are not in ascending order"));
        }
        if !context.index().is_unit(u64::from(k)) {
            return Err(reader.wrong(format!("ζ ↦ ζ^{k} is no automorphism")));
        }
        exponents.push(k);
    }
    let products = products.then(|| read_key(context, reader)).transpose()?;
    let automorphisms = exponents
        .into_iter()
        .map(|k| Ok((k, read_key(context, reader)?)))
        .collect::<Result<BTreeMap<_, _>, SerialError>>()?;
    Ok((products, automorphisms))
}

fn read_key(
    context: &impl Instance,
    reader: &mut Reader<'_>,
) -> Result<KeySwitchingKey<RnsRing>, SerialError> {
    let (seed, ring) = (reader.seed()?, context.key_ring());
    let b =
        (0..context.digits()).map(|_| read_element(reader, ring)).collect::<Result<Vec<_>, _>>()?;
    Ok(KeySwitchingKey::of_seed(ring, &b, seed)?)
}
