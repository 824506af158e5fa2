//! A challenge, its instances and their secrets.

use ringassay_ring::index::Index;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::{ChallengeError, Layout, beacon::Record, bound};

/// Names of files have two hexadecimal digits for the instance, and a byte of the beacon chooses one.
pub const MAX_INSTANCES: u32 = 256;
/// Messages have it as a number with a sign.
const MAX_ID: u32 = i32::MAX as u32;
const MAX_INDEX: u64 = 4096;
const MAX_MODULUS: u64 = 1 << 32;
const MAX_SAMPLES: usize = 1024;

/// The problem.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// b = a·s + e with real e, a Gaussian.
    Continuous {
        /// The scaled variance: g·e has variance `svar`·m̂²/2π in each place of the embedding.
        svar: f64,
        /// What ‖g·e‖²/m̂ does not exceed.
        bound: f64,
    },
    /// The same, with e rounded in the decoding basis.
    Discrete {
        /// That of the Gaussian that is rounded.
        svar: f64,
        /// What ‖g·e‖²/m̂ does not exceed.
        bound: i64,
    },
    /// b = ⌊(p/q)·a·s⌉ in the decoding basis.
    Rounding {
        /// The modulus of b.
        p: u64,
    },
}

/// The parameters that all instances of a challenge share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    /// The index of the ring.
    pub m: u64,
    /// The modulus; any from 2 to 2^32.
    pub q: u64,
    /// The problem.
    pub kind: Kind,
    /// Samples of each instance.
    pub samples: usize,
}

impl Parameters {
    /// Continuous ring-LWE with the bound that belongs to it.
    ///
    /// # Errors
    ///
    /// If a parameter is out of range.
    pub fn continuous(m: u64, q: u64, svar: f64, samples: usize) -> Result<Self, ChallengeError> {
        let bound = bound::continuous(&index(m)?, svar);
        Self { m, q, kind: Kind::Continuous { svar, bound }, samples }.checked()
    }

    /// Discrete ring-LWE with the bound that belongs to it.
    ///
    /// # Errors
    ///
    /// If a parameter is out of range.
    pub fn discrete(m: u64, q: u64, svar: f64, samples: usize) -> Result<Self, ChallengeError> {
        let bound = bound::discrete(&index(m)?, svar);
        Self { m, q, kind: Kind::Discrete { svar, bound }, samples }.checked()
    }

    /// Ring-LWR.
    ///
    /// # Errors
    ///
    /// If a parameter is out of range.
    pub fn rounding(m: u64, q: u64, p: u64, samples: usize) -> Result<Self, ChallengeError> {
        Self { m, q, kind: Kind::Rounding { p }, samples }.checked()
    }

    /// Itself, if every parameter is in range and the bound is the one that belongs to the others.
    ///
    /// # Errors
    ///
    /// Says which is not.
    pub fn checked(self) -> Result<Self, ChallengeError> {
        let refuse = |text: String| Err(ChallengeError::Parameters(text));
        let index = index(self.m)?;
        if !(2..=MAX_MODULUS).contains(&self.q) {
            return refuse(format!("the modulus q is from 2 to 2^32, not {}", self.q));
        }
        if !(1..=MAX_SAMPLES).contains(&self.samples) {
            return refuse(format!(
                "an instance has 1 to {MAX_SAMPLES} samples, not {}",
                self.samples
            ));
        }
        let (svar, stated, expected) = match self.kind {
            Kind::Rounding { p } => {
                if !(2..self.q).contains(&p) {
                    return refuse(format!("the modulus p is from 2 to q - 1, not {p}"));
                }
                return Ok(self);
            }
            Kind::Continuous { svar, bound } => (svar, bound, bound::continuous(&index, svar)),
            Kind::Discrete { svar, bound } => {
                (svar, bound as f64, bound::discrete(&index, svar) as f64)
            }
        };
        if !(svar > 0.0 && svar <= 1e6) {
            return refuse(format!("the scaled variance is above 0 and at most 10^6, not {svar}"));
        }
        // The published files round the last digits in another order of operations. No number fails, too.
        let is_near = (stated - expected).abs() <= 1e-9 * expected;
        if !is_near {
            return refuse(format!(
                "the bound is {stated}, but {expected} belongs to the parameters"
            ));
        }
        Ok(self)
    }

    /// Where coefficients of these elements stand.
    ///
    /// # Errors
    ///
    /// If the index is out of range.
    pub fn layout(&self) -> Result<Layout, ChallengeError> {
        Ok(Layout::new(&index(self.m)?))
    }
}

pub(crate) fn index(m: u64) -> Result<Index, ChallengeError> {
    if m > MAX_INDEX {
        let text = format!("the index is at most {MAX_INDEX}, not {m}");
        return Err(ChallengeError::Parameters(text));
    }
    Index::new(m).map_err(|error| ChallengeError::Parameters(error.to_string()))
}

/// A challenge without its instances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Challenge {
    /// Its number.
    pub id: u32,
    /// How many instances it has.
    pub instances: u32,
    /// The time of the beacon's record that chooses, in seconds since 1970.
    pub epoch: i64,
    /// Which of the record's 64 bytes chooses.
    pub offset: u32,
    /// The parameters of its instances.
    pub parameters: Parameters,
}

impl Challenge {
    /// Itself, if everything is in range.
    ///
    /// # Errors
    ///
    /// Says what is not.
    pub fn checked(self) -> Result<Self, ChallengeError> {
        let refuse = |text: String| Err(ChallengeError::Parameters(text));
        if self.id > MAX_ID {
            return refuse(format!(
                "the number of a challenge is at most 2^31 - 1, not {}",
                self.id
            ));
        }
        if !(1..=MAX_INSTANCES).contains(&self.instances) {
            return refuse(format!(
                "a challenge has 1 to {MAX_INSTANCES} instances, not {}",
                self.instances
            ));
        }
        if self.epoch < 0 || self.epoch % 60 != 0 {
            return refuse(format!("the beacon speaks every 60 s: {} is no such time", self.epoch));
        }
        if self.offset >= 64 {
            return refuse(format!("a record has bytes 0 to 63, not {}", self.offset));
        }
        self.parameters.checked()?;
        Ok(self)
    }

    /// The instance whose secret the beacon's record suppresses.
    ///
    /// # Errors
    ///
    /// If the record is of another time than the challenge names.
    pub fn suppressed(&self, record: &Record) -> Result<u32, ChallengeError> {
        if let Some(time) = record.time.filter(|&time| time != self.epoch) {
            return Err(ChallengeError::Opening(format!(
                "the record is of time {time}, and the challenge names the one of {}",
                self.epoch
            )));
        }
        Ok(u32::from(record.output[(self.offset % 64) as usize]) % self.instances.max(1))
    }
}

/// The right-hand side b.
#[derive(Debug, Clone, PartialEq)]
pub enum Right {
    /// Of continuous ring-LWE.
    Real(Vec<f64>),
    /// Of discrete ring-LWE modulo q, of ring-LWR modulo p.
    Integer(Vec<i64>),
}

/// (a, b), each by its coefficients in the decoding basis, in the order of [`Layout`].
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Uniform modulo q.
    pub a: Vec<i64>,
    /// What is published of a·s.
    pub b: Right,
}

/// An instance.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    /// The number of its challenge.
    pub challenge: u32,
    /// Its own number.
    pub instance: u32,
    /// The parameters, which each instance repeats.
    pub parameters: Parameters,
    /// Its samples.
    pub samples: Vec<Sample>,
}

/// The secret of an instance, erased when dropped.
#[derive(Clone, PartialEq)]
pub struct Secret {
    /// The number of its challenge.
    pub challenge: u32,
    /// The number of its instance.
    pub instance: u32,
    /// The index of the ring.
    pub m: u64,
    /// The modulus.
    pub q: u64,
    /// From which the secret and the samples follow.
    pub seed: [u8; 32],
    /// The secret: uniform modulo q.
    pub s: Vec<i64>,
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secret({}, {:02X}, ..)", self.challenge, self.instance)
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        self.seed.zeroize();
        self.s.zeroize();
    }
}

impl ZeroizeOnDrop for Secret {}
