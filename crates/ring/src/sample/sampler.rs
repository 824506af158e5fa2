//! Drawing elements of R: one sampler for each distribution and index.

use ringassay_kernels::{to_nearest, vectorised};

use super::{
    Distribution, SampleError, Stream, binomial::CenteredBinomial, bounded::BoundedTernary,
    gaussian::DiscreteGaussian, spherical::Spherical, subset::SparseTernary, ternary::Ternary,
};
use crate::{index::Index, meter, recorder::Kernel};

/// The basis in which a sampler writes coefficients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SampleBasis {
    /// The powerful basis: all but spherical errors.
    Powerful,
    /// The decoding basis: spherical errors.
    Decoding,
}

/// A distribution made ready for one index: tables computed, parameters checked.
#[derive(Debug, Clone)]
pub struct Sampler {
    index: Index,
    distribution: Distribution,
    method: Method,
}

#[derive(Debug, Clone)]
enum Method {
    Ternary(Ternary),
    Bounded(BoundedTernary),
    Sparse(SparseTernary),
    Binomial(CenteredBinomial),
    Discrete(DiscreteGaussian),
    Spherical(Spherical),
}

impl Sampler {
    /// The sampler of `distribution` over the ring of `index`.
    ///
    /// # Errors
    ///
    /// If a parameter of the distribution is out of range: [`Distribution::check`].
    pub fn new(index: &Index, distribution: Distribution) -> Result<Self, SampleError> {
        distribution.check(index)?;
        let method = to_nearest(|| match distribution {
            Distribution::Ternary => Method::Ternary(Ternary::new(1, 3)),
            Distribution::BoundedTernary => Method::Bounded(BoundedTernary::new(index)),
            Distribution::BiasedTernary { zeros, of } => Method::Ternary(Ternary::new(zeros, of)),
            Distribution::SparseTernary { weight } => Method::Sparse(SparseTernary::new(weight)),
            Distribution::CenteredBinomial { eta } => Method::Binomial(CenteredBinomial::new(eta)),
            Distribution::Spherical { sigma } if !index.is_power_of_two() => {
                Method::Spherical(Spherical::new(index, sigma))
            }
            Distribution::DiscreteGaussian { sigma } | Distribution::Spherical { sigma } => {
                Method::Discrete(DiscreteGaussian::new(sigma))
            }
        });
        Ok(Self { index: index.clone(), distribution, method })
    }

    /// The index it draws for.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The distribution it draws from.
    pub fn distribution(&self) -> Distribution {
        self.distribution
    }

    /// The basis of the coefficients it writes.
    pub fn basis(&self) -> SampleBasis {
        match self.distribution {
            Distribution::Spherical { .. } => SampleBasis::Decoding,
            _ => SampleBasis::Powerful,
        }
    }

    /// No coefficient is larger in magnitude. Below 2^62.
    pub fn bound(&self) -> u64 {
        match &self.method {
            Method::Ternary(_) | Method::Bounded(_) | Method::Sparse(_) => 1,
            Method::Binomial(binomial) => u64::from(binomial.eta()),
            Method::Discrete(gaussian) => gaussian.bound(),
            Method::Spherical(spherical) => spherical.bound(),
        }
    }

    /// Whether an element with these coefficients can be drawn.
    pub fn can_draw(&self, coefficients: &[i64]) -> bool {
        let magnitudes = || coefficients.iter().map(|x| x.unsigned_abs());
        let bound = self.bound();
        coefficients.len() == self.index.degree()
            && magnitudes().fold(true, |all, x| all & (x <= bound))
            && match (&self.method, self.distribution) {
                (Method::Bounded(bounded), _) => bounded.accepts(coefficients),
                (_, Distribution::SparseTernary { weight }) => {
                    magnitudes().sum::<u64>() == weight as u64
                }
                _ => true,
            }
    }

    /// Fills `out` with the n coefficients of one element in the basis that [`Sampler::basis`] tells.
    /// The same stream gives the same element on every machine. In constant time.
    ///
    /// # Panics
    ///
    /// If `out` does not have n entries.
    pub fn sample_into(&self, out: &mut [i64], stream: &mut Stream) {
        assert_eq!(out.len(), self.index.degree(), "coefficients for index {}", self.index);
        let draw = self.distribution.draw(self.index.kernel_index().into());
        meter::rows(Kernel::Sample(draw), out.len(), 1);
        // What is vectorised is what encryption draws.
        to_nearest(|| match &self.method {
            Method::Ternary(ternary) => vectorised(
                #[inline(always)]
                || ternary.sample_into(out, stream),
            ),
            Method::Bounded(bounded) => bounded.sample_into(out, stream),
            Method::Sparse(sparse) => sparse.sample_into(out, stream),
            Method::Binomial(binomial) => binomial.sample_into(out, stream),
            Method::Discrete(gaussian) => vectorised(
                #[inline(always)]
                || gaussian.sample_into(out, stream),
            ),
            Method::Spherical(spherical) => vectorised(
                #[inline(always)]
                || spherical.sample_into(out, stream),
            ),
        });
    }
}
