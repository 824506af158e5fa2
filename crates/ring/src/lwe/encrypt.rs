//! Fresh samples.

use ringassay_kernels::secrecy;
use zeroize::Zeroize;

use super::{
    LweError, LweSample, LweSecret, check_modulus,
    secret::{gaussian, modulus},
};
use crate::sample::{Label, Sampler, Seed, Stream, uniform_into};

const MASK: Label = Label::new("lwe mask");

/// What fresh samples have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LweEncryption {
    /// The modulus.
    pub q: u64,
    /// The standard deviation of errors, before rounding to integers.
    pub sigma: f64,
}

impl LweEncryption {
    /// What draws the errors of at least so many samples.
    ///
    /// # Errors
    /// Returns an error if there are none, or modulus or deviation are out of range.
    pub fn sampler(&self, count: usize) -> Result<Sampler, LweError> {
        check_modulus(self.q)?;
        gaussian(count, self.sigma)
    }

    /// Samples of messages, which are residues, under a secret: mask number i is expanded from `masks` and i.
    ///
    /// # Errors
    /// Returns an error if modulus or deviation are out of range.
    pub fn encrypt(
        &self,
        messages: &[u64],
        secret: &LweSecret,
        masks: &Seed,
        stream: &mut Stream,
    ) -> Result<Vec<LweSample>, LweError> {
        let bodies = self.bodies(messages, secret, masks, stream)?;
        let sample = |(i, &body): (usize, &u64)| {
            let mut words = self.mask(secret.dimension(), masks, i as u64);
            words.push(body);
            LweSample::of_residues(words, self.q)
        };
        Ok(bodies.iter().enumerate().map(sample).collect())
    }

    /// The bodies of these samples, public.
    pub(super) fn bodies(
        &self,
        messages: &[u64],
        secret: &LweSecret,
        masks: &Seed,
        stream: &mut Stream,
    ) -> Result<Vec<u64>, LweError> {
        let (sampler, modulus) = (self.sampler(messages.len())?, modulus(self.q)?);
        let mut errors = vec![0; sampler.index().degree()];
        sampler.sample_into(&mut errors, stream);
        let body = |(i, (&message, &error)): (usize, (&u64, &i64))| {
            let mask = self.mask(secret.dimension(), masks, i as u64);
            let product = secret.product(&mask, self.q)?;
            let message = modulus.add(modulus.reduce(message), modulus.reduce_i64(error));
            Ok(modulus.add(product, message))
        };
        let bodies = messages.iter().zip(&errors).enumerate().map(body);
        let bodies = bodies.collect::<Result<Vec<u64>, LweError>>();
        errors.zeroize();
        let bodies = bodies?;
        secrecy::reveal(&bodies);
        Ok(bodies)
    }

    /// Mask number i, with room for a body.
    pub(super) fn mask(&self, dimension: usize, masks: &Seed, i: u64) -> Vec<u64> {
        let mut words = Vec::with_capacity(dimension + 1);
        words.resize(dimension, 0);
        uniform_into(&mut words, self.q, &masks.derive(MASK, i));
        words
    }
}
