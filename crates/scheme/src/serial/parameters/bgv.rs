//! Parameters of BGV.

use super::{
    SavedParameters, read_count, read_distribution, read_index, read_primes, write_distribution,
    write_index, write_primes,
};
use crate::{
    bgv::{Parameters, PlaintextModulus},
    serial::{
        SerialError,
        fields::{Reader, Writer},
    },
};

impl SavedParameters for Parameters {
    fn prime_groups(&self) -> Vec<Vec<u64>> {
        vec![self.primes().collect()]
    }

    fn digit_limbs(&self) -> usize {
        self.digit_limbs
    }

    fn write(&self, writer: &mut Writer) {
        write_index(&self.index, writer);
        writer.u64(self.plaintext.prime);
        writer.u32(self.plaintext.exponent);
        for primes in [&self.large, &self.small, &self.special] {
            write_primes(primes, writer);
        }
        writer.u64(self.digit_limbs as u64);
        writer.f64(self.fresh_log2_q);
        write_distribution(self.secret, writer);
        writer.f64(self.sigma);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let index = read_index(reader)?;
        let plaintext = PlaintextModulus { prime: reader.u64()?, exponent: reader.u32()? };
        let [large, small, special] =
            [read_primes(reader)?, read_primes(reader)?, read_primes(reader)?];
        let digit_limbs = read_count(reader)?;
        Ok(Self {
            index,
            plaintext,
            large,
            small,
            special,
            digit_limbs,
            fresh_log2_q: reader.f64()?,
            secret: read_distribution(reader)?,
            sigma: reader.f64()?,
        })
    }
}
