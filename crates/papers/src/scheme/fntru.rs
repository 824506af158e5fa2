//! F-NTRU by the common name.

use ringassay_ring::sample::Seed;
use ringassay_scheme::Scheme;

use super::{MultiprecisionScheme, Parts, check_parts};
use crate::{
    Error, Multiprecision,
    fntru::{Ciphertext, FNtru},
    ntru::{PublicKey, SecretKey},
    rlwe::{Context, Noise, Parameters, Unchecked},
};

impl<R: Multiprecision> MultiprecisionScheme<R> for FNtru<R> {
    type Secret = SecretKey<R>;
    type Public = PublicKey<R>;
    type Ciphertext = Ciphertext<R>;

    const SCHEME: Scheme = Scheme::Fntru;

    by_own_names!();
    without_evaluation_key!();

    fn generate_keys(&self, seed: &Seed) -> Result<(SecretKey<R>, PublicKey<R>), Error> {
        self.generate_keys(seed)
    }

    fn limit(&self, noise: &Noise) -> f64 {
        self.limit(noise)
    }

    fn elements(&self) -> usize {
        self.context().parameters().digits()
    }

    fn parts(a: &Ciphertext<R>) -> Parts<'_, R> {
        Parts { vector: &a.elements, squared: false, noise: a.noise }
    }

    fn of_parts(
        &self,
        elements: R::Vector,
        squared: bool,
        noise: Noise,
    ) -> Result<Ciphertext<R>, Error> {
        check_parts::<R>(&elements, self.elements(), squared)?;
        Ok(Ciphertext { elements, noise })
    }
}
