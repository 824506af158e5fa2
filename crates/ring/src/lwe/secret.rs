//! Secrets of samples.

use ringassay_kernels::{Modulus, ModulusError};
use zeroize::Zeroize;

use super::{LweError, LweSample, SecretMean};
use crate::{
    IntElement, Powerful,
    index::Index,
    meter::{self, Held},
    recorder::Kernel,
    sample::{Distribution, Sampler, Stream},
};

/// The largest dimension.
const MAX_DIMENSION: usize = 1 << 20;

/// How the coefficients of a secret are drawn, each independent of the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LweDistribution {
    /// 0 and 1, equally likely.
    Binary,
    /// -1, 0 and 1, equally likely.
    Ternary,
    /// A discrete Gaussian.
    Gaussian {
        /// Its standard deviation.
        sigma: f64,
    },
}

impl LweDistribution {
    /// The mean of a coefficient.
    pub fn mean(self) -> SecretMean {
        match self {
            Self::Binary => SecretMean::Half,
            Self::Ternary | Self::Gaussian { .. } => SecretMean::Zero,
        }
    }

    /// The variance of a coefficient.
    pub fn variance(self) -> f64 {
        match self {
            Self::Binary => 0.25,
            Self::Ternary => 2.0 / 3.0,
            Self::Gaussian { sigma } => sigma * sigma,
        }
    }

    /// The mean of the square of a coefficient.
    pub fn mean_square(self) -> f64 {
        match self {
            Self::Binary => 0.5,
            _ => self.variance(),
        }
    }

    /// The sampler, for at least `dimension` coefficients.
    ///
    /// # Errors
    /// Returns an error if the dimension or the deviation is out of range.
    pub fn sampler(self, dimension: usize) -> Result<Sampler, LweError> {
        match self {
            // -1 and 1, of which 0 and 1 are made.
            Self::Binary => sampler(dimension, Distribution::BiasedTernary { zeros: 0, of: 1 }),
            Self::Ternary => sampler(dimension, Distribution::Ternary),
            Self::Gaussian { sigma } => gaussian(dimension, sigma),
        }
    }
}

/// A sampler of at least so many errors.
pub(super) fn gaussian(count: usize, sigma: f64) -> Result<Sampler, LweError> {
    if !(1.0 / 16.0..=(1_u64 << 40) as f64).contains(&sigma) {
        return Err(LweError::Deviation(sigma));
    }
    sampler(count, Distribution::DiscreteGaussian { sigma })
}

fn sampler(count: usize, distribution: Distribution) -> Result<Sampler, LweError> {
    if !(1..=MAX_DIMENSION).contains(&count) {
        return Err(LweError::NoDimension(count));
    }
    // Coefficients are independent: any ring with at least as many has a sampler for them.
    let index = Index::new(2 * count.next_power_of_two().max(2) as u64);
    let sampler = index.map(|index| Sampler::new(&index, distribution));
    sampler.ok().and_then(Result::ok).ok_or(LweError::NoDimension(count))
}

/// s_1, …, s_n: small integers. Cleared when dropped; never shown.
#[derive(Clone)]
pub struct LweSecret {
    coefficients: Vec<i64>,
    _held: Held,
}

impl LweSecret {
    /// A secret with these coefficients.
    pub fn new(coefficients: Vec<i64>) -> Self {
        let _held = Held::new(8 * coefficients.len());
        Self { coefficients, _held }
    }

    /// A secret of a distribution.
    ///
    /// # Errors
    /// Returns an error if the dimension or a deviation is out of range.
    pub fn draw(
        dimension: usize,
        distribution: LweDistribution,
        stream: &mut Stream,
    ) -> Result<Self, LweError> {
        let sampler = distribution.sampler(dimension)?;
        let mut drawn = vec![0; sampler.index().degree()];
        sampler.sample_into(&mut drawn, stream);
        let mut secret = Self::new(drawn[..dimension].to_vec());
        drawn.zeroize();
        if distribution == LweDistribution::Binary {
            secret.coefficients.iter_mut().for_each(|s| *s = (*s + 1) >> 1);
        }
        Ok(secret)
    }

    /// The coefficients of elements, one after the other: the secret of what is extracted from ciphertexts under them.
    pub fn of_elements(elements: &[IntElement<Powerful>]) -> Self {
        let length = elements.iter().map(|x| x.coefficients().len()).sum();
        meter::rows(Kernel::Copy, length, 1);
        Self::new(elements.iter().flat_map(|x| x.coefficients()).copied().collect())
    }

    /// n.
    pub fn dimension(&self) -> usize {
        self.coefficients.len()
    }

    /// The coefficients: secret.
    pub fn coefficients(&self) -> &[i64] {
        &self.coefficients
    }

    /// b - Σ a_i·s_i modulo q.
    ///
    /// # Errors
    /// Returns an error if the sample has another dimension.
    pub fn phase(&self, sample: &LweSample) -> Result<u64, LweError> {
        let product = self.product(sample.mask(), sample.q())?;
        Ok(modulus(sample.q())?.sub(sample.body(), product))
    }

    /// Σ a_i·s_i modulo q.
    pub(super) fn product(&self, mask: &[u64], q: u64) -> Result<u64, LweError> {
        let (given, expected) = (mask.len(), self.dimension());
        if given != expected {
            return Err(LweError::Dimension { given, expected });
        }
        meter::rows(Kernel::LweProduct, expected, 1);
        let modulus = modulus(q)?;
        let terms = mask.iter().zip(&self.coefficients);
        Ok(terms.fold(0, |sum, (&a, &s)| modulus.add(sum, modulus.mul(a, modulus.reduce_i64(s)))))
    }
}

/// Arithmetic modulo q.
pub(super) fn modulus(q: u64) -> Result<Modulus, LweError> {
    Modulus::new(q).map_err(|_: ModulusError| LweError::Modulus(q))
}

impl Drop for LweSecret {
    fn drop(&mut self) {
        meter::rows(Kernel::Erase, self.coefficients.len(), 1);
        self.coefficients.zeroize();
    }
}

impl std::fmt::Debug for LweSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LweSecret(dimension {})", self.dimension())
    }
}
