//! Encryption of what a scheme makes of a message.

use ringassay_ring::{
    Crt, Powerful,
    sample::{Label, Seed},
};

use super::{Context, HybridScheme, PublicKey, SecretKey, sample::product_modulo};
use crate::{
    Error, Ring,
    noise::Noise,
    purpose::{self, ERROR, UNIFORM},
};

const EPHEMERAL: Label = Label::new("ephemer");

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// (c_0, c_1) with the phase `message` and noise, at the top level. `message` lies in the ring of the key.
    ///
    /// c_i is (key_i·u + t·g·e_i)/P', with P' times the message in c_0: P' the primes of P that the key has. The
    /// message is added to the error, and so takes no transform of its own.
    pub(crate) fn encrypt_parts(
        &self,
        key: &PublicKey<P, R>,
        mut message: R::Element<Powerful>,
        seed: &Seed,
    ) -> Result<Vec<R::Element<Crt>>, Error> {
        let seed = &seed.derive(purpose::ENCRYPTION, 0);
        let (ring, limbs) = (R::ring(&key.b), self.encryption_limbs()?);
        let (own, special) = limbs.split_at(self.limbs_at(self.top())?.len());
        let switch = match special {
            [] => None,
            _ => Some(self.switch_tables(limbs, own)?),
        };
        let ephemeral = ring.secret(self.ephemeral_sampler(), &mut seed.stream(EPHEMERAL, 0))?;
        let ephemeral = R::into_crt(ring.reduce(&ephemeral)?);
        if switch.is_some() {
            let factors = product_modulo(&self.primes_of(special), ring.moduli());
            R::scale_assign(&mut message, &factors)?;
        }
        let part = |key: &R::Element<Crt>, message: Option<&R::Element<Powerful>>, label: u64| {
            let mut error = self.rlwe_sampler().error(ring, &mut seed.stream(ERROR, label))?;
            if let Some(message) = message {
                R::add_assign(&mut error, message)?;
            }
            let mut part = match &switch {
                Some(switch) => R::switch_sum(&R::mul(key, &ephemeral)?, &error, switch)?,
                None => {
                    let mut part = R::into_crt(error);
                    R::mul_add_assign(&mut part, key, &ephemeral)?;
                    part
                }
            };
            R::publish(&mut part);
            Ok::<_, Error>(part)
        };
        Ok(vec![part(&key.b, Some(&message), 0)?, part(&key.a, None, 1)?])
    }

    /// The noise of what [`Context::encrypt_parts`] makes, without that of the message.
    pub(crate) fn encryption_noise(&self) -> Result<Noise, Error> {
        let limbs = self.encryption_limbs()?;
        let special = self.primes_of(&limbs[self.limbs_at(self.top())?.len()..]);
        let (model, noise) = (self.model(), self.model().public_key_encryption());
        if special.is_empty() {
            return Ok(noise);
        }
        let log2: f64 = special.iter().map(|&q| (q as f64).log2()).sum();
        Ok(model.switch(&noise, -log2, 2))
    }

    /// (c_0, c_1) with the phase `message` and noise, at the top level, and the seed, which `seed` determines,
    /// from which c_1 is expanded: half of the ciphertext need not be sent.
    pub(crate) fn encrypt_secret_parts(
        &self,
        key: &SecretKey<P, R>,
        message: &R::Element<Powerful>,
        seed: &Seed,
    ) -> Result<(Vec<R::Element<Crt>>, Seed), Error> {
        let seed = &seed.derive(purpose::SECRET_ENCRYPTION, 0);
        let (level, sampler) = (self.top(), self.rlwe_sampler());
        let secret = self.secret_at(key, level)?;
        let (uniform, error) = (seed.derive(UNIFORM, 0).published(), seed.derive(ERROR, 0));
        let ring = self.ring_at(level)?;
        let (b, a) = sampler.rlwe_sample(ring, &secret, &uniform, &error, Some(message))?;
        Ok((vec![b, a], uniform))
    }
}
