//! Evaluation keys: a seed and the b of each digit for every key-switching key.

use std::collections::BTreeMap;

use ringassay_ring::RnsRing;

use super::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    instance::Instance,
    object::{Body, Public},
    parameters::SavedParameters,
    switching_key::{key_bytes, measure_key, read_key, write_key},
};
use crate::hybrid::{Context, EvaluationKeys, KeySwitchingKey};

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
    let mut sizes = Sizes::of_fields(FIELDS_BYTES + 4 * switching_keys.1.len());
    for switching_key in all(switching_keys) {
        sizes = measure_key(sizes, switching_key, context, "the evaluation keys")?;
    }
    Ok(sizes)
}

fn write(switching_keys: Keys<'_>, writer: &mut Writer) -> Result<(), SerialError> {
    let (products, automorphisms) = switching_keys;
    writer.u8(u8::from(products.is_some()));
    // Exponents are numbers of 32 bits, so there are no more of them.
    writer.u32(automorphisms.len() as u32);
    automorphisms.keys().for_each(|&k| writer.u32(k));
    all(switching_keys).try_for_each(|switching_key| write_key(switching_key, writer))
}

type OwnedKeys = (Option<KeySwitchingKey<RnsRing>>, BTreeMap<u32, KeySwitchingKey<RnsRing>>);

fn read(context: &impl Instance, reader: &mut Reader<'_>) -> Result<OwnedKeys, SerialError> {
    let products = reader.flag("the relinearisation key")?;
    let count = reader.u32()? as usize;
    let bytes = (count + usize::from(products)).saturating_mul(key_bytes(context));
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
