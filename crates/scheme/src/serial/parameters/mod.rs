//! Parameter sets.

mod bfv;
mod bgv;
mod ckks;

use ringassay_ring::{
    index::Index,
    primes::{MAX_BITS, PrimeError, is_prime},
    sample::Distribution,
};

use super::{
    Fingerprint, Kind, SerialError,
    ciphertext_fields::SavedCiphertextFields,
    envelope::{begin, end, open},
    fields::{Reader, Writer},
    limits::{MAX_DIGIT_LIMBS, MAX_PRIMES},
};
use crate::{Error, hybrid::HybridScheme};

/// Parameters that can be saved, as fields in the order of docs/serialisation.md.
pub trait SavedParameters: HybridScheme + SavedCiphertextFields {
    /// Its primes, in groups of which none has more than [`MAX_PRIMES`](super::limits::MAX_PRIMES).
    fn prime_groups(&self) -> Vec<Vec<u64>>;

    /// The most primes to a digit of key switching.
    fn digit_limbs(&self) -> usize;

    /// The fields.
    fn write(&self, writer: &mut Writer);

    /// The parameters with these fields.
    ///
    /// # Errors
    /// Returns an error if the fields are of no parameters.
    fn read(reader: &mut Reader<'_>) -> Result<Self, SerialError>;

    /// The name of the set.
    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of_body(Self::SCHEME, body(self).bytes())
    }

    /// The set as bytes.
    ///
    /// # Errors
    /// When there is no instance with these parameters, or they exceed the [limits](super::limits).
    fn save(&self) -> Result<Vec<u8>, SerialError> {
        save(self)
    }

    /// The set that these bytes hold: an instance with it exists. Whether it is secure is not judged, nor
    /// whether the machine has the memory for its rings, which grow with n times the number of primes.
    ///
    /// # Errors
    /// As [`Saved::load`](super::Saved::load), and when there is no instance with these parameters.
    fn load(bytes: &[u8]) -> Result<Self, SerialError> {
        load(bytes)
    }
}

/// The functions of [`SavedParameters`], for whoever has no use for the trait.
macro_rules! saved_parameters {
    ($($scheme:ident),*) => {$(
        impl crate::$scheme::Parameters {
            /// [`SavedParameters::fingerprint`].
            pub fn fingerprint(&self) -> Fingerprint {
                SavedParameters::fingerprint(self)
            }

            /// [`SavedParameters::save`].
            ///
            /// # Errors
            /// As said there.
            pub fn save(&self) -> Result<Vec<u8>, SerialError> {
                SavedParameters::save(self)
            }

            /// [`SavedParameters::load`].
            ///
            /// # Errors
            /// As said there.
            pub fn load(bytes: &[u8]) -> Result<Self, SerialError> {
                SavedParameters::load(bytes)
            }
        }
    )*};
}

saved_parameters!(bgv, bfv, ckks);

fn body(parameters: &impl SavedParameters) -> Writer {
    let mut body = Writer::with_capacity(256);
    parameters.write(&mut body);
    body
}

fn save<P: SavedParameters>(parameters: &P) -> Result<Vec<u8>, SerialError> {
    check(parameters)?;
    let body = body(parameters);
    let fingerprint = Fingerprint::of_body(P::SCHEME, body.bytes());
    let mut writer = begin(P::SCHEME, Kind::Parameters, &fingerprint, body.bytes().len())?;
    writer.put(body.bytes());
    Ok(std::mem::take(&mut *end(writer)))
}

fn load<P: SavedParameters>(bytes: &[u8]) -> Result<P, SerialError> {
    let (header, body) = open(bytes, P::SCHEME, Kind::Parameters)?;
    let mut reader = Reader::new(header.kind, body);
    if header.fingerprint != Fingerprint::of_body(P::SCHEME, body) {
        return Err(reader.wrong("the fingerprint is that of other parameters"));
    }
    let parameters = P::read(&mut reader)?;
    reader.finish()?;
    check(&parameters)?;
    Ok(parameters)
}

/// Fails unless an instance exists and the limits are kept.
fn check(parameters: &impl SavedParameters) -> Result<(), SerialError> {
    let groups = parameters.prime_groups();
    for group in &groups {
        within(group.len())?;
    }
    let digit = parameters.digit_limbs() as u64;
    if digit > MAX_DIGIT_LIMBS {
        let what = "the number of primes to a digit";
        return Err(SerialError::Limit { what, found: digit, limit: MAX_DIGIT_LIMBS });
    }
    let m = parameters.shape().index.m();
    let mut seen: Vec<u64> = Vec::with_capacity(groups.len() * MAX_PRIMES);
    for q in groups.into_iter().flatten() {
        if q >= 1 << MAX_BITS {
            return Err(SerialError::Limit {
                what: "the size of a prime",
                found: q,
                limit: (1 << MAX_BITS) - 1,
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

/// Fails if there are more primes than a set has.
fn within(count: usize) -> Result<(), SerialError> {
    if count <= MAX_PRIMES {
        return Ok(());
    }
    let (found, limit) = (count as u64, MAX_PRIMES as u64);
    Err(SerialError::Limit { what: "the number of primes", found, limit })
}

/// A list of primes: their number, then each.
pub fn write_primes(primes: &[u64], writer: &mut Writer) {
    writer.u32(primes.len() as u32);
    primes.iter().for_each(|&q| writer.u64(q));
}

/// A list of primes, as [`write_primes`] writes it.
///
/// # Errors
/// Returns an error if there are too many.
pub fn read_primes(reader: &mut Reader<'_>) -> Result<Vec<u64>, SerialError> {
    let count = reader.u32()?;
    within(count as usize)?;
    (0..count).map(|_| reader.u64()).collect()
}

/// The highest bit of an index, which is below 2^20: of the conjugate-invariant ring.
const CONJUGATE_INVARIANT: u32 = 1 << 31;

/// An index.
pub fn write_index(index: &Index, writer: &mut Writer) {
    let m = index.m() as u32;
    writer.u32(if index.is_conjugate_invariant() { m | CONJUGATE_INVARIANT } else { m });
}

/// An index, as [`write_index`] writes it.
///
/// # Errors
/// Returns an error if it is none.
pub fn read_index(reader: &mut Reader<'_>) -> Result<Index, SerialError> {
    let word = reader.u32()?;
    let m = u64::from(word & !CONJUGATE_INVARIANT);
    let index = match word & CONJUGATE_INVARIANT {
        0 => Index::new(m),
        _ => Index::conjugate_invariant(m),
    };
    Ok(index.map_err(Error::from)?)
}

/// A number of primes: what exceeds a machine word is as good as all.
///
/// # Errors
/// Returns an error if the body ends before.
pub fn read_count(reader: &mut Reader<'_>) -> Result<usize, SerialError> {
    Ok(usize::try_from(reader.u64()?).unwrap_or(usize::MAX))
}

/// A distribution: its number, then what it has of parameters.
pub fn write_distribution(distribution: Distribution, writer: &mut Writer) {
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

/// A distribution, as [`write_distribution`] writes it.
///
/// # Errors
/// Returns an error if there is no such distribution.
pub fn read_distribution(reader: &mut Reader<'_>) -> Result<Distribution, SerialError> {
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
