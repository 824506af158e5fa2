//! Encrypted bits.

use ringassay_scheme::ring::LweRing;

use crate::{Context, Error};

/// An encrypted bit, and what is known of its error.
#[derive(Debug, Clone)]
pub struct Bit<R: LweRing> {
    pub(crate) sample: R::Sample,
    pub(crate) variance: f64,
    pub(crate) log2_failure: f64,
}

impl<R: LweRing> Bit<R> {
    /// The bit of a sample.
    pub(crate) fn new(sample: R::Sample, variance: f64, log2_failure: f64) -> Self {
        Self { sample, variance, log2_failure }
    }

    /// A constant: a sample that anybody can read, without an error.
    ///
    /// # Errors
    /// Returns an error if the context's modulus is out of range.
    pub fn constant(context: &Context<R>, bit: bool) -> Result<Self, Error> {
        let parameters = context.parameters();
        let dimension = parameters.rank * parameters.degree;
        let zero = context.ring().zero_sample(dimension, parameters.q)?;
        let sample = R::combine(&[(1, &zero)], context.turns(if bit { 1 } else { -1 }, 3))?;
        Ok(Self::new(sample, 0.0, f64::NEG_INFINITY))
    }

    /// The sample: its phase is q/8 for 1, -q/8 for 0, and an error.
    pub fn sample(&self) -> &R::Sample {
        &self.sample
    }

    /// The variance of the error, as a fraction of a turn squared.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// log2 of the probability that the gate was wrong that made this bit, its operands being right; -∞ for a fresh one.
    pub fn log2_failure(&self) -> f64 {
        self.log2_failure
    }
}
