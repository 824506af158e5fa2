//! Encryption, sums, decryption.

use std::borrow::Cow;

use num_bigint::BigInt;
use num_integer::Integer as _;
use ringassay_kernels::secrecy;
use ringassay_ring::rns::log2_big;
use ringassay_ring::{Crt, Powerful, RnsRing, rns::Lift, sample::Seed};

use super::{Ciphertext, Context, PublicKey, SecretKey};
use crate::{Error, Ring, hybrid::product_modulo, noise::Measured};

/// x += y, or x -= y.
type Combine<R> =
    fn(&mut <R as Ring>::Element<Crt>, &<R as Ring>::Element<Crt>) -> Result<(), Error>;

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
        let encoded = self.encode(message, self.top())?;
        let parts = self.encrypt_parts(key, &encoded, seed)?;
        let model = self.model();
        let noise = model.add_independent(&self.encryption_noise()?, &model.rounding(1));
        Ok(Ciphertext::with_noise(parts, self.top(), noise))
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
        let encoded = self.encode(message, self.top())?;
        let (parts, seed) = self.encrypt_secret_parts(key, &encoded, seed)?;
        let model = self.model();
        let noise = model.add_independent(&model.secret_key_encryption(), &model.rounding(1));
        Ok(Ciphertext { seed: Some(seed), ..Ciphertext::with_noise(parts, self.top(), noise) })
    }

    /// round(Q·m/t) = (Q·m - r)/t with r = Q·m modulo t, centred, for Q of a level: -r/t modulo Q.
    pub(super) fn encode(
        &self,
        message: &[u64],
        level: usize,
    ) -> Result<R::Element<Powerful>, Error> {
        let (t, ring) = (&self.own().t, self.ring_at(level)?);
        let primes = ring.moduli();
        let [q] = product_modulo(primes, &[t.q()])[..] else {
            return Err(Error::Parameters("t is one modulus".to_owned()));
        };
        self.check_message(message)?;
        let scaled: Vec<u64> = message.iter().map(|&m| t.modulus().mul(m, q)).collect();
        let mut encoded = ring.message(&scaled, t)?;
        R::scale_assign(&mut encoded, &self.own().minus_inverse_t[..primes.len()])?;
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

    /// a + b, at the lower of their levels.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when it is not guaranteed that the sum decrypts; when an operand is
    /// of other parameters.
    pub fn add(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.combine(a, b, R::add_assign)
    }

    /// a - b, at the lower of their levels.
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
        let (same, level) = (std::ptr::eq(a, b), a.level.min(b.level));
        let (a, b) = (self.at_modulus(a, level)?, self.at_modulus(b, level)?);
        // Of one object with itself: twice the noise, also on average.
        let noise = if same {
            self.model().scaled(&a.estimate, 1.0)
        } else {
            self.model().add(&a.estimate, &b.estimate)
        };
        self.check_budget("the sum", level, &noise)?;
        let parts = match a {
            Cow::Borrowed(a) => a.parts.clone(),
            Cow::Owned(a) => a.parts,
        };
        let mut sum = Ciphertext::with_noise(parts, level, noise);
        self.combine_parts(&mut sum, &b, combine)?;
        Ok(sum)
    }

    /// a += b, in the memory of a, at one level.
    ///
    /// # Errors
    /// As [`Context::add`], and when the levels differ.
    pub fn add_assign(&self, a: &mut Ciphertext<R>, b: &Ciphertext<R>) -> Result<(), Error> {
        let noise = self.model().add(&a.estimate, &b.estimate);
        self.check_budget("the sum", a.level, &noise)?;
        self.combine_parts(a, b, R::add_assign)?;
        (a.estimate, a.seed) = (noise, None);
        Ok(())
    }

    fn combine_parts(
        &self,
        a: &mut Ciphertext<R>,
        b: &Ciphertext<R>,
        combine: Combine<R>,
    ) -> Result<(), Error> {
        if a.parts.len() < b.parts.len() {
            let ring = self.ring_at(a.level)?;
            a.parts.resize_with(b.parts.len(), || ring.zero());
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
        let (noise_bits, modulus_bits) = (self.bound_bits(a), self.modulus_bits(a)?);
        if noise_bits >= modulus_bits && !self.insists() {
            return Err(Error::Undecryptable { noise_bits, modulus_bits });
        }
        let phase = R::into_powerful(self.phase(key, a)?);
        let message = R::rounded(&phase, &self.own().t)?;
        if !self.insists() {
            let log2_t = (self.parameters().t as f64).log2();
            let noise = self.noise_times_t(phase)?;
            if self.is_damaged(&noise, noise_bits + log2_t, modulus_bits + log2_t) {
                return Err(Error::DecryptionFailure { bound_bits: noise_bits });
            }
        }
        Ok(message)
    }

    /// t·w modulo Q, of a phase (Q/t)·m + w: as long as w stays below Q/(2·t), the message is not in it.
    fn noise_times_t(
        &self,
        mut phase: R::Element<Powerful>,
    ) -> Result<R::Element<Powerful>, Error> {
        let primes = R::ring(&phase).moduli().len();
        let factors = &self.own().t_modulo_q[..primes];
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
        let noise = self.noise_times_t(RnsRing::into_powerful(self.phase(key, a)?))?;
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
        let phase = RnsRing::into_powerful(self.phase(key, a)?);
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
