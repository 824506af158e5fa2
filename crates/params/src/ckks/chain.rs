//! From sizes to primes.

use std::ops::RangeInclusive;

use ringassay_ring::sample::Distribution;
use ringassay_scheme::ckks::{Parameters, RingType};

use crate::{
    Error,
    bgv::primes::PrimeSource,
    request::{SECRET, SIGMA},
};

/// A little below the largest size for which arithmetic is fast, so that several primes fit.
pub(super) const LARGEST: f64 = PrimeSource::MAX_BITS as f64 - 0.2;

/// log2 of the degrees that are considered.
pub(super) const fn degrees(ring: RingType) -> RangeInclusive<u32> {
    10..=ring.max_log2_degree()
}

/// log2 of the largest scale that is chosen.
pub const MAX_LOG2_SCALE: u32 = 96;

/// By how many bits P exceeds the largest digit at least, and if possible: σ·√(12·β) for β digits is some
/// 2^5, with which both sources of noise are of one size.
const LEAST_SURPLUS: f64 = 0.5;
const SURPLUS: f64 = 5.0;

/// Above it a level has two primes.
const MAX_LOG2_OF_ONE: u32 = PrimeSource::MAX_BITS - 1;

/// The sizes of an instance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sizes {
    pub(super) ring: RingType,
    pub(super) degree: usize,
    /// Levels above 0.
    pub(super) depth: usize,
    pub(super) log2_scale: u32,
    /// log2 of the modulus of level 0.
    pub(super) log2_last: f64,
    pub(super) digit_limbs: usize,
}

impl Sizes {
    /// The bits of level 0: a product of two numbers of the range has to fit, with its sign and noise.
    pub(super) fn last(log2_scale: u32, range: f64) -> f64 {
        (f64::from(log2_scale) + 2.0 * range.max(1.0).log2() + 2.0).ceil()
    }

    /// The primes of a level of so many bits.
    fn primes_of(log2: f64) -> usize {
        (log2 / LARGEST).ceil().max(1.0) as usize
    }

    /// The primes of level 0 and of each other level.
    pub(super) fn limbs(&self) -> (usize, usize) {
        let others = 1 + usize::from(self.log2_scale > MAX_LOG2_OF_ONE);
        (Self::primes_of(self.log2_last), others)
    }

    /// All primes of ciphertexts.
    pub(super) fn all_limbs(&self) -> usize {
        let (last, others) = self.limbs();
        last + self.depth * others
    }

    /// log2 of the largest digit of key switching.
    pub(super) fn log2_digit(&self) -> f64 {
        let (last, others) = self.limbs();
        let of = |limb: usize| {
            if limb < last {
                self.log2_last / last as f64
            } else {
                f64::from(self.log2_scale) / others as f64
            }
        };
        let limbs: Vec<f64> = (0..self.all_limbs()).map(of).collect();
        limbs.chunks(self.digit_limbs).map(|digit| digit.iter().sum()).fold(0.0, f64::max)
    }

    /// The special primes, and the size of each: so large that key switching adds less noise than the division by
    /// P rounds, where as many primes as the largest digit needs allow that.
    pub(super) fn special(&self) -> (usize, f64) {
        let log2_digit = self.log2_digit();
        let count = Self::primes_of(log2_digit + LEAST_SURPLUS);
        (count, ((log2_digit + SURPLUS) / count as f64).min(LARGEST))
    }

    /// About log2 of Q·P.
    pub(super) fn log2_qp(&self) -> f64 {
        let (special, size) = self.special();
        self.log2_last + self.depth as f64 * f64::from(self.log2_scale) + special as f64 * size
    }

    /// The work of a product: see [`work`].
    pub(super) fn work(&self) -> f64 {
        work(self.ring, self.degree, [self.all_limbs(), self.special().0, self.digit_limbs])
    }

    /// Parameters with primes near these sizes.
    ///
    /// # Errors
    /// When there are too few such primes.
    pub(super) fn parameters(&self) -> Result<Parameters, Error> {
        let index = self.ring.index(self.degree).map_err(ringassay_scheme::Error::from)?;
        let source = PrimeSource::new(&index, 1)?;
        let mut used = Vec::new();
        let ((last, others), (special, size)) = (self.limbs(), self.special());
        let mut level = |log2: f64, count: usize| {
            // Each prime makes up for what those before are off by.
            let mut primes = Vec::with_capacity(count);
            let mut rest = log2;
            for left in (1..=count).rev() {
                let q = source.take(rest / left as f64, &mut used)?;
                rest -= (q as f64).log2();
                primes.push(q);
            }
            Ok::<_, Error>(primes)
        };
        // The scale's primes first: they are to lie nearest to it.
        let above: Vec<_> = (0..self.depth)
            .map(|_| level(f64::from(self.log2_scale), others))
            .collect::<Result<_, _>>()?;
        let mut levels = vec![level(self.log2_last, last)?];
        levels.extend(above);
        let special = level(special as f64 * size, special)?;
        Ok(Parameters {
            index,
            levels,
            special,
            digit_limbs: self.digit_limbs,
            log2_scale: self.log2_scale,
            generator: 5,
            secret: SECRET,
            sigma: SIGMA,
        })
    }
}

/// Rows transformed in a relinearisation with rescaling, times N·log2(m/2), for limbs of Q, of P and of a digit: the work
/// of a product. The fold of the conjugate-invariant ring counts as one more layer of the transform.
pub(super) fn work(ring: RingType, degree: usize, [limbs, special, digit]: [usize; 3]) -> f64 {
    let rows = (limbs.div_ceil(digit) + 2) * (limbs + special) + 2 * limbs;
    rows as f64 * degree as f64 * (ring.half_index(degree) as f64).log2()
}

/// The distribution of secrets.
pub(super) const fn secret() -> Distribution {
    SECRET
}
