//! Ciphertexts of BGV: the noise.

use crate::{
    bgv::Parameters,
    noise::{Embeddings, Noise},
    serial::{
        SerialError,
        ciphertext_fields::{Header, SavedCiphertextFields},
        fields::{Reader, Writer},
        noise::{self, NOISE_BYTES},
    },
};

impl SavedCiphertextFields for Parameters {
    fn fields_bytes((): &()) -> usize {
        Header::LEVELLED_BYTES + NOISE_BYTES
    }

    fn check_known((): &(), noise: &Noise) -> Result<(), SerialError> {
        noise::check(noise)
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
