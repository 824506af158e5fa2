//! Encrypted words of a few bits.

use ringassay_scheme::ring::LweRing;

use crate::{Bit, Context, Error};

/// The most bits of a word.
pub const MAX_WORD_BITS: u32 = 8;

/// An encrypted word m of p bits, and what is known of its error: the phase is m/2^(p+1) of a turn. So the upper half of
/// the circle is a *padding bit*: sums of words may carry into it, and a table lookup needs it to be 0 (see
/// [`Table`](crate::Table)).
#[derive(Debug, Clone)]
pub struct Word<R: LweRing> {
    pub(crate) sample: R::Sample,
    pub(crate) bits: u32,
    pub(crate) variance: f64,
    pub(crate) log2_failure: f64,
}

impl<R: LweRing> Word<R> {
    /// The bit as a word of one bit, exactly: an eighth of a turn more.
    ///
    /// # Errors
    /// Returns an error if the bit is one of another context.
    pub fn of_bit(context: &Context<R>, bit: &Bit<R>) -> Result<Self, Error> {
        let sample = R::combine(&[(1, &bit.sample)], context.turns(1, 3))?;
        Ok(Self { sample, bits: 1, variance: bit.variance, log2_failure: bit.log2_failure })
    }

    /// A word of one bit as a bit, on which gates act.
    ///
    /// # Errors
    /// Returns an error if the word has more bits, or is one of another context.
    pub fn to_bit(&self, context: &Context<R>) -> Result<Bit<R>, Error> {
        check_bits(self.bits, 1)?;
        let sample = R::combine(&[(1, &self.sample)], context.turns(-1, 3))?;
        Ok(Bit::new(sample, self.variance, self.log2_failure))
    }

    /// p.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The sample.
    pub fn sample(&self) -> &R::Sample {
        &self.sample
    }

    /// The variance of the error, as a fraction of a turn squared.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// log2 of the probability that the lookup was wrong that made this word, its operands being right; -∞ for a fresh one.
    pub fn log2_failure(&self) -> f64 {
        self.log2_failure
    }

    /// Σ c_i·x_i + `constant` of words of one length p, without a lookup. It is a word again if it lies from 0 to
    /// 2^p - 1; what lies in 2^p … 2^(p+1) - 1 has the padding bit set. log2_failure is that of the least certain one, and
    /// variances add up.
    ///
    /// # Errors
    /// Returns an error if there are no words, their lengths differ, Σ |c_i| exceeds 1024, or they are of other contexts.
    pub fn sum(context: &Context<R>, terms: &[(i64, &Self)], constant: i64) -> Result<Self, Error> {
        let bits = terms.first().map_or(0, |(_, word)| word.bits);
        terms.iter().try_for_each(|(_, word)| check_bits(word.bits, bits))?;
        let samples: Vec<_> = terms.iter().map(|&(c, word)| (c, &word.sample)).collect();
        let sample = R::combine(&samples, context.turns(constant, bits + 1))?;
        let variance = terms.iter().map(|&(c, word)| (c as f64).powi(2) * word.variance).sum();
        let failures = terms.iter().map(|(_, word)| word.log2_failure);
        let log2_failure = failures.fold(f64::NEG_INFINITY, f64::max);
        Ok(Self { sample, bits, variance, log2_failure })
    }
}

/// Fails unless a word has this many bits.
pub(crate) fn check_bits(given: u32, expected: u32) -> Result<(), Error> {
    if given == expected { Ok(()) } else { Err(Error::WordBits { given, expected }) }
}
