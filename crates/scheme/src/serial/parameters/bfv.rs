//! Parameters of BFV.

use super::{
    SavedParameters, read_count, read_distribution, read_index, read_primes, write_distribution,
    write_index, write_primes,
};
use crate::{
    bfv::Parameters,
    serial::{
        SerialError,
        fields::{Reader, Writer},
    },
};

impl SavedParameters for Parameters {
    fn prime_groups(&self) -> Vec<Vec<u64>> {
        vec![[&self.primes[..], &self.special].concat(), self.auxiliary.clone()]
    }

    fn digit_limbs(&self) -> usize {
        self.digit_limbs
    }

    fn write(&self, writer: &mut Writer) {
        write_index(&self.index, writer);
        writer.u64(self.t);
        for primes in [&self.primes, &self.special, &self.auxiliary] {
            write_primes(primes, writer);
        }
        writer.u64(self.digit_limbs as u64);
        write_distribution(self.secret, writer);
        writer.f64(self.sigma);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let index = read_index(reader)?;
        let t = reader.u64()?;
        let [primes, special, auxiliary] =
            [read_primes(reader)?, read_primes(reader)?, read_primes(reader)?];
        let digit_limbs = read_count(reader)?;
        Ok(Self {
            index,
            t,
            primes,
            special,
            auxiliary,
            digit_limbs,
            secret: read_distribution(reader)?,
            sigma: reader.f64()?,
        })
    }
}
