//! F-NTRU: Doröz and Sunar, "Flattening NTRU for Evaluation Key Free Homomorphic Encryption", ePrint
//! 2016/315, with t = 2.
//!
//! A ciphertext is l elements c_i with f·c_i = w^i·f·m + v_i modulo q, v_i even: a product multiplies
//! the digits of one ciphertext with the other, and needs no key. Overstretched like
//! [YASHE'](crate::yashe) beyond q of about 17 bits for n = 1024: to study costs only.

use num_bigint::BigUint;
use ringassay_bigring::Upper;
use ringassay_ring::sample::Seed;
use ringassay_scheme::{Error as SchemeError, purpose};

use crate::{
    Error,
    ntru::{PublicKey, SecretKey},
    rlwe::{Context, Noise, Parameters, Unchecked},
    vocabulary::Multiprecision,
};

/// An instance of F-NTRU.
#[derive(Debug, Clone)]
pub struct FNtru<R: Multiprecision>(Context<R>);

/// (c_i), i < l, with the bound of its noise.
#[derive(Debug, Clone)]
pub struct Ciphertext<R: Multiprecision> {
    /// The c_i.
    pub elements: R::Vector,
    /// The bound of the v_i, and of the message as an integer polynomial.
    pub noise: Noise,
}

impl<R: Multiprecision> FNtru<R> {
    /// An instance in a ring of its parameters.
    ///
    /// # Errors
    /// When no instance has such parameters, t is not 2, or the ring is another.
    pub fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        if parameters.t != 2 {
            return Err(SchemeError::Parameters(format!(
                "F-NTRU has the plaintext modulus 2, not {}",
                parameters.t
            ))
            .into());
        }
        Context::new(parameters, ring).map(Self)
    }

    /// Ring and parameters.
    pub fn context(&self) -> &Context<R> {
        &self.0
    }

    /// KeyGen: f = 2·f' + 1 and h = 2·g/f.
    ///
    /// # Errors
    /// When no f was invertible.
    pub fn generate_keys(&self, seed: &Seed) -> Result<(SecretKey<R>, PublicKey<R>), Error> {
        self.0.generate_ntru_keys(seed)
    }

    /// Encrypt: c_i = h·s_i + 2·e_i + w^i·m. `seed` must be fresh for every ciphertext.
    ///
    /// # Errors
    /// When the message does not have n bits.
    pub fn encrypt(
        &self,
        key: &PublicKey<R>,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let seed = &seed.derive(purpose::ENCRYPTION, 0);
        self.0.check_message(message)?;
        let parameters = self.0.parameters();
        let digits = parameters.digits();
        let s = self.0.errors(seed, purpose::EPHEMERAL, digits)?;
        let e = self.0.errors(seed, purpose::ERROR, digits)?;
        let mut elements = self.0.ntru_zeros(key, &s, &e, 2)?;
        let message = self.0.ring().message(message, &BigUint::from(1_u32), Upper::NONE)?;
        R::add_assign(&mut elements, 0, &R::multiples(&message, parameters.log2_w, digits)?)?;
        R::publish(&mut elements);
        // 2·(g·s + f·e), |f| <= 2·B_key + 1.
        let key = Parameters::KEY_BOUND;
        let factor = 2.0 * parameters.expansion() * (3.0 * key + 1.0);
        let noise = self.0.bits_noise(factor * parameters.error_bound());
        Ok(Ciphertext { elements, noise })
    }

    /// (w^i·m): a message that is public.
    ///
    /// # Errors
    /// As [`FNtru::encrypt`].
    pub fn constant(&self, message: &[u64]) -> Result<Ciphertext<R>, Error> {
        self.0.check_message(message)?;
        let Parameters { log2_w, .. } = *self.0.parameters();
        let message = self.0.ring().message(message, &BigUint::from(1_u32), Upper::NONE)?;
        let elements = R::multiples(&message, log2_w, self.0.parameters().digits())?;
        Ok(Ciphertext { elements, noise: self.0.bits_noise(0.0) })
    }

    /// The sum modulo 2, which is that of the integers as well: a + b.
    ///
    /// # Errors
    /// When the operands lie in other rings.
    pub fn add(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let mut elements = a.elements.clone();
        R::add_assign(&mut elements, 0, &b.elements)?;
        Ok(Ciphertext { elements, noise: a.noise.plus(&b.noise) })
    }

    /// Mult: row j is Σ_i D_w(a_j)_i·b_i.
    ///
    /// # Errors
    /// When the operands lie in other rings.
    pub fn multiply(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let parameters = self.0.parameters();
        let table = R::table(&b.elements, parameters.gadget())?;
        let elements = R::gadget_product(&a.elements, 0, &table)?;
        // f·Σ D_i·b_i = Σ D_i·v_i + m_b·(f·w^j·m_a + v_j).
        let delta = parameters.expansion();
        let digits = parameters.digits() as f64 * (parameters.w() - 1.0);
        let carried = b.noise.terms * b.noise.message * a.noise.bound;
        let noise = a.noise.times(&b.noise, delta * digits * b.noise.bound + carried, delta);
        Ok(Ciphertext { elements, noise })
    }

    /// q/2 - |f·m|: noise below it keeps f·c_0 from wrapping around.
    pub fn limit(&self, noise: &Noise) -> f64 {
        let key = 2.0 * Parameters::KEY_BOUND + 1.0;
        let half = (self.0.ring().shape().log2_q - 1.0).exp2();
        half - noise.terms * key * noise.message
    }

    /// Decrypt: \[\[f·c_0\]_q\]_2.
    ///
    /// # Errors
    /// [`Undecryptable`](ringassay_scheme::Error::Undecryptable) when the noise may be too large, unless that is `unchecked`.
    pub fn decrypt(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
        unchecked: Unchecked,
    ) -> Result<R::Message, Error> {
        a.noise.check(self.limit(&a.noise), unchecked)?;
        R::centred_residues(&R::product(&a.elements, 0..1, key.factor())?, 2)
    }

    /// log2 of the largest coefficient of the v_i, for the integer polynomial that a ciphertext
    /// holds. It reveals the secret key to whoever knows the ciphertext's history.
    ///
    /// # Errors
    /// When there are not n coefficients.
    pub fn measure(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
        message: &[i64],
    ) -> Result<f64, Error> {
        let Parameters { log2_w, .. } = *self.0.parameters();
        let count = R::count(&a.elements);
        let mut noise = a.elements.clone();
        R::sub_assign(&mut noise, 0, &self.0.multiples(message, log2_w, count)?)?;
        Ok(R::log2_largest(&R::product(&noise, 0..count, key.factor())?))
    }
}
