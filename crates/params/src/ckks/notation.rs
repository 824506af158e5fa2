//! Chains as other libraries write them.

use ringassay_kernels::{MAX_BITS, NARROW_BITS};
use ringassay_ring::{index::Index, primes};

use crate::{Error, request::refused};

/// Whose rules apply to what the notation leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Library {
    /// `CoeffModulus::Create(N, {…})`: the last prime is the special one, digits have one prime, primes are the
    /// largest of their size.
    Seal,
    /// `LogQ`, `LogP`, `LogDefaultScale`: digits have as many primes as P, primes lie on both sides of their
    /// size.
    Lattigo,
}

/// A prime, or the size of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PrimeSize {
    /// Its bits.
    Bits(u32),
    /// The prime itself.
    Value(u64),
}

impl PrimeSize {
    /// What is larger than any size is the prime itself.
    pub fn new(given: u64) -> Self {
        match u32::try_from(given) {
            Ok(bits) if bits <= MAX_GIVEN_BITS => Self::Bits(bits),
            _ => Self::Value(given),
        }
    }

    /// log2 of it.
    pub fn log2(self) -> f64 {
        match self {
            Self::Bits(bits) => f64::from(bits),
            Self::Value(q) => (q as f64).log2(),
        }
    }
}

/// Numbers up to here are sizes.
const MAX_GIVEN_BITS: u32 = 64;

/// A modulus chain that is to be judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    /// Whose rules apply.
    pub library: Library,
    /// N.
    pub degree: usize,
    /// The primes of ciphertext moduli, that of level 0 first.
    pub primes: Vec<PrimeSize>,
    /// The primes of P; none: no key switching.
    pub special: Vec<PrimeSize>,
    /// log2 of the scale of fresh ciphertexts.
    pub log2_scale: u32,
    /// The weight of secrets; `None`: uniform ternary ones.
    pub hamming_weight: Option<usize>,
}

/// The most primes of a chain.
const MAX_PRIMES: usize = 128;

impl Chain {
    /// SEAL: all primes, the special one last. One alone is that of ciphertexts.
    ///
    /// # Errors
    /// When N is no power of two from 2^10 to 2^17, or there are no primes or too many.
    pub fn seal(degree: usize, all: &[u64], log2_scale: u32) -> Result<Self, Error> {
        let cut = if all.len() > 1 { all.len() - 1 } else { all.len() };
        Self::new(Library::Seal, degree, &all[..cut], &all[cut..], log2_scale)
    }

    /// Lattigo: `LogQ` and `LogP`.
    ///
    /// # Errors
    /// As [`Chain::seal`].
    pub fn lattigo(degree: usize, q: &[u64], p: &[u64], log2_scale: u32) -> Result<Self, Error> {
        Self::new(Library::Lattigo, degree, q, p, log2_scale)
    }

    fn new(
        library: Library,
        degree: usize,
        primes: &[u64],
        special: &[u64],
        log2_scale: u32,
    ) -> Result<Self, Error> {
        if !degree.is_power_of_two() || !(1 << 10..=1 << 17).contains(&degree) {
            return Err(refused(format!("N is a power of two from 1024 to 131072, not {degree}")));
        }
        if primes.is_empty() || primes.len() + special.len() > MAX_PRIMES {
            return Err(refused(format!(
                "a chain has 1 to {MAX_PRIMES} primes, not {}",
                primes.len() + special.len()
            )));
        }
        if !(1..=100).contains(&log2_scale) {
            return Err(refused(format!(
                "a scale lies between 2^1 and 2^100, not at 2^{log2_scale}: --scale is its log2"
            )));
        }
        let sizes = |given: &[u64]| given.iter().copied().map(PrimeSize::new).collect();
        Ok(Self {
            library,
            degree,
            primes: sizes(primes),
            special: sizes(special),
            log2_scale,
            hamming_weight: None,
        })
    }

    /// How many primes make a digit of key switching.
    pub fn digit_limbs(&self) -> usize {
        match self.library {
            Library::Seal => 1,
            Library::Lattigo => self.special.len().max(1),
        }
    }

    /// log2 of the modulus of ciphertexts.
    pub fn log2_q(&self) -> f64 {
        self.primes.iter().map(|q| q.log2()).sum()
    }

    /// log2 of P.
    pub fn log2_p(&self) -> f64 {
        self.special.iter().map(|q| q.log2()).sum()
    }

    /// log2 of the largest digit of key switching.
    pub fn log2_digit(&self) -> f64 {
        let digits = self.primes.chunks(self.digit_limbs());
        digits.map(|digit| digit.iter().map(|q| q.log2()).sum()).fold(0.0, f64::max)
    }

    /// The level above which there is none: products that can follow one another.
    pub fn top(&self) -> usize {
        self.primes.len() - 1
    }

    /// The primes themselves, those of P last, the sizes replaced as the library would.
    ///
    /// # Errors
    /// With what is missing: the size of which there are too few primes.
    pub(super) fn all_primes(&self) -> Result<Vec<u64>, Error> {
        let index = Index::new(2 * self.degree as u64).map_err(ringassay_scheme::Error::from)?;
        let given = self.primes.iter().chain(&self.special);
        let mut used: Vec<u64> = given
            .clone()
            .filter_map(|q| if let PrimeSize::Value(q) = q { Some(*q) } else { None })
            .collect();
        given
            .map(|size| match *size {
                PrimeSize::Value(q) => Ok(q),
                PrimeSize::Bits(bits) => {
                    let q = self.next(&index, bits, &used)?;
                    used.push(q);
                    Ok(q)
                }
            })
            .collect()
    }

    /// SEAL: the largest below 2^bits. Lattigo: the nearest to 2^bits, but none with a bit more than our vector
    /// kernels compute with: every operation would take three times as long.
    fn next(&self, index: &Index, bits: u32, used: &[u64]) -> Result<u64, Error> {
        let below = primes::search(index, bits, 1, used).map_err(ringassay_scheme::Error::from)?;
        let below = below.first().copied();
        let above = match self.library {
            Library::Seal => None,
            Library::Lattigo if bits == NARROW_BITS => None,
            Library::Lattigo => above(index.m(), bits, used),
        };
        let distance = |q: u64| q.abs_diff(1_u64 << bits);
        let nearest = below.into_iter().chain(above).min_by_key(|&q| distance(q));
        nearest.ok_or_else(|| refused(format!("there are no more primes of {bits} bits")))
    }
}

/// The smallest unused prime above 2^bits, if it is near.
fn above(m: u64, bits: u32, used: &[u64]) -> Option<u64> {
    if bits + 1 >= MAX_BITS {
        return None;
    }
    let start = 1_u64 << bits;
    let first = start.div_ceil(m) * m + 1;
    let near = start + start / 16;
    (first..near).step_by(m as usize).find(|q| primes::is_prime(*q) && !used.contains(q))
}
