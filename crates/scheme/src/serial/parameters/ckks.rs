//! Parameters of CKKS.

use super::{
    SavedParameters, read_count, read_distribution, read_index, read_primes, within,
    write_distribution, write_index, write_primes,
};
use crate::{
    ckks::Parameters,
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
        writer.u32(self.levels.len() as u32);
        self.levels.iter().for_each(|primes| write_primes(primes, writer));
        write_primes(&self.special, writer);
        writer.u64(self.digit_limbs as u64);
        writer.u32(self.log2_scale);
        writer.u32(self.generator);
        write_distribution(self.secret, writer);
        writer.f64(self.sigma);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let index = read_index(reader)?;
        let count = reader.u32()?;
        within(count as usize)?;
        let levels = (0..count).map(|_| read_primes(reader)).collect::<Result<_, _>>()?;
        let special = read_primes(reader)?;
        let digit_limbs = read_count(reader)?;
        Ok(Self {
            index,
            levels,
            special,
            digit_limbs,
            log2_scale: reader.u32()?,
            generator: reader.u32()?,
            secret: read_distribution(reader)?,
            sigma: reader.f64()?,
        })
    }
}
