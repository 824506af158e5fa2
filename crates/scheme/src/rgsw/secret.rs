//! Secrets of RLWE ciphertexts of a rank.

use ringassay_ring::{
    Crt,
    sample::{Sampler, Stream},
};

use crate::{Error, ring::LweRing};

/// S_1, …, S_k.
#[derive(Debug, Clone)]
pub struct RlweSecret<R: LweRing> {
    secrets: Vec<R::Integer>,
    /// -S_1, …, -S_k.
    negated: Vec<R::Element<Crt>>,
}

impl<R: LweRing> RlweSecret<R> {
    /// k secrets of a distribution.
    ///
    /// # Errors
    /// Returns an error if the sampler is one of errors, or of another index.
    pub fn draw(
        ring: &R,
        rank: usize,
        sampler: &Sampler,
        stream: &mut Stream,
    ) -> Result<Self, Error> {
        let secrets = (0..rank).map(|_| ring.secret(sampler, stream));
        Self::of_secrets(ring, secrets.collect::<Result<_, _>>()?)
    }

    /// These secrets, as they were saved.
    ///
    /// # Errors
    /// Returns an error if one is of another index.
    pub fn of_secrets(ring: &R, secrets: Vec<R::Integer>) -> Result<Self, Error> {
        let negated = |secret: &R::Integer| {
            let mut negated = R::into_crt(ring.reduce(secret)?);
            R::neg_assign(&mut negated);
            Ok(negated)
        };
        let negated = secrets.iter().map(negated).collect::<Result<_, Error>>()?;
        Ok(Self { secrets, negated })
    }

    /// k.
    pub fn rank(&self) -> usize {
        self.secrets.len()
    }

    /// The coefficients of S_1, then those of S_2, …: the secret of what is extracted from ciphertexts.
    pub fn flattened(&self, ring: &R) -> R::SampleSecret {
        ring.flattened(&self.secrets)
    }

    /// -S_1, …, -S_k, secret.
    pub(super) fn negated(&self) -> &[R::Element<Crt>] {
        &self.negated
    }
}
