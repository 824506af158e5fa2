//! What all keys and bits of a parameter set share.

use ringassay_ring::{
    RnsRing,
    index::Index,
    lwe::LweEncryption,
    sample::{Distribution, Sampler},
};
use ringassay_scheme::ring::LweRing;

use crate::{Error, Noise, Parameters};

/// Parameters with their ring.
#[derive(Debug, Clone)]
pub struct Context<R: LweRing> {
    parameters: Parameters,
    noise: Noise,
    ring: R,
    gadget: R::LeadingGadget,
}

impl Context<RnsRing> {
    /// The context that computes.
    ///
    /// # Errors
    /// Returns an error if a number is out of range.
    pub fn new(parameters: Parameters) -> Result<Self, Error> {
        parameters.check()?;
        let index = Index::new(2 * parameters.degree as u64).map_err(ringassay_scheme::Error::from);
        let ring = RnsRing::new(&index?, &[parameters.q]).map_err(ringassay_scheme::Error::from)?;
        Self::over(parameters, ring)
    }
}

impl<R: LweRing> Context<R> {
    /// The context over a ring of index 2N and the modulus q.
    ///
    /// # Errors
    /// Returns an error if a number is out of range, or the ring is another.
    pub fn over(parameters: Parameters, ring: R) -> Result<Self, Error> {
        parameters.check()?;
        if ring.moduli() != [parameters.q] || ring.index().degree() != parameters.degree {
            return Err(Error::Parameters("a ring of another degree or modulus".into()));
        }
        let gadget = ring.leading_gadget(parameters.width, parameters.count)?;
        Ok(Self { parameters, noise: Noise::of(&parameters), ring, gadget })
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// What each step of a gate adds to errors.
    pub fn noise(&self) -> &Noise {
        &self.noise
    }

    /// The ring.
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// The digits of external products.
    pub(crate) fn gadget(&self) -> &R::LeadingGadget {
        &self.gadget
    }

    /// Of fresh bits.
    pub(crate) fn encryption(&self) -> LweEncryption {
        LweEncryption { q: self.parameters.q, sigma: self.parameters.sigma }
    }

    /// Of the errors of the rotation key.
    pub(crate) fn errors(&self) -> Result<Sampler, Error> {
        let errors = Distribution::DiscreteGaussian { sigma: self.parameters.sigma };
        Ok(Sampler::new(self.ring.index(), errors).map_err(ringassay_scheme::Error::from)?)
    }

    /// `count`/2^`log2` of a turn, as a residue modulo q.
    pub(crate) fn turns(&self, count: i64, log2: u32) -> u64 {
        let q = i128::from(self.parameters.q);
        let rounded = (i128::from(count) * q + (1 << log2 >> 1)) >> log2;
        rounded.rem_euclid(q) as u64
    }
}
