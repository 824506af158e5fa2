//! What differs from scheme to scheme.

use std::{fmt::Debug, ops::Range};

use ringassay_ring::{index::Index, sample::Distribution};

use super::Context;
use crate::{
    Error, Ring, Scheme,
    noise::{Model, Noise},
};

/// A scheme with hybrid key switching, as the type of its parameters.
pub trait HybridScheme: Clone + Debug + PartialEq + Send + Sync + Sized + 'static {
    /// Which scheme.
    const SCHEME: Scheme;

    /// Whether relinearisation fails where its result is not certain to decrypt. Otherwise products check
    /// theirs.
    const CHECKS_RELINEARISATION: bool;

    /// What an instance has beside what all have.
    type Own<R: Ring>: Debug + Send + Sync;

    /// What a ciphertext's message is multiplied by, where that is another for each ciphertext.
    type Scale: Clone + Debug + PartialEq + Send + Sync;

    /// What is known of a ciphertext without its key.
    type Estimate: Clone + Debug + Send + Sync;

    /// Fails unless an instance with these parameters exists.
    ///
    /// # Errors
    /// With the reason, and what to change.
    fn check(&self) -> Result<(), Error>;

    /// Rings, moduli and distributions.
    fn shape(&self) -> Shape<'_>;

    /// What an instance over `ring`, the ring of all primes, has beside what all have.
    ///
    /// # Errors
    /// If there is no such instance.
    fn own<R: Ring>(&self, ring: &R) -> Result<Self::Own<R>, Error>;

    /// What is known of a ciphertext after further noise that is independent by construction.
    fn with_noise(model: &Model, estimate: &Self::Estimate, noise: &Noise) -> Self::Estimate;

    /// log2 of what no coefficient exceeds, but for a probability of about 2^-64, of that which has to stay
    /// below 2^[`limit_bits`](HybridScheme::limit_bits) for decryption.
    fn bound_bits(model: &Model, estimate: &Self::Estimate) -> f64;

    /// What the phase of a ciphertext has beside the message, or with it where both are not told apart: what a shared
    /// decryption has to hide.
    fn errors(model: &Model, estimate: &Self::Estimate) -> Noise;

    /// log2 of that limit at a level of modulus Q.
    fn limit_bits(&self, log2_q: f64) -> f64;
}

/// A scheme whose messages keep their size when the modulus changes: BGV and BFV.
pub trait UnscaledScheme: HybridScheme<Estimate = Noise> {
    /// What a message is multiplied by once a ciphertext has changed from one level to another.
    fn switched_scale<R: Ring>(
        context: &Context<Self, R>,
        scale: &Self::Scale,
        levels: [usize; 2],
    ) -> Self::Scale;
}

/// What the parameters of every scheme say.
#[derive(Debug, Clone)]
pub struct Shape<'a> {
    /// The index m.
    pub index: &'a Index,
    /// All primes in the order of the ring's limbs.
    pub primes: Vec<u64>,
    /// The limbs of Q at each level, ascending; fresh ciphertexts lie at the last level.
    pub levels: Vec<Vec<usize>>,
    /// The limbs of P. The limbs before it and these are those of keys.
    pub special: Range<usize>,
    /// Which limbs make each digit of key switching.
    pub digits: Vec<Range<usize>>,
    /// The distribution of secret keys.
    pub secret: Distribution,
    /// The distribution of what encryptions use up.
    pub ephemeral: Distribution,
    /// The distribution of errors.
    pub error: Distribution,
    /// What errors are multiplied by, and the modulus whose residues changes of modulus leave alone: the
    /// plaintext modulus in BGV, 1 elsewhere.
    pub t: u64,
    /// How many limbs of P, at most, there are in public keys, by which encryptions are then divided.
    pub special_of_public_keys: usize,
}

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// The estimate of `a` after a key switch at a level.
    pub(crate) fn switched_estimate(
        &self,
        estimate: &P::Estimate,
        level: usize,
    ) -> Result<P::Estimate, Error> {
        Ok(P::with_noise(self.model(), estimate, &self.key_switch_noise(level)?))
    }

    /// The estimate of `a` after relinearisation at a level.
    pub(crate) fn relinearised_estimate(
        &self,
        estimate: &P::Estimate,
        level: usize,
    ) -> Result<P::Estimate, Error> {
        let products = self.relinearisation_product_noise(level)?;
        let noise = self.model().add_independent(&products, &self.rounding_by_p(level)?);
        Ok(P::with_noise(self.model(), estimate, &noise))
    }
}
