//! Parameters of BFV.

use ringassay_ring::index::Index;

use super::{Fields, read_distribution, read_primes, write_distribution, write_primes};
use crate::{
    Error, Scheme,
    bfv::Parameters,
    serial::{
        SerialError,
        fields::{Reader, Writer},
    },
};

impl Fields for Parameters {
    const SCHEME: Scheme = Scheme::Bfv;

    fn index(&self) -> &Index {
        &self.index
    }

    fn primes(&self) -> Vec<Vec<u64>> {
        vec![[&self.primes[..], &self.special].concat(), self.auxiliary.clone()]
    }

    fn digit_limbs(&self) -> usize {
        self.digit_limbs
    }

    fn check(&self) -> Result<(), Error> {
        self.check()
    }

    fn write(&self, writer: &mut Writer) {
        writer.u32(self.index.m() as u32);
        writer.u64(self.t);
        for primes in [&self.primes, &self.special, &self.auxiliary] {
            write_primes(primes, writer);
        }
        writer.u64(self.digit_limbs as u64);
        write_distribution(self.secret, writer);
        writer.f64(self.sigma);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let index = Index::new(u64::from(reader.u32()?)).map_err(Error::from)?;
        let t = reader.u64()?;
        let [primes, special, auxiliary] =
            [read_primes(reader)?, read_primes(reader)?, read_primes(reader)?];
        let digit_limbs = reader.u64()?;
        Ok(Self {
            index,
            t,
            primes,
            special,
            auxiliary,
            digit_limbs: usize::try_from(digit_limbs).unwrap_or(usize::MAX),
            secret: read_distribution(reader)?,
            sigma: reader.f64()?,
        })
    }
}
