//! Parameter sets.

use ringassay_ring::{
    index::Index,
    primes::{PrimeError, is_prime},
    sample::Distribution,
};

use super::{
    Fingerprint, Kind, SerialError,
    envelope::{begin, end, open},
    fields::{Reader, Writer},
    limits::{MAX_DIGIT_LIMBS, MAX_PRIMES},
};
use crate::{
    Error, Scheme,
    bgv::{Parameters, PlaintextModulus},
};

impl Parameters {
    /// The name of the set.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new(self)
    }

    /// The set as bytes.
    ///
    /// # Errors
    /// When there is no instance with these parameters, or they exceed the [limits](super::limits).
    pub fn save(&self) -> Result<Vec<u8>, SerialError> {
        check(self)?;
        let mut body = Writer::with_capacity(256);
        write(self, &mut body);
        let fingerprint = Fingerprint::of_body(body.bytes());
        let mut writer = begin(Scheme::Bgv, Kind::Parameters, &fingerprint, body.bytes().len())?;
        writer.put(body.bytes());
        Ok(std::mem::take(&mut *end(writer)))
    }

    /// The set that these bytes hold: an instance with it exists. Whether it is secure is not judged,
    /// nor whether the machine has the memory for its rings, which grow with n times the number of
    /// primes.
    ///
    /// # Errors
    /// As [`Saved::load`](super::Saved::load), and when there is no instance with these parameters.
    pub fn load(bytes: &[u8]) -> Result<Self, SerialError> {
        let (header, body) = open(bytes, Scheme::Bgv, Kind::Parameters)?;
        let mut reader = Reader::new(header.kind, body);
        if header.fingerprint != Fingerprint::of_body(body) {
            return Err(reader.wrong("the fingerprint is that of other parameters"));
        }
        let parameters = read(&mut reader)?;
        reader.finish()?;
        check(&parameters)?;
        Ok(parameters)
    }
}

/// Fails unless an instance exists and the limits are kept.
fn check(parameters: &Parameters) -> Result<(), SerialError> {
    let count = parameters.primes().count();
    if count > MAX_PRIMES {
        let (found, limit) = (count as u64, MAX_PRIMES as u64);
        return Err(SerialError::Limit { what: "the number of primes", found, limit });
    }
    let digit = parameters.digit_limbs as u64;
    if digit > MAX_DIGIT_LIMBS {
        let what = "the number of primes to a digit";
        return Err(SerialError::Limit { what, found: digit, limit: MAX_DIGIT_LIMBS });
    }
    let m = parameters.index.m();
    let mut seen: Vec<u64> = Vec::with_capacity(count);
    for q in parameters.primes() {
        if q >= 1 << ringassay_ring::primes::MAX_BITS {
            return Err(SerialError::Limit {
                what: "the size of a prime",
                found: q,
                limit: (1 << ringassay_ring::primes::MAX_BITS) - 1,
            });
        }
        if !is_prime(q) {
            return Err(Error::from(PrimeError::NotPrime { q }).into());
        }
        if q % m != 1 % m {
            return Err(Error::from(PrimeError::NoRoot { q, order: m }).into());
        }
        if seen.contains(&q) {
            return Err(Error::from(ringassay_ring::RingError::Repeated { q }).into());
        }
        seen.push(q);
    }
    Ok(parameters.check()?)
}

/// The fields in the order of docs/serialisation.md.
pub(super) fn write(parameters: &Parameters, writer: &mut Writer) {
    writer.u32(parameters.index.m() as u32);
    writer.u64(parameters.plaintext.prime);
    writer.u32(parameters.plaintext.exponent);
    for primes in [&parameters.large, &parameters.small, &parameters.special] {
        writer.u32(primes.len() as u32);
        primes.iter().for_each(|&q| writer.u64(q));
    }
    writer.u64(parameters.digit_limbs as u64);
    writer.f64(parameters.fresh_log2_q);
    write_distribution(parameters.secret, writer);
    writer.f64(parameters.sigma);
}

fn write_distribution(distribution: Distribution, writer: &mut Writer) {
    match distribution {
        Distribution::Ternary => writer.u8(0),
        Distribution::BiasedTernary { zeros, of } => {
            writer.u8(1);
            writer.u64(zeros);
            writer.u64(of);
        }
        Distribution::SparseTernary { weight } => {
            writer.u8(2);
            writer.u64(weight as u64);
        }
        Distribution::CenteredBinomial { eta } => {
            writer.u8(3);
            writer.u32(eta);
        }
        Distribution::DiscreteGaussian { sigma } => {
            writer.u8(4);
            writer.f64(sigma);
        }
        Distribution::Spherical { sigma } => {
            writer.u8(5);
            writer.f64(sigma);
        }
        Distribution::BoundedTernary => writer.u8(6),
    }
}

fn read(reader: &mut Reader<'_>) -> Result<Parameters, SerialError> {
    let index = Index::new(u64::from(reader.u32()?)).map_err(Error::from)?;
    let plaintext = PlaintextModulus { prime: reader.u64()?, exponent: reader.u32()? };
    let mut primes = || {
        let count = reader.u32()?;
        if count > MAX_PRIMES as u32 {
            let (found, limit) = (u64::from(count), MAX_PRIMES as u64);
            return Err(SerialError::Limit { what: "the number of primes", found, limit });
        }
        (0..count).map(|_| reader.u64()).collect::<Result<Vec<u64>, _>>()
    };
    let (large, small, special) = (primes()?, primes()?, primes()?);
    let digit_limbs = reader.u64()?;
    let parameters = Parameters {
        index,
        plaintext,
        large,
        small,
        special,
        digit_limbs: usize::try_from(digit_limbs).unwrap_or(usize::MAX),
        fresh_log2_q: reader.f64()?,
        secret: read_distribution(reader)?,
        sigma: reader.f64()?,
    };
    Ok(parameters)
}

fn read_distribution(reader: &mut Reader<'_>) -> Result<Distribution, SerialError> {
    Ok(match reader.u8()? {
        0 => Distribution::Ternary,
        1 => Distribution::BiasedTernary { zeros: reader.u64()?, of: reader.u64()? },
        2 => {
            let weight = reader.u64()?;
            Distribution::SparseTernary { weight: usize::try_from(weight).unwrap_or(usize::MAX) }
        }
        3 => Distribution::CenteredBinomial { eta: reader.u32()? },
        4 => Distribution::DiscreteGaussian { sigma: reader.f64()? },
        5 => Distribution::Spherical { sigma: reader.f64()? },
        6 => Distribution::BoundedTernary,
        number => return Err(reader.wrong(format!("there is no distribution number {number}"))),
    })
}
