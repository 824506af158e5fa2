//! Encryption, sums, decryption.

use num_bigint::BigInt;
use num_integer::Integer as _;
use ringassay_kernels::secrecy;
use ringassay_ring::{
    Crt, Powerful, RnsRing,
    multiprecision::log2_big,
    rns::Lift,
    sample::{Label, Seed},
};

use super::{Context, PublicKey, SecretKey};
use crate::{
    Error, Ring,
    hybrid::{ERROR, UNIFORM, product_modulo},
    noise::{Measured, Noise},
    purpose,
};

const EPHEMERAL: Label = Label::new("ephemer");

/// Noise is found that exceeds its bound and is at most so many bits below what decrypts: smaller noise
/// would not be told from errors of the comparison.
const DETECTED_BITS: f64 = 40.0;

/// A ciphertext: parts c_0, …, c_k with phase Σ c_j·s^j = (Q/t)·m + w.
#[derive(Debug, Clone)]
pub struct Ciphertext<R: Ring> {
    pub(crate) parts: Vec<R::Element<Crt>>,
    pub(crate) noise: Noise,
    /// From which c_1 is expanded, while it is as it was encrypted under the secret key.
    pub(crate) seed: Option<Seed>,
}

/// x += y, or x -= y.
type Combine<R> =
    fn(&mut <R as Ring>::Element<Crt>, &<R as Ring>::Element<Crt>) -> Result<(), Error>;

impl<R: Ring> Ciphertext<R> {
    pub(super) fn new(parts: Vec<R::Element<Crt>>, noise: Noise) -> Self {
        Self { parts, noise, seed: None }
    }

    /// The parts: two, or three for a product that was not relinearised.
    pub fn parts(&self) -> &[R::Element<Crt>] {
        &self.parts
    }

    /// What is known of w.
    pub fn noise(&self) -> &Noise {
        &self.noise
    }
}

impl<R: Ring> Context<R> {
    /// Encrypts n residues modulo t, coefficients in the powerful basis. `seed` must be fresh for every
    /// ciphertext.
    ///
    /// # Errors
    /// When the message does not have n residues modulo t, or the key is of other parameters.
    pub fn encrypt(
        &self,
        key: &PublicKey<R>,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let seed = &seed.derive(purpose::ENCRYPTION, 0);
        let ring = &self.shared.q;
        let message = self.encode(message)?;
        let ephemeral = ring.secret(&self.shared.secret, &mut seed.stream(EPHEMERAL, 0))?;
        let ephemeral = R::into_crt(ring.reduce(&ephemeral)?);
        let part = |key: &R::Element<Crt>, message: Option<&R::Element<Powerful>>, label: u64| {
            let mut error = ring.error(&self.shared.error, &mut seed.stream(ERROR, label), 1)?;
            if let Some(message) = message {
                R::add_assign(&mut error, message)?;
            }
            let mut part = R::into_crt(error);
            R::mul_add_assign(&mut part, key, &ephemeral)?;
            R::publish(&mut part);
            Ok::<_, Error>(part)
        };
        let parts = vec![part(&key.b, Some(&message), 0)?, part(&key.a, None, 1)?];
        let model = &self.shared.model;
        let noise = model.add_independent(&model.public_key_encryption(), &model.rounding(1));
        Ok(Ciphertext::new(parts, noise))
    }

    /// As [`Context::encrypt`], under the secret key. c_1 is expanded from a seed that `seed` determines:
    /// half of the ciphertext need not be sent.
    ///
    /// # Errors
    /// As [`Context::encrypt`].
    pub fn encrypt_secret(
        &self,
        key: &SecretKey<R>,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let seed = &seed.derive(purpose::SECRET_ENCRYPTION, 0);
        let (uniform, error) = (seed.derive(UNIFORM, 0).published(), seed.derive(ERROR, 0));
        let (secret, message) = (self.secret_modulo_q(key)?, self.encode(message)?);
        let ring = &self.shared.q;
        let (b, a) =
            self.rlwe_sampler().rlwe_sample(ring, &secret, &uniform, &error, Some(&message))?;
        let model = &self.shared.model;
        let noise = model.add_independent(&model.secret_key_encryption(), &model.rounding(1));
        Ok(Ciphertext { parts: vec![b, a], noise, seed: Some(uniform) })
    }

    /// round(Q·m/t) = (Q·m - r)/t with r = Q·m modulo t, centred: -r/t modulo Q.
    pub(super) fn encode(&self, message: &[u64]) -> Result<R::Element<Powerful>, Error> {
        let (t, q) = (&self.shared.t, self.parameters().primes.as_slice());
        let [q] = product_modulo(q, &[t.q()])[..] else {
            return Err(Error::Parameters("t is one modulus".to_owned()));
        };
        self.check_message(message)?;
        let scaled: Vec<u64> = message.iter().map(|&m| t.modulus().mul(m, q)).collect();
        let mut encoded = self.shared.q.message(&scaled, t)?;
        R::scale_assign(&mut encoded, &self.shared.minus_inverse_t)?;
        Ok(encoded)
    }

    /// Fails unless these are residues modulo t.
    pub(super) fn check_message(&self, message: &[u64]) -> Result<(), Error> {
        let t = self.parameters().t;
        if secrecy::all_below(message, t) {
            return Ok(());
        }
        Err(Error::Parameters(format!(
            "the coefficients of a message lie below the plaintext modulus {t}"
        )))
    }

    /// a + b.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when it is not guaranteed that the sum decrypts; when an operand is
    /// of other parameters.
    pub fn add(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.combine(a, b, R::add_assign)
    }

    /// a - b.
    ///
    /// # Errors
    /// As [`Context::add`].
    pub fn sub(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.combine(a, b, R::sub_assign)
    }

    fn combine(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        combine: Combine<R>,
    ) -> Result<Ciphertext<R>, Error> {
        // Of one object with itself: twice the noise, also on average.
        let noise = if std::ptr::eq(a, b) {
            self.shared.model.scaled(&a.noise, 1.0)
        } else {
            self.shared.model.add(&a.noise, &b.noise)
        };
        self.check_budget("the sum", &noise)?;
        let mut sum = Ciphertext::new(a.parts.clone(), noise);
        self.combine_parts(&mut sum, b, combine)?;
        Ok(sum)
    }

    /// a += b, in the memory of a.
    ///
    /// # Errors
    /// As [`Context::add`].
    pub fn add_assign(&self, a: &mut Ciphertext<R>, b: &Ciphertext<R>) -> Result<(), Error> {
        let noise = self.shared.model.add(&a.noise, &b.noise);
        self.check_budget("the sum", &noise)?;
        self.combine_parts(a, b, R::add_assign)?;
        (a.noise, a.seed) = (noise, None);
        Ok(())
    }

    fn combine_parts(
        &self,
        a: &mut Ciphertext<R>,
        b: &Ciphertext<R>,
        combine: Combine<R>,
    ) -> Result<(), Error> {
        if a.parts.len() < b.parts.len() {
            a.parts.resize_with(b.parts.len(), || self.shared.q.zero());
        }
        a.parts.iter_mut().zip(&b.parts).try_for_each(|(x, y)| combine(x, y))
    }

    /// The message.
    ///
    /// # Errors
    /// [`Error::Undecryptable`] when it is not guaranteed that it decrypts, [`Error::DecryptionFailure`]
    /// when the noise that is found exceeds its bound: then the ciphertext is not of this key, or noise
    /// has reached the message; neither if the context [insists](Context::insisting).
    pub fn decrypt(&self, key: &SecretKey<R>, a: &Ciphertext<R>) -> Result<R::Message, Error> {
        let (noise_bits, modulus_bits) = (self.bound_bits(&a.noise), self.limit_bits());
        if noise_bits >= modulus_bits && !self.insists() {
            return Err(Error::Undecryptable { noise_bits, modulus_bits });
        }
        let phase = self.phase(key, a)?;
        let message = R::rounded(&phase, &self.shared.t)?;
        if !self.insists() {
            let least = modulus_bits - DETECTED_BITS;
            let bound = noise_bits.max(least) + (self.parameters().t as f64).log2();
            if R::is_larger(&self.noise_times_t(phase)?, bound) {
                return Err(Error::DecryptionFailure { bound_bits: noise_bits });
            }
        }
        Ok(message)
    }

    /// Σ c_j·s^j: secret.
    fn phase(&self, key: &SecretKey<R>, a: &Ciphertext<R>) -> Result<R::Element<Powerful>, Error> {
        let secret = self.secret_modulo_q(key)?;
        let Some((last, rest)) = a.parts.split_last() else {
            let remedy = "take one that was encrypted";
            return Err(Error::Components { found: 0, needed: 1, remedy });
        };
        // Horner's rule.
        let phase = rest.iter().rev().try_fold(last.clone(), |mut phase, part| {
            R::mul_assign(&mut phase, &secret)?;
            R::add_assign(&mut phase, part)?;
            Ok::<_, Error>(phase)
        })?;
        Ok(R::into_powerful(phase))
    }

    /// t·w modulo Q, of a phase (Q/t)·m + w: as long as w stays below Q/(2·t), the message is not in it.
    fn noise_times_t(
        &self,
        mut phase: R::Element<Powerful>,
    ) -> Result<R::Element<Powerful>, Error> {
        let factors = &self.shared.t_modulo_qb[..self.parameters().primes.len()];
        R::scale_assign(&mut phase, factors)?;
        Ok(phase)
    }
}

impl Context<RnsRing> {
    /// The noise w of a ciphertext that decrypts, exactly. It reveals the secret key to whoever knows the
    /// ciphertext's history. What does not decrypt has other noise than is found.
    ///
    /// # Errors
    /// When an operand is of other parameters.
    pub fn measured(
        &self,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
    ) -> Result<Measured, Error> {
        let noise = self.noise_times_t(self.phase(key, a)?)?;
        Ok(Measured::of(&noise)?.scaled(-(self.parameters().t as f64).log2()))
    }

    /// log2 of the largest coefficient of w, exactly, for the message that a ciphertext holds. It
    /// reveals the secret key to whoever knows the ciphertext's history.
    ///
    /// # Errors
    /// When an operand is of other parameters.
    pub fn measure(
        &self,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
        message: &[u64],
    ) -> Result<f64, Error> {
        let phase = self.phase(key, a)?;
        let moduli = phase.ring().rns_moduli()?;
        let (q, t) = (BigInt::from(moduli.product().clone()), self.parameters().t);
        let whole = &q * t;
        // t·w = t·phase - Q·m modulo Q·t.
        let noise = |(x, &m): (&BigInt, &u64)| {
            let x = (x * t - &q * m).mod_floor(&whole);
            x.clone().min(&whole - x)
        };
        let lifted = phase.lift_big(&Lift::new(&moduli))?;
        let largest = lifted.iter().zip(message).map(noise).max().unwrap_or_default();
        Ok(log2_big(largest.magnitude()) - (t as f64).log2())
    }
}
