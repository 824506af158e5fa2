//! SHIELD by the common name.

use ringassay_ring::sample::Seed;
use ringassay_scheme::Scheme;

use super::{MultiprecisionScheme, Parts, check_parts};
use crate::{
    Error, Multiprecision,
    rlwe::{Context, Noise, Parameters, Unchecked},
    shield::{Ciphertext, PublicKey, SecretKey, Shield},
};

impl<R: Multiprecision> MultiprecisionScheme<R> for Shield<R> {
    type Secret = SecretKey<R>;
    type Public = PublicKey<R>;
    type Ciphertext = Ciphertext<R>;

    const SCHEME: Scheme = Scheme::Shield;

    by_own_names!();
    without_evaluation_key!();

    fn generate_keys(&self, seed: &Seed) -> Result<(SecretKey<R>, PublicKey<R>), Error> {
        let secret = self.generate_secret_key(seed)?;
        let public = self.generate_public_key(&secret, seed)?;
        Ok((secret, public))
    }

    fn limit(&self, _: &Noise) -> f64 {
        self.limit()
    }

    fn elements(&self) -> usize {
        self.elements()
    }

    fn parts(a: &Ciphertext<R>) -> Parts<'_, R> {
        Parts { vector: &a.matrix, squared: false, noise: a.noise }
    }

    fn of_parts(
        &self,
        matrix: R::Vector,
        squared: bool,
        noise: Noise,
    ) -> Result<Ciphertext<R>, Error> {
        check_parts::<R>(&matrix, self.elements(), squared)?;
        Ok(Ciphertext { matrix, noise })
    }
}
