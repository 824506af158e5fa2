//! Ciphertexts of CKKS: scale, message, noise, error of approximation.

use super::unsaveable;
use crate::{
    ckks::{Estimate, Parameters, Scale},
    noise::Embeddings,
    serial::{
        SerialError,
        ciphertext_fields::{CiphertextHeader, SavedCiphertextFields},
        fields::{Reader, Writer},
        limits::{MAX_SCALE_EXPONENT, MAX_SCALE_FACTORS},
        noise::{self, NOISE_BYTES},
    },
};

/// The power of 2 of the scale and the number of its odd primes; the three estimates.
const KNOWN_BYTES: usize = 8 + 4 + 3 * NOISE_BYTES;

/// An odd prime of the scale, and its exponent.
const FACTOR_BYTES: usize = 8 + 8;

impl SavedCiphertextFields for Parameters {
    fn fields_bytes(&self, scale: &Scale) -> usize {
        CiphertextHeader::LEVELLED_BYTES + KNOWN_BYTES + FACTOR_BYTES * scale.factors().len()
    }

    fn check_known(scale: &Scale, estimate: &Estimate) -> Result<(), SerialError> {
        let Estimate { message, noise, approximation } = estimate;
        [message, noise, approximation].into_iter().try_for_each(noise::check)?;
        check_scale(scale.log2_factor(), scale.factors()).map_err(unsaveable)
    }

    fn write_known(&self, scale: &Scale, estimate: &Estimate, writer: &mut Writer) {
        writer.i64(scale.log2_factor());
        // Few: measured.
        writer.u32(scale.factors().len() as u32);
        for &(prime, exponent) in scale.factors() {
            writer.u64(prime);
            writer.i64(exponent);
        }
        let Estimate { message, noise, approximation } = estimate;
        [message, noise, approximation].into_iter().for_each(|part| noise::write(part, writer));
    }

    fn read_known(
        &self,
        reader: &mut Reader<'_>,
        embeddings: Embeddings,
    ) -> Result<(Scale, Estimate), SerialError> {
        let scale = read_scale(reader)?;
        let mut part = || noise::read(reader, embeddings);
        let (message, noise, approximation) = (part()?, part()?, part()?);
        Ok((scale, Estimate { message, noise, approximation }))
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
