//! F-NTRU by the common name.

use ringassay_ring::sample::Seed;

use super::{Homomorphic, Parts, check_parts};
use crate::{
    Error, Positional,
    depth::Scheme,
    fntru::{Ciphertext, FNtru},
    ntru::{PublicKey, SecretKey},
    rlwe::{Noise, Parameters, Setting, Unchecked},
};

impl<R: Positional> Homomorphic<R> for FNtru<R> {
    type Secret = SecretKey<R>;
    type Public = PublicKey<R>;
    type Evaluation = ();
    type Ciphertext = Ciphertext<R>;

    const SCHEME: Scheme = Scheme::Fntru;

    fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        Self::new(parameters, ring)
    }

    fn setting(&self) -> &Setting<R> {
        self.setting()
    }

    fn generate_keys(&self, seed: &Seed) -> Result<(SecretKey<R>, PublicKey<R>), Error> {
        self.generate_keys(seed)
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

    fn limit(&self, noise: &Noise) -> f64 {
        self.limit(noise)
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
        self.setting().parameters().digits()
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

    fn noise_mut(a: &mut Ciphertext<R>) -> &mut Noise {
        &mut a.noise
    }
}
