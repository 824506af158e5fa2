//! FV by the common name.

use ringassay_ring::sample::Seed;
use ringassay_scheme::Scheme;

use super::{MultiprecisionScheme, Parts, check_parts, needed};
use crate::{
    Error, Multiprecision,
    fv::{Ciphertext, Fv, PublicKey, RelinearisationKey, SecretKey},
    rlwe::{Context, Noise, Parameters, Unchecked},
};

impl<R: Multiprecision> MultiprecisionScheme<R> for Fv<R> {
    type Secret = SecretKey<R>;
    type Public = PublicKey<R>;
    type Evaluation = RelinearisationKey<R>;
    type Ciphertext = Ciphertext<R>;

    const SCHEME: Scheme = Scheme::Fv;

    by_own_names!();
    with_evaluation_key!();

    fn generate_keys(&self, seed: &Seed) -> Result<(SecretKey<R>, PublicKey<R>), Error> {
        let secret = self.generate_secret_key(seed)?;
        let public = self.generate_public_key(&secret, seed)?;
        Ok((secret, public))
    }

    fn draw_evaluation_vector(
        &self,
        secret: &SecretKey<R>,
        _: &PublicKey<R>,
        seed: &Seed,
    ) -> Result<Option<R::Vector>, Error> {
        self.draw_relinearisation_vector(secret, seed).map(Some)
    }

    fn evaluation_elements(&self) -> usize {
        2 * self.context().parameters().digits()
    }

    fn evaluation_key(&self, vector: Option<&R::Vector>) -> Result<RelinearisationKey<R>, Error> {
        self.relinearisation_key(needed(vector)?)
    }

    fn add(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        _: &RelinearisationKey<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.add(a, b)
    }

    fn elements(&self) -> usize {
        2
    }

    fn parts(a: &Ciphertext<R>) -> Parts<'_, R> {
        Parts { vector: &a.parts, squared: false, noise: a.noise }
    }

    fn of_parts(
        &self,
        parts: R::Vector,
        squared: bool,
        noise: Noise,
    ) -> Result<Ciphertext<R>, Error> {
        check_parts::<R>(&parts, self.elements(), squared)?;
        Ok(Ciphertext { parts, noise })
    }
}
