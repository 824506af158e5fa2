//! Ciphertexts of BFV, which have one level: a form in place of the header, and the noise.

use crate::{
    bfv::Parameters,
    noise::{Embeddings, Noise},
    serial::{
        SerialError,
        ciphertext_fields::{Header, SavedCiphertextFields},
        fields::{Reader, Writer},
        noise::{self, NOISE_BYTES},
    },
};

/// How many components there are and whether component 1 is a seed, by form.
const FORMS: [(usize, bool); 3] = [(2, false), (2, true), (3, false)];

/// The bytes of a form.
const FORM_BYTES: usize = 1;

impl SavedCiphertextFields for Parameters {
    fn fields_bytes((): &()) -> usize {
        FORM_BYTES + NOISE_BYTES
    }

    fn check_known((): &(), noise: &Noise) -> Result<(), SerialError> {
        noise::check(noise)
    }

    fn write_header(Header { parts, seeded, .. }: Header, writer: &mut Writer) {
        // What was checked has a form.
        let form = FORMS.iter().position(|&form| form == (parts, seeded));
        writer.u8(form.unwrap_or_default() as u8);
    }

    fn read_header(_: usize, reader: &mut Reader<'_>) -> Result<Header, SerialError> {
        let form = reader.u8()?;
        match FORMS.get(usize::from(form)) {
            Some(&(parts, seeded)) => Ok(Header { level: 0, parts, seeded }),
            None => Err(reader.wrong(format!("{form} as the form of a ciphertext"))),
        }
    }

    fn write_known((): &(), noise: &Noise, writer: &mut Writer) {
        noise::write(noise, writer);
    }

    fn read_known(
        reader: &mut Reader<'_>,
        embeddings: Embeddings,
    ) -> Result<((), Noise), SerialError> {
        Ok(((), noise::read(reader, embeddings)?))
    }
}
