//! The fields of saved parameters and ciphertexts.

use ringassay::scheme::{
    noise::{Embeddings, Noise},
    serial::{
        SavedParameters, SerialError,
        format::{
            CiphertextHeader, Reader, SavedCiphertextFields, Writer, noise, read_index,
            read_primes, write_index, write_primes,
        },
    },
};

use super::Parameters;

impl SavedParameters for Parameters {
    fn prime_groups(&self) -> Vec<Vec<u64>> {
        vec![self.all_primes()]
    }

    fn digit_limbs(&self) -> usize {
        1
    }

    fn write(&self, writer: &mut Writer) {
        write_index(&self.index, writer);
        writer.u64(self.t);
        write_primes(&self.primes, writer);
        write_primes(&self.special, writer);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let (index, t) = (read_index(reader)?, reader.u64()?);
        Ok(Self { index, t, primes: read_primes(reader)?, special: read_primes(reader)? })
    }
}

impl SavedCiphertextFields for Parameters {
    fn fields_bytes(&self, (): &()) -> usize {
        CiphertextHeader::LEVELLED_BYTES + noise::NOISE_BYTES
    }

    fn check_known((): &(), estimate: &Noise) -> Result<(), SerialError> {
        noise::check(estimate)
    }

    fn write_known(&self, (): &(), estimate: &Noise, writer: &mut Writer) {
        noise::write(estimate, writer);
    }

    fn read_known(
        &self,
        reader: &mut Reader<'_>,
        embeddings: Embeddings,
    ) -> Result<((), Noise), SerialError> {
        Ok(((), noise::read(reader, embeddings)?))
    }
}
