//! Ciphertexts of BFV: a form in place of the header, and the noise.

use crate::{
    bfv::Parameters,
    noise::{Embeddings, Noise},
    serial::{
        SerialError,
        ciphertext_fields::{CiphertextHeader, SavedCiphertextFields},
        fields::{Reader, Writer},
        noise::{self, NOISE_BYTES},
    },
};

/// How many components there are and whether component 1 is a seed, by form modulo their number; the quotient says
/// how many levels the ciphertext lies below fresh ones.
const FORMS: [(usize, bool); 3] = [(2, false), (2, true), (3, false)];

/// The bytes of a form.
const FORM_BYTES: usize = 1;

impl SavedCiphertextFields for Parameters {
    fn fields_bytes(&self, (): &()) -> usize {
        FORM_BYTES + NOISE_BYTES
    }

    fn check_known((): &(), noise: &Noise) -> Result<(), SerialError> {
        noise::check(noise)
    }

    fn write_header(
        CiphertextHeader { level, parts, seeded }: CiphertextHeader,
        levels: usize,
        writer: &mut Writer,
    ) {
        // What was checked has a form, and there are no more levels than primes.
        let form = FORMS.iter().position(|&form| form == (parts, seeded));
        let below = levels.saturating_sub(1 + level);
        writer.u8((FORMS.len() * below + form.unwrap_or_default()) as u8);
    }

    fn read_header(
        levels: usize,
        reader: &mut Reader<'_>,
    ) -> Result<CiphertextHeader, SerialError> {
        let form = reader.u8()?;
        let (below, place) = (usize::from(form) / FORMS.len(), usize::from(form) % FORMS.len());
        match (levels.checked_sub(1 + below), FORMS.get(place)) {
            (Some(level), Some(&(parts, seeded))) => Ok(CiphertextHeader { level, parts, seeded }),
            _ => Err(reader.wrong(format!("{form} as the form of a ciphertext"))),
        }
    }

    fn write_known(&self, (): &(), noise: &Noise, writer: &mut Writer) {
        noise::write(noise, writer);
    }

    fn read_known(
        &self,
        reader: &mut Reader<'_>,
        embeddings: Embeddings,
    ) -> Result<((), Noise), SerialError> {
        Ok(((), noise::read(reader, embeddings)?))
    }
}
