//! Evaluation keys: a seed and the b of each digit for every hint.

use std::collections::BTreeMap;

use ringassay_ring::{RnsRing, sample::Seed};

use super::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    object::{Body, Public, lies_in},
    residues::{element_bytes, read_element, write_element},
};
use crate::{
    Error,
    bgv::{Context, EvaluationKeys, Hint},
};

/// Whether there is a hint for products, how many there are for automorphisms.
const FIELDS_BYTES: usize = 1 + 4;

impl Public for EvaluationKeys<RnsRing> {}

impl Body for EvaluationKeys<RnsRing> {
    const KIND: Kind = Kind::EvaluationKeys;

    fn measure(&self, context: &Context<RnsRing>) -> Result<Sizes, SerialError> {
        let (ring, digits) = (context.ring(), context.parameters().digits().len());
        let mut sizes = Sizes::of_fields(FIELDS_BYTES + 4 * self.automorphisms.len());
        for hint in self.hints() {
            lies_in(hint.b.ring(), ring, "the evaluation keys")?;
            if hint.b.digits() != digits {
                return Err(Error::OtherParameters { what: "the evaluation keys" }.into());
            }
            sizes = sizes
                .with_seed(ring, digits)
                .with_elements(ring, digits)
                .in_memory(hint.a.bytes() + hint.b.bytes());
        }
        Ok(sizes)
    }

    fn write(&self, _: &Context<RnsRing>, writer: &mut Writer) -> Result<(), SerialError> {
        writer.u8(u8::from(self.relinearisation.is_some()));
        // Exponents are numbers of 32 bits, so there are no more of them.
        writer.u32(self.automorphisms.len() as u32);
        self.automorphisms.keys().for_each(|&k| writer.u32(k));
        for hint in self.hints() {
            writer.put(hint.seed.expose());
            for digit in 0..hint.b.digits() {
                write_element(writer, &hint.b.element(digit).map_err(Error::from)?);
            }
        }
        Ok(())
    }

    fn read(context: &Context<RnsRing>, reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let products = match reader.u8()? {
            0 => false,
            1 => true,
            other => return Err(reader.wrong(format!("the flag of the hint is {other}"))),
        };
        let count = reader.u32()? as usize;
        let digits = context.parameters().digits().len();
        let hint_bytes = Seed::BYTES + digits * element_bytes(context.ring());
        let bytes = (count + usize::from(products)).saturating_mul(hint_bytes);
        reader.expect_left(bytes.saturating_add(4 * count))?;
        let index = &context.parameters().index;
        let mut exponents: Vec<u32> = Vec::with_capacity(count);
        for _ in 0..count {
            let k = reader.u32()?;
            if exponents.last().is_some_and(|&last| last >= k) {
                return Err(reader.wrong("its exponents are not in ascending order"));
            }
            if !index.is_unit(u64::from(k)) {
                return Err(reader.wrong(format!("ζ ↦ ζ^{k} is no automorphism")));
            }
            exponents.push(k);
        }
        let relinearisation = products.then(|| read_hint(context, reader)).transpose()?;
        let automorphisms = exponents
            .into_iter()
            .map(|k| Ok((k, read_hint(context, reader)?)))
            .collect::<Result<BTreeMap<_, _>, SerialError>>()?;
        Ok(Self { relinearisation, automorphisms })
    }
}

impl EvaluationKeys<RnsRing> {
    /// The hint for products, then those for automorphisms by ascending exponents.
    fn hints(&self) -> impl Iterator<Item = &Hint<RnsRing>> {
        self.relinearisation.iter().chain(self.automorphisms.values())
    }
}

fn read_hint(
    context: &Context<RnsRing>,
    reader: &mut Reader<'_>,
) -> Result<Hint<RnsRing>, SerialError> {
    let seed = reader.seed()?;
    let digits = 0..context.parameters().digits().len();
    let b = digits.map(|_| read_element(reader, context.ring())).collect::<Result<Vec<_>, _>>()?;
    Ok(context.hint_of_seed(&b, seed)?)
}
