//! Ciphertexts of CKKS.

use ringassay_ring::RnsRing;

use super::{SavedCiphertext, check_parts, refuse_transparent};
use crate::serial::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    limits::{MAX_SCALE_EXPONENT, MAX_SCALE_FACTORS},
    noise::{self, NOISE_BYTES},
    object::{Body, Public, lies_in, load},
    residues::{element_bytes, read_element, write_element},
    sizes::memory_bytes,
};
use crate::{
    Ring,
    ckks::{Ciphertext, Context, Estimate, Scale},
};

/// Level, number of parts, whether part 1 is a seed; the power of 2 of the scale and the number of its odd
/// primes; message, noise, error of approximation.
const FIELDS_BYTES: usize = 4 + 1 + 1 + 8 + 4 + 3 * NOISE_BYTES;

/// An odd prime of the scale, and its exponent.
const FACTOR_BYTES: usize = 8 + 8;

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
        let unsaveable = |problem| SerialError::Unsaveable { what: "the ciphertext", problem };
        check_parts(self.parts.len(), self.seed.is_some()).map_err(unsaveable)?;
        let Estimate { message, noise, approximation } = &self.estimate;
        [message, noise, approximation].into_iter().try_for_each(noise::check)?;
        let factors = self.scale.factors();
        check_scale(self.scale.log2_factor(), factors).map_err(unsaveable)?;
        let seeded = usize::from(self.seed.is_some());
        let sizes = Sizes::of_fields(FIELDS_BYTES + FACTOR_BYTES * factors.len())
            .with_elements(ring, self.parts.len() - seeded)
            .in_memory(self.parts.len() * memory_bytes(ring));
        Ok(if self.seed.is_some() { sizes.with_seed(ring, 1) } else { sizes })
    }

    fn write(&self, _: &Context<RnsRing>, writer: &mut Writer) -> Result<(), SerialError> {
        // There are few levels, parts and factors: measured.
        writer.u32(self.level as u32);
        writer.u8(self.parts.len() as u8);
        writer.u8(u8::from(self.seed.is_some()));
        writer.i64(self.scale.log2_factor());
        writer.u32(self.scale.factors().len() as u32);
        for &(prime, exponent) in self.scale.factors() {
            writer.u64(prime);
            writer.i64(exponent);
        }
        let Estimate { message, noise, approximation } = &self.estimate;
        [message, noise, approximation].into_iter().for_each(|part| noise::write(part, writer));
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

/// Why there is no such scale.
fn check_scale(log2: i64, factors: &[(u64, i64)]) -> Result<(), String> {
    if factors.len() > MAX_SCALE_FACTORS {
        return Err(format!(
            "its scale has {} primes, not up to {MAX_SCALE_FACTORS}",
            factors.len()
        ));
    }
    let exponents = factors.iter().map(|&(_, exponent)| exponent).chain([log2]);
    match exponents.map(i64::unsigned_abs).max() {
        Some(exponent) if exponent > MAX_SCALE_EXPONENT => {
            Err(format!("its scale has the exponent {exponent}, not up to {MAX_SCALE_EXPONENT}"))
        }
        _ => Ok(()),
    }
}

fn read_scale(reader: &mut Reader<'_>) -> Result<Scale, SerialError> {
    let (log2, count) = (reader.i64()?, reader.u32()? as usize);
    if count > MAX_SCALE_FACTORS {
        let what = "the number of primes of a scale";
        let (found, limit) = (count as u64, MAX_SCALE_FACTORS as u64);
        return Err(SerialError::Limit { what, found, limit });
    }
    let mut factors = Vec::with_capacity(count);
    for _ in 0..count {
        factors.push((reader.u64()?, reader.i64()?));
    }
    check_scale(log2, &factors).map_err(|problem| reader.wrong(problem))?;
    let wrong =
        || reader.wrong("the primes of its scale are not odd, ascending and of exponents but 0");
    Scale::from_factors(log2, factors).ok_or_else(wrong)
}

fn read(
    context: &Context<RnsRing>,
    reader: &mut Reader<'_>,
) -> Result<Ciphertext<RnsRing>, SerialError> {
    let level = reader.u32()? as usize;
    let top = context.parameters().top();
    if level > top {
        return Err(reader.wrong(format!("level {level} of a chain that begins at {top}")));
    }
    let parts = usize::from(reader.u8()?);
    let seeded = reader.flag("the seed")?;
    check_parts(parts, seeded).map_err(|problem| reader.wrong(problem))?;
    let scale = read_scale(reader)?;
    let (message, noise) = (noise::read(reader)?, noise::read(reader)?);
    let estimate = Estimate { message, noise, approximation: noise::read(reader)? };
    let seed = if seeded { Some(reader.seed()?) } else { None };
    let ring = context.ring_at(level)?;
    reader.expect_left((parts - usize::from(seeded)) * element_bytes(ring))?;
    let mut elements = Vec::with_capacity(parts);
    for i in 0..parts {
        elements.push(match &seed {
            Some(seed) if i == 1 => Ring::uniform(ring, seed),
            _ => read_element(reader, ring)?,
        });
    }
    Ok(Ciphertext { parts: elements, level, scale, estimate, seed })
}
