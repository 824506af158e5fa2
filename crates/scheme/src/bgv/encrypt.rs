//! Encryption and decryption.

use ringassay_ring::{
    Crt, Powerful,
    sample::{Label, Seed},
};

use super::{Ciphertext, Context, Plaintext, PublicKey, SecretKey, keys::ERROR, keys::UNIFORM};
use crate::{Error, Ring, noise::Noise, purpose};

const EPHEMERAL: Label = Label::new("ephemer");

impl<R: Ring> Context<R> {
    /// The limbs in which public key encryptions are computed: those of fresh ciphertexts, and one
    /// of P, by which they are then divided, so that fresh noise is hardly more than rounding.
    pub(super) fn encryption_limbs(&self) -> Result<&[usize], Error> {
        let tables = self.tables_at(self.modulus_chain().top())?;
        let count = tables.limbs.len().min(tables.limbs_of_q + 1);
        Ok(&tables.limbs[..count])
    }

    /// A message under the public key, at the top level. `seed` must be fresh for every ciphertext.
    ///
    /// # Errors
    /// When the key or the plaintext is of other parameters.
    pub fn encrypt(
        &self,
        key: &PublicKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let seed = &seed.derive(purpose::ENCRYPTION, 0);
        let level = self.modulus_chain().top();
        let own = self.tables_at(level)?.limbs_of_q;
        let (ring, limbs, t) = (R::ring(&key.b), self.encryption_limbs()?, self.t().q());
        let special = &limbs[own..];
        let switch = match special {
            [] => None,
            _ => Some(self.switch_tables(limbs, &limbs[..own])?),
        };
        let ephemeral = ring.secret(self.ephemeral_sampler(), &mut seed.stream(EPHEMERAL, 0))?;
        let ephemeral = R::into_crt(ring.reduce(&ephemeral)?);
        // The special prime times μ survives the division. Added to the error it takes no transform
        // of its own.
        let mut message = ring.message(plaintext.coefficients(), self.t())?;
        R::scale_assign(&mut message, &self.factors(special, limbs))?;
        let part = |key: &R::Element<Crt>, message: Option<&R::Element<Powerful>>, label: u64| {
            let mut error = ring.error(self.error_sampler(), &mut seed.stream(ERROR, label), t)?;
            if let Some(message) = message {
                R::add_assign(&mut error, message)?;
            }
            let product = R::mul(key, &ephemeral)?;
            let mut part = match &switch {
                Some(switch) => R::switch_sum(&product, &error, switch)?,
                None => {
                    let mut part = R::into_crt(error);
                    R::add_assign(&mut part, &product)?;
                    part
                }
            };
            R::publish(&mut part);
            Ok::<_, Error>(part)
        };
        let parts = vec![part(&key.b, Some(&message), 0)?, part(&key.a, None, 1)?];
        let mut noise = self.model().public_key_encryption();
        if switch.is_some() {
            noise = self.model().switch(&noise, -self.log2_of(special), 2);
        }
        let noise = self.model().add_independent(&noise, &self.model().message());
        Ok(Ciphertext::new(parts, level, noise))
    }

    /// A message under the secret key, at the top level. The second part is expanded from a seed that
    /// `seed` determines: half of the ciphertext need not be sent.
    ///
    /// # Errors
    /// When the key or the plaintext is of other parameters.
    pub fn encrypt_secret(
        &self,
        key: &SecretKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let seed = &seed.derive(purpose::SECRET_ENCRYPTION, 0);
        let level = self.modulus_chain().top();
        let tables = self.tables_at(level)?;
        let secret = self.secret_at(key, level)?;
        let (uniform, error) = (seed.derive(UNIFORM, 0).published(), seed.derive(ERROR, 0));
        let message = tables.ring.message(plaintext.coefficients(), self.t())?;
        let (b, a) = self.rlwe_sample(&tables.ring, &secret, &uniform, &error, Some(&message))?;
        let noise = self
            .model()
            .add_independent(&self.model().secret_key_encryption(), &self.model().message());
        Ok(Ciphertext { parts: vec![b, a], level, noise, seed: Some(uniform) })
    }

    /// A ciphertext without noise that anybody can make, at the top level.
    ///
    /// # Errors
    /// When the plaintext is of other parameters.
    pub fn trivial(&self, plaintext: &Plaintext) -> Result<Ciphertext<R>, Error> {
        let level = self.modulus_chain().top();
        let ring = &self.tables_at(level)?.ring;
        let message = R::into_crt(ring.message(plaintext.coefficients(), self.t())?);
        let noise: Noise = self.model().message();
        Ok(Ciphertext::new(vec![message, ring.zero()], level, noise))
    }

    /// The message.
    ///
    /// # Errors
    /// [`Error::Undecryptable`] when it is not guaranteed that it decrypts, [`Error::DecryptionFailure`]
    /// when the noise that is found exceeds its bound: then a coefficient has wrapped around, or the
    /// ciphertext is none of this key; neither if the context [insists](Context::insisting).
    /// [`Error::OtherParameters`] for a foreign ciphertext.
    pub fn decrypt(
        &self,
        key: &SecretKey<R>,
        ciphertext: &Ciphertext<R>,
    ) -> Result<R::Message, Error> {
        let (bound, modulus) = (self.bound_bits(ciphertext), self.modulus_bits(ciphertext)?);
        if bound >= modulus && !self.insists() {
            return Err(Error::Undecryptable { noise_bits: bound, modulus_bits: modulus });
        }
        let phase = R::into_powerful(self.phase(key, ciphertext)?);
        if !self.insists() && R::is_larger(&phase, bound.max(modulus - 40.0)) {
            return Err(Error::DecryptionFailure { bound_bits: bound });
        }
        R::residues(&phase, self.t())
    }

    /// Σ c_j·s^j: secret.
    pub(super) fn phase(
        &self,
        key: &SecretKey<R>,
        ciphertext: &Ciphertext<R>,
    ) -> Result<R::Element<Crt>, Error> {
        let secret = self.secret_at(key, ciphertext.level)?;
        let Some((last, rest)) = ciphertext.parts.split_last() else {
            let remedy = "take one that was encrypted";
            return Err(Error::Components { found: 0, needed: 1, remedy });
        };
        // Horner's rule.
        rest.iter().rev().try_fold(last.clone(), |mut phase, part| {
            R::mul_assign(&mut phase, &secret)?;
            R::add_assign(&mut phase, part)?;
            Ok(phase)
        })
    }

    /// s modulo the primes of a level.
    fn secret_at(&self, key: &SecretKey<R>, level: usize) -> Result<R::Element<Crt>, Error> {
        let tables = self.tables_at(level)?;
        R::pick_limbs(&key.element, &tables.ring, &tables.limbs[..tables.limbs_of_q])
    }

    /// Divides by P what is modulo Q·P; nothing if there is no P.
    pub(super) fn drop_special(
        &self,
        x: R::Element<Crt>,
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        let tables = self.tables_at(level)?;
        if !tables.has_special() {
            return Ok(x);
        }
        let switch = self.switch_tables(&tables.limbs, &tables.limbs[..tables.limbs_of_q])?;
        R::switch(&x, &switch)
    }
}
