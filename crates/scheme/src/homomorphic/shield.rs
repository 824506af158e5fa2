//! SHIELD by the common name.

use ringassay_ring::sample::Seed;

use super::{Homomorphic, Parts, check_parts};
use crate::{
    Error, Positional,
    depth::Scheme,
    rlwe::{Noise, Parameters, Setting, Unchecked},
    shield::{Ciphertext, PublicKey, SecretKey, Shield},
};

impl<R: Positional> Homomorphic<R> for Shield<R> {
    type Secret = SecretKey<R>;
    type Public = PublicKey<R>;
    type Evaluation = ();
    type Ciphertext = Ciphertext<R>;

    const SCHEME: Scheme = Scheme::Shield;

    fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        Self::new(parameters, ring)
    }

    fn setting(&self) -> &Setting<R> {
        self.setting()
    }

    fn generate_keys(&self, seed: &Seed) -> Result<(SecretKey<R>, PublicKey<R>), Error> {
        let secret = self.generate_secret_key(seed)?;
        let public = self.generate_public_key(&secret, seed)?;
        Ok((secret, public))
    }

    fn draw_evaluation_vector(
        &self,
        _: &SecretKey<R>,
        _: &PublicKey<R>,
        _: &Seed,
    ) -> Result<Option<R::Vector>, Error> {
        Ok(None)
    }

    fn evaluation_elements(&self) -> usize {
        0
    }

    fn evaluation_key(&self, _: Option<&R::Vector>) -> Result<(), Error> {
        Ok(())
    }

    fn encrypt(
        &self,
        key: &PublicKey<R>,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        self.encrypt(key, message, seed)
    }

    fn constant(&self, message: &[u64]) -> Result<Ciphertext<R>, Error> {
        self.constant(message)
    }

    fn add(&self, a: &Ciphertext<R>, b: &Ciphertext<R>, (): &()) -> Result<Ciphertext<R>, Error> {
        self.add(a, b)
    }

    fn multiply(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        (): &(),
    ) -> Result<Ciphertext<R>, Error> {
        self.multiply(a, b)
    }

    fn limit(&self, _: &Noise) -> f64 {
        self.limit()
    }

    fn decrypt(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
        unchecked: Unchecked,
    ) -> Result<R::Message, Error> {
        self.decrypt(key, a, unchecked)
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

    fn noise_mut(a: &mut Ciphertext<R>) -> &mut Noise {
        &mut a.noise
    }
}
