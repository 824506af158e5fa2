//! YASHE' by the common name.

use ringassay_ring::sample::Seed;
use ringassay_scheme::Scheme;

use super::{MultiprecisionScheme, Parts, check_parts, needed};
use crate::{
    Error, Multiprecision,
    ntru::{PublicKey, SecretKey},
    rlwe::{Context, Noise, Parameters, Unchecked},
    yashe::{Ciphertext, EvaluationKey, Yashe},
};

impl<R: Multiprecision> MultiprecisionScheme<R> for Yashe<R> {
    type Secret = SecretKey<R>;
    type Public = PublicKey<R>;
    type Evaluation = EvaluationKey<R>;
    type Ciphertext = Ciphertext<R>;

    const SCHEME: Scheme = Scheme::Yashe;

    by_own_names!();
    with_evaluation_key!();

    fn generate_keys(&self, seed: &Seed) -> Result<(SecretKey<R>, PublicKey<R>), Error> {
        self.generate_keys(seed)
    }

    fn draw_evaluation_vector(
        &self,
        secret: &SecretKey<R>,
        public: &PublicKey<R>,
        seed: &Seed,
    ) -> Result<Option<R::Vector>, Error> {
        self.draw_evaluation_vector(secret, public, seed).map(Some)
    }

    fn evaluation_elements(&self) -> usize {
        self.context().parameters().digits()
    }

    fn evaluation_key(&self, vector: Option<&R::Vector>) -> Result<EvaluationKey<R>, Error> {
        self.evaluation_key(needed(vector)?)
    }

    fn add(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        key: &EvaluationKey<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.add(a, b, key)
    }

    fn ready(&self, a: Ciphertext<R>, key: &EvaluationKey<R>) -> Result<Ciphertext<R>, Error> {
        if a.squared { self.switch(&a, key) } else { Ok(a) }
    }

    fn elements(&self) -> usize {
        1
    }

    fn parts(a: &Ciphertext<R>) -> Parts<'_, R> {
        Parts { vector: &a.element, squared: a.squared, noise: a.noise }
    }

    fn of_parts(
        &self,
        element: R::Vector,
        squared: bool,
        noise: Noise,
    ) -> Result<Ciphertext<R>, Error> {
        check_parts::<R>(&element, self.elements(), false)?;
        Ok(Ciphertext { element, squared, noise })
    }
}
