//! Ciphertexts of BGV: the factor of the message where there is one, and the noise.

use crate::{
    bgv::{MessageFactor, Parameters},
    noise::{Embeddings, Noise},
    serial::{
        SerialError,
        ciphertext_fields::{CiphertextHeader, SavedCiphertextFields},
        fields::{Reader, Writer},
        noise::{self, NOISE_BYTES},
    },
};

/// The factor modulo t, where changes of the modulus multiply messages.
const FACTOR_BYTES: usize = 8;

impl SavedCiphertextFields for Parameters {
    fn fields_bytes(&self, _: &MessageFactor) -> usize {
        let factor = if self.has_factors() { FACTOR_BYTES } else { 0 };
        CiphertextHeader::LEVELLED_BYTES + factor + NOISE_BYTES
    }

    fn check_known(_: &MessageFactor, noise: &Noise) -> Result<(), SerialError> {
        noise::check(noise)
    }

    fn write_known(&self, factor: &MessageFactor, noise: &Noise, writer: &mut Writer) {
        if self.has_factors() {
            writer.u64(factor.value());
        }
        noise::write(noise, writer);
    }

    fn read_known(
        &self,
        reader: &mut Reader<'_>,
        embeddings: Embeddings,
    ) -> Result<(MessageFactor, Noise), SerialError> {
        let factor = if self.has_factors() {
            let value = reader.u64()?;
            MessageFactor::new(value, self).ok_or_else(|| {
                reader.wrong(format!(
                    "the factor {value} of its message is no unit modulo the plaintext modulus {}",
                    self.t()
                ))
            })?
        } else {
            MessageFactor::ONE
        };
        Ok((factor, noise::read(reader, embeddings)?))
    }
}
