//! Keys.

use ringassay_ring::{
    Crt,
    sample::{Label, Seed},
};

use super::Context;
use crate::{
    Error, Ring,
    hybrid::{ERROR, Hint, UNIFORM},
    purpose,
};

const SECRET: Label = Label::new("secret");

/// The secret key s, modulo Q·P. Cleared when dropped; never shown.
#[derive(Clone)]
pub struct SecretKey<R: Ring>(R::Element<Crt>);

impl<R: Ring> std::fmt::Debug for SecretKey<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// (b, a) with b + a·s = g·e modulo Q.
#[derive(Debug, Clone)]
pub struct PublicKey<R: Ring> {
    pub(super) b: R::Element<Crt>,
    pub(super) a: R::Element<Crt>,
}

/// The hint from s² to s.
#[derive(Debug, Clone)]
pub struct EvaluationKey<R: Ring>(pub(super) Hint<R>);

impl<R: Ring> Context<R> {
    /// A secret key.
    ///
    /// # Errors
    /// When the distribution of secrets does not fit.
    pub fn generate_secret_key(&self, seed: &Seed) -> Result<SecretKey<R>, Error> {
        let seed = &seed.derive(purpose::SECRET_KEY, 0);
        let ring = &self.0.qp;
        let secret = ring.secret(&self.0.secret, &mut seed.stream(SECRET, 0))?;
        Ok(SecretKey(R::into_crt(ring.reduce(&secret)?)))
    }

    /// The public key of a secret key.
    ///
    /// # Errors
    /// When the key is of other parameters; likewise below.
    pub fn generate_public_key(
        &self,
        key: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<PublicKey<R>, Error> {
        let seed = &seed.derive(purpose::PUBLIC_KEY, 0);
        let (uniform, error) = (seed.derive(UNIFORM, 0).published(), seed.derive(ERROR, 0));
        let secret = self.secret_modulo_q(key)?;
        let (b, a) = self.masking().masked(&self.0.q, &secret, &uniform, &error, None)?;
        Ok(PublicKey { b, a })
    }

    /// The key that products need.
    ///
    /// # Errors
    /// As said.
    pub fn generate_evaluation_key(
        &self,
        key: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<EvaluationKey<R>, Error> {
        let square = R::mul(&key.0, &key.0)?;
        let (ring, digits) = (&self.0.qp, self.parameters().digits());
        let factors = &self.0.p_modulo_qp;
        let hint = self.masking().hint(ring, [&key.0, &square], &digits, factors, seed)?;
        Ok(EvaluationKey(hint))
    }

    pub(super) fn secret_modulo_q(&self, key: &SecretKey<R>) -> Result<R::Element<Crt>, Error> {
        let limbs: Vec<usize> = (0..self.parameters().primes.len()).collect();
        R::pick_limbs(&key.0, &self.0.q, &limbs)
    }
}
