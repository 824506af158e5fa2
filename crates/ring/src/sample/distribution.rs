//! The distributions of secrets and errors, and what noise estimates need to know of them.

use std::fmt;

use thiserror::Error;

use super::{
    binomial::CenteredBinomial,
    bounded::BoundedTernary,
    gaussian::{MAX_SIGMA, MIN_SIGMA},
    spherical::Spherical,
};
use crate::{index::Index, recorder::Draw};

/// A distribution of elements of R with small coefficients.
///
/// All but [`Distribution::Spherical`] draw the coefficients in the powerful basis. Unless m is a
/// power of two, that is right for secrets and **insecure for errors**: such an error is far from
/// spherical in the canonical embedding, and attacks use the directions in which it is short
/// (Peikert, ePrint 2016/351). [`Distribution::Spherical`] is for errors, whatever m is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Distribution {
    /// Independent coefficients, -1, 0 and 1 with probability 1/3 each.
    Ternary,
    /// As [`Distribution::Ternary`], but no embedding has a larger |σ_i(x)|² than ln n times the mean:
    /// uniform among the more than half of all ternary elements for which that is so (n below 20 counts
    /// as 20).
    BoundedTernary,
    /// Independent coefficients, 0 with probability `zeros`/`of`, -1 and 1 with equal probability.
    BiasedTernary {
        /// The numerator of P(0).
        zeros: u64,
        /// Its denominator, at least 1.
        of: u64,
    },
    /// Exactly `weight` coefficients are -1 or 1, the others 0; all such elements equally likely.
    SparseTernary {
        /// The Hamming weight, from 1 to n.
        weight: usize,
    },
    /// Independent coefficients, each the number of ones among `eta` bits less that among `eta`
    /// others: variance `eta`/2.
    CenteredBinomial {
        /// From 1 to 32. η = 21 has the variance of σ = 3.24.
        eta: u32,
    },
    /// Independent coefficients x with probability proportional to exp(-x²/(2σ²)).
    DiscreteGaussian {
        /// The width σ, from 1/16 to 2^56. (Not the parameter s = √(2π)·σ.)
        sigma: f64,
    },
    /// An error e in the decoding basis whose product g·e is Gaussian and spherical in the canonical
    /// embedding, rounded; for m a power of two, [`Distribution::DiscreteGaussian`]. See the
    /// [module's documentation](super#errors) for the normalisation of σ.
    Spherical {
        /// The width σ, at least 1/16: the standard deviation of each coefficient for m a power of
        /// two, and that of the narrowest direction for any m.
        sigma: f64,
    },
}

impl Distribution {
    /// How elements of index m are drawn: what that costs.
    pub fn draw(self, m: u64) -> Draw {
        match self {
            Self::Ternary | Self::BiasedTernary { .. } => Draw::Ternary,
            Self::BoundedTernary => Draw::BoundedTernary { m: m as u32 },
            Self::SparseTernary { .. } => Draw::SparseTernary,
            Self::CenteredBinomial { eta } => Draw::CenteredBinomial { eta },
            Self::Spherical { .. } if !m.is_power_of_two() => Draw::Spherical { m: m as u32 },
            Self::DiscreteGaussian { .. } | Self::Spherical { .. } => Draw::DiscreteGaussian,
        }
    }

    /// Whether elements of this distribution can be drawn for `index`.
    ///
    /// # Errors
    ///
    /// If a parameter is out of the range that its variant states.
    pub fn check(&self, index: &Index) -> Result<(), SampleError> {
        let sigma_below = |sigma: f64, max: f64| {
            let within = (MIN_SIGMA..=max).contains(&sigma);
            if within { Ok(()) } else { Err(SampleError::Sigma { sigma, min: MIN_SIGMA, max }) }
        };
        match *self {
            Self::Ternary | Self::BoundedTernary => Ok(()),
            Self::BiasedTernary { zeros, of } if zeros > of || of == 0 => {
                Err(SampleError::Probability { zeros, of })
            }
            Self::BiasedTernary { .. } => Ok(()),
            Self::SparseTernary { weight } if !(1..=index.degree()).contains(&weight) => {
                Err(SampleError::Weight { weight, degree: index.degree() })
            }
            Self::SparseTernary { .. } => Ok(()),
            Self::CenteredBinomial { eta } if !(1..=CenteredBinomial::MAX_ETA).contains(&eta) => {
                Err(SampleError::Eta { eta })
            }
            Self::CenteredBinomial { .. } => Ok(()),
            Self::Spherical { sigma } if !index.is_power_of_two() => {
                sigma_below(sigma, Spherical::max_sigma(index))
            }
            Self::DiscreteGaussian { sigma } | Self::Spherical { sigma } => {
                sigma_below(sigma, MAX_SIGMA)
            }
        }
    }

    /// E|σ_i(x)|², averaged over the n complex embeddings σ_i. Every single one has this value if
    /// the coefficients in the powerful basis are uncorrelated, which they are for all distributions
    /// but a spherical one with m not a power of two, where |σ_i(g)|²·E|σ_i(x)|² is constant:
    /// [`Distribution::spherical_variance`]. In the conjugate-invariant ring, where every embedding has
    /// (2n - 1) times the variance of a coefficient, 2n times that.
    ///
    /// In an orthonormal basis of the embedding, with coordinates √2·Re σ_i and √2·Im σ_i, it is the
    /// mean variance of a real coordinate.
    pub fn embedding_variance(&self, index: &Index) -> f64 {
        match *self {
            Self::Spherical { sigma } if !index.is_power_of_two() => {
                // On average |σ_i(1-ζ_p)|^-2 is (p+1)/12. With the decoding basis b of p,
                // Σ |σ_i(b_j)|² = 2p·|σ_i(1-ζ_p)|^-2.
                let odd = || index.odd_primes().map(f64::from);
                let mean: f64 = odd().map(|p| (p + 1.0) / 12.0).product();
                spherical(index, sigma) * mean
            }
            _ => index.embedding_stretch() * self.powerful_variance(index),
        }
    }

    /// E|σ_i(g·x)|², the same for every embedding σ_i; `None` if the distribution is not spherical.
    /// Includes the rounding of the coefficients, averaged over the embeddings.
    pub fn spherical_variance(&self, index: &Index) -> Option<f64> {
        match *self {
            Self::Spherical { sigma } if !index.is_power_of_two() => Some(spherical(index, sigma)),
            // g = 1, and independent coefficients of equal variance are spherical.
            _ if index.is_power_of_two() => Some(self.embedding_variance(index)),
            _ => None,
        }
    }

    /// The largest |σ_i(x)|² over all embeddings, in units of its mean, if the distribution bounds it.
    pub fn largest_embedding(&self, index: &Index) -> Option<f64> {
        matches!(self, Self::BoundedTernary).then(|| BoundedTernary::largest(index))
    }

    /// The variance of each coefficient in the basis in which the distribution is drawn.
    pub fn coefficient_variance(&self, index: &Index) -> f64 {
        match *self {
            Self::Spherical { sigma } if !index.is_power_of_two() => {
                let spread: f64 = index.odd_primes().map(|p| f64::from(p - 1)).product();
                sigma * sigma * spread + ROUNDING
            }
            _ => self.powerful_variance(index),
        }
    }

    /// The variance of a coefficient in the powerful basis.
    fn powerful_variance(&self, index: &Index) -> f64 {
        match *self {
            Self::Ternary | Self::BoundedTernary => 2.0 / 3.0,
            Self::BiasedTernary { zeros, of } => 1.0 - zeros as f64 / of as f64,
            Self::SparseTernary { weight } => weight as f64 / index.degree() as f64,
            Self::CenteredBinomial { eta } => f64::from(eta) / 2.0,
            Self::DiscreteGaussian { sigma } | Self::Spherical { sigma } => discrete(sigma),
        }
    }
}

/// The variance of what rounding to an integer adds.
const ROUNDING: f64 = 1.0 / 12.0;

/// E|σ_i(g·x)|² for a spherical error: g·x is m̂ times a Gaussian of variance σ²·rad(m)/m, plus g
/// times the rounding of all coefficients.
fn spherical(index: &Index, sigma: f64) -> f64 {
    let (m, hat, radical) = (index.m() as f64, index.m_hat() as f64, index.radical() as f64);
    let gaussian = sigma * sigma * hat * hat * radical / m;
    // Σ |σ_i(g·b_j)|² over the decoding basis is 2p·p^(e-1) for an odd prime power, 2^(e-1) for 2.
    let odd: f64 = index.odd_primes().map(|_| 2.0).product();
    gaussian + ROUNDING * odd * hat
}

/// The variance of a discrete Gaussian: σ², which from σ = 2 on is right within 2^-100, or the sum
/// of its definition.
fn discrete(sigma: f64) -> f64 {
    if sigma >= 2.0 {
        return sigma * sigma;
    }
    let weight = |k: f64| (-k * k / (2.0 * sigma * sigma)).exp();
    let tail = || (1..40).map(f64::from);
    let second: f64 = tail().map(|k| k * k * weight(k)).sum();
    2.0 * second / (1.0 + 2.0 * tail().map(weight).sum::<f64>())
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ternary => f.write_str("ternary"),
            Self::BoundedTernary => f.write_str("ternary, embeddings bounded"),
            Self::BiasedTernary { zeros, of } => write!(f, "ternary, P(0) = {zeros}/{of}"),
            Self::SparseTernary { weight } => write!(f, "sparse ternary, weight {weight}"),
            Self::CenteredBinomial { eta } => write!(f, "centred binomial, η = {eta}"),
            Self::DiscreteGaussian { sigma } => write!(f, "discrete Gaussian, σ = {sigma}"),
            Self::Spherical { sigma } => write!(f, "spherical Gaussian, σ = {sigma}"),
        }
    }
}

/// Why a distribution cannot be drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum SampleError {
    /// P(0) is not a probability.
    #[error("{zeros}/{of} is not a probability: give a numerator of at most the denominator >= 1")]
    Probability {
        /// The numerator.
        zeros: u64,
        /// The denominator.
        of: u64,
    },
    /// The Hamming weight does not fit.
    #[error("a ternary element of degree {degree} has a weight from 1 to {degree}, not {weight}")]
    Weight {
        /// The weight asked for.
        weight: usize,
        /// The degree n.
        degree: usize,
    },
    /// η is out of range.
    #[error("a centred binomial distribution has η from 1 to 32, not {eta}")]
    Eta {
        /// The η asked for.
        eta: u32,
    },
    /// σ is out of range or not a number.
    #[error("σ = {sigma} is out of range: give a width from {min} to {max:e}")]
    Sigma {
        /// The σ asked for.
        sigma: f64,
        /// The least.
        min: f64,
        /// The largest for the distribution and the index.
        max: f64,
    },
}
