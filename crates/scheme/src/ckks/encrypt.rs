//! Encryption and decryption.

use ringassay_ring::{
    Crt, Powerful,
    sample::{Label, Seed},
};

use super::{Ciphertext, Context, Estimate, Plaintext, PublicKey, SecretKey};
use crate::{
    Error, Ring,
    hybrid::{ERROR, UNIFORM, product_modulo},
    purpose,
};

const EPHEMERAL: Label = Label::new("ephemer");

/// The bits by which the modulus exceeds the bound of the phase where decryption looks for damage: a random
/// phase passes with the probability 2^-40 for one coefficient, and there are N.
const DETECTED_BITS: f64 = 40.0;

impl<R: Ring> Context<R> {
    /// The limbs in which public key encryptions are computed: those of fresh ciphertexts, and one of P, by
    /// which they are then divided, so that fresh noise is hardly more than rounding.
    pub(super) fn encryption_limbs(&self) -> Vec<usize> {
        (0..=self.parameters().limbs(self.parameters().top())).collect()
    }

    /// A message under the public key, at the top level. `seed` must be fresh for every ciphertext.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] for a message that might exceed the modulus; when the key or the plaintext
    /// is of other parameters.
    pub fn encrypt(
        &self,
        key: &PublicKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let seed = &seed.derive(purpose::ENCRYPTION, 0);
        let (parameters, ring) = (self.parameters(), R::ring(&key.b));
        let level = parameters.top();
        let own = parameters.limbs(level);
        let special = &parameters.special[..1];
        let fresh = self.fresh(plaintext);
        let model = self.model();
        let noise = model.switch(&model.public_key_encryption(), -(special[0] as f64).log2(), 2);
        let estimate = self.estimate_plus(&fresh, &noise);
        self.check_budget("the encryption", level, &estimate)?;
        let ephemeral = ring.secret(self.ephemeral_sampler(), &mut seed.stream(EPHEMERAL, 0))?;
        let ephemeral = R::into_crt(ring.reduce(&ephemeral)?);
        let switch = self.division(own, 1, own)?;
        // The special prime times the message survives the division. Added to the error it takes no
        // transform of its own.
        let mut message = self.integers_of(plaintext, ring)?;
        R::scale_assign(&mut message, &product_modulo(special, ring.moduli()))?;
        let part = |key: &R::Element<Crt>, message: Option<&R::Element<Powerful>>, label: u64| {
            let mut error = ring.error(self.error_sampler(), &mut seed.stream(ERROR, label), 1)?;
            if let Some(message) = message {
                R::add_assign(&mut error, message)?;
            }
            let mut part = R::switch_sum(&R::mul(key, &ephemeral)?, &error, &switch)?;
            R::publish(&mut part);
            Ok::<_, Error>(part)
        };
        let parts = vec![part(&key.b, Some(&message), 0)?, part(&key.a, None, 1)?];
        Ok(Ciphertext::new(parts, level, plaintext.scale().clone(), estimate))
    }

    /// A message under the secret key, at the top level. c_1 is expanded from a seed that `seed` determines:
    /// half of the ciphertext need not be sent.
    ///
    /// # Errors
    /// As [`Context::encrypt`].
    pub fn encrypt_secret(
        &self,
        key: &SecretKey<R>,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let seed = &seed.derive(purpose::SECRET_ENCRYPTION, 0);
        let level = self.parameters().top();
        let noise = self.model().secret_key_encryption();
        let estimate = self.estimate_plus(&self.fresh(plaintext), &noise);
        self.check_budget("the encryption", level, &estimate)?;
        let ring = self.ring_at(level)?;
        let secret = self.secret_in(key, ring)?;
        let (uniform, error) = (seed.derive(UNIFORM, 0).published(), seed.derive(ERROR, 0));
        let message = self.integers_of(plaintext, ring)?;
        let sample =
            self.rlwe_sampler().rlwe_sample(ring, &secret, &uniform, &error, Some(&message));
        let (b, a) = sample?;
        let scale = plaintext.scale().clone();
        Ok(Ciphertext {
            seed: Some(uniform),
            ..Ciphertext::new(vec![b, a], level, scale, estimate)
        })
    }

    /// A ciphertext without noise that anybody can make, at the top level.
    ///
    /// # Errors
    /// As [`Context::encrypt`].
    pub fn trivial(&self, plaintext: &Plaintext) -> Result<Ciphertext<R>, Error> {
        let level = self.parameters().top();
        let estimate = self.fresh(plaintext);
        self.check_budget("the encryption", level, &estimate)?;
        let ring = self.ring_at(level)?;
        let parts = vec![R::into_crt(self.integers_of(plaintext, ring)?), ring.zero()];
        Ok(Ciphertext::new(parts, level, plaintext.scale().clone(), estimate))
    }

    fn fresh(&self, plaintext: &Plaintext) -> Estimate {
        Estimate::encoded(self, plaintext.scale(), plaintext.magnitude())
    }

    /// The integer coefficients that a ciphertext holds, to be decoded with its scale: message and errors.
    /// They reveal the secret key to whoever also knows the ciphertext (ePrint 2020/1533): publish results
    /// only after rounding them to fewer bits than are right.
    ///
    /// # Errors
    /// [`Error::Undecryptable`] when the message may exceed the modulus, [`Error::DecryptionFailure`] when
    /// coefficients exceed their bound: then the ciphertext is damaged or not of this key; neither if the
    /// context [insists](Context::insisting). [`Error::OtherParameters`] for a foreign ciphertext.
    pub fn decrypt(&self, key: &SecretKey<R>, a: &Ciphertext<R>) -> Result<R::Integers, Error> {
        let bound_bits = self.bound_bits(&a.estimate);
        let modulus_bits = self.parameters().log2_q(a.level) - 1.0;
        if bound_bits >= modulus_bits && !self.insists() {
            return Err(Error::Undecryptable { noise_bits: bound_bits, modulus_bits });
        }
        let level = self.decryption_level(a, bound_bits);
        let modulus_bits = self.parameters().log2_q(level) - 1.0;
        let phase = R::into_powerful(self.phase(key, a, level)?);
        // What the estimate of the comparison can tell from the modulus.
        let compared = bound_bits.max(modulus_bits - DETECTED_BITS);
        if !self.insists() && R::is_larger(&phase, compared) {
            return Err(Error::DecryptionFailure { bound_bits });
        }
        R::centred(&phase)
    }

    /// The lowest level whose modulus holds the phase with room to spare: decryption at a lower level needs
    /// fewer limbs.
    fn decryption_level(&self, a: &Ciphertext<R>, bound_bits: f64) -> usize {
        let enough = bound_bits + 1.0 + DETECTED_BITS;
        let holds = |&level: &usize| self.parameters().log2_q(level) >= enough;
        if self.insists() { a.level } else { (0..a.level).find(holds).unwrap_or(a.level) }
    }

    /// Σ c_j·s^j modulo Q of a level, at most that of the ciphertext: secret.
    pub(super) fn phase(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        let ring = self.ring_at(level)?;
        let secret = self.secret_in(key, ring)?;
        let limbs: Vec<usize> = (0..ring.moduli().len()).collect();
        let at_level = |part| R::pick_limbs(part, ring, &limbs);
        let Some((last, rest)) = a.parts.split_last() else {
            let remedy = "take one that was encrypted";
            return Err(Error::Components { found: 0, needed: 1, remedy });
        };
        // Horner's rule.
        rest.iter().rev().try_fold(at_level(last)?, |mut phase, part| {
            R::mul_assign(&mut phase, &secret)?;
            R::add_assign(&mut phase, &at_level(part)?)?;
            Ok(phase)
        })
    }

    /// s modulo the first primes, which are those of `ring`.
    fn secret_in(&self, key: &SecretKey<R>, ring: &R) -> Result<R::Element<Crt>, Error> {
        let limbs: Vec<usize> = (0..ring.moduli().len()).collect();
        R::pick_limbs(&key.element, ring, &limbs)
    }
}
