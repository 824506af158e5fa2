//! FV: Fan and Vercauteren, "Somewhat Practical Fully Homomorphic Encryption", ePrint 2012/144, with
//! relinearisation version 1 in base w.
//!
//! A ciphertext (c0, c1) has c0 + c1·s = Δ·m + v modulo q, Δ = ⌊q/t⌋, v the noise. Step by step as in
//! section 4 of the paper; distributions as in [`rlwe`](crate::rlwe).

use ringassay_bigring::{Lift, width};
use ringassay_ring::sample::Seed;
use ringassay_scheme::purpose;

use crate::{
    Error,
    rlwe::{Context, Noise, Parameters, Unchecked},
    vocabulary::Multiprecision,
};

/// An instance of FV.
#[derive(Debug, Clone)]
pub struct Fv<R: Multiprecision>(Context<R>);

/// s, narrow, ready for products.
#[derive(Debug, Clone)]
pub struct SecretKey<R: Multiprecision> {
    small: R::Small,
    factor: R::EvaluationForm,
}

/// (-(a·s + e), a), ready for products with u.
#[derive(Debug, Clone)]
pub struct PublicKey<R: Multiprecision>(R::EvaluationForm);

/// (-(a_i·s + e_i) + w^i·s², a_i) for i < l, ready for products with digits.
#[derive(Debug, Clone)]
pub struct RelinearisationKey<R: Multiprecision>(R::Table);

/// (c0, c1) with the bound of its noise.
#[derive(Debug, Clone)]
pub struct Ciphertext<R: Multiprecision> {
    /// c0 and c1.
    pub parts: R::Vector,
    /// The bound of v.
    pub noise: Noise,
}

impl<R: Multiprecision> Fv<R> {
    /// An instance in a ring of its parameters.
    ///
    /// # Errors
    /// When no instance has such parameters, or the ring is another.
    pub fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        Context::new(parameters, ring).map(Self)
    }

    /// Ring and parameters.
    pub fn context(&self) -> &Context<R> {
        &self.0
    }

    /// FV.SH.SecretKeyGen.
    ///
    /// # Errors
    /// None for parameters that were checked; likewise below where none are told.
    pub fn generate_secret_key(&self, seed: &Seed) -> Result<SecretKey<R>, Error> {
        let seed = &seed.derive(purpose::SECRET_KEY, 0);
        self.secret_key(self.0.keys(seed, purpose::SECRET, 1)?)
    }

    /// The secret key of a given s.
    ///
    /// # Errors
    /// When s is not one polynomial.
    pub fn secret_key(&self, small: R::Small) -> Result<SecretKey<R>, Error> {
        let factor = self.0.factor(&small)?;
        Ok(SecretKey { small, factor })
    }

    /// FV.SH.PublicKeyGen.
    ///
    /// # Errors
    /// As above.
    pub fn generate_public_key(
        &self,
        secret: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<PublicKey<R>, Error> {
        let seed = &seed.derive(purpose::PUBLIC_KEY, 0);
        let a = self.0.ring().uniform(&seed.derive(purpose::UNIFORM, 0).published(), 1);
        let parts = self.public_vector(secret, &a, &self.0.errors(seed, purpose::ERROR, 1)?)?;
        self.public_key(&parts)
    }

    /// (-(a·s + e), a) for given a and e.
    ///
    /// # Errors
    /// When they are not one polynomial each.
    pub fn public_vector(
        &self,
        secret: &SecretKey<R>,
        a: &R::Vector,
        e: &R::Small,
    ) -> Result<R::Vector, Error> {
        R::concatenate(&[&self.0.samples(a, &secret.factor, e)?, a])
    }

    /// The public key of two given elements.
    ///
    /// # Errors
    /// As above.
    pub fn public_key(&self, parts: &R::Vector) -> Result<PublicKey<R>, Error> {
        Ok(PublicKey(self.0.constant(parts, self.0.key_bound())?))
    }

    /// FV.SH.EvaluateKeyGen, version 1.
    ///
    /// # Errors
    /// As above.
    pub fn generate_relinearisation_key(
        &self,
        secret: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<RelinearisationKey<R>, Error> {
        self.relinearisation_key(&self.draw_relinearisation_vector(secret, seed)?)
    }

    /// The 2·l elements of a relinearisation key, drawn.
    ///
    /// # Errors
    /// As above.
    pub fn draw_relinearisation_vector(
        &self,
        secret: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<R::Vector, Error> {
        let (seed, digits) =
            (seed.derive(purpose::EVALUATION_KEY, 0), self.0.parameters().digits());
        let a = self.0.ring().uniform(&seed.derive(purpose::UNIFORM, 0).published(), digits);
        self.relinearisation_vector(secret, &a, &self.0.errors(&seed, purpose::ERROR, digits)?)
    }

    /// -(a_i·s + e_i) + w^i·s² for i < l, and then the a_i, which are given like the e_i.
    ///
    /// # Errors
    /// When they are not l each.
    pub fn relinearisation_vector(
        &self,
        secret: &SecretKey<R>,
        a: &R::Vector,
        e: &R::Small,
    ) -> Result<R::Vector, Error> {
        let Parameters { log2_w, .. } = *self.0.parameters();
        let mut b = self.0.samples(a, &secret.factor, e)?;
        let mut s = self.0.ring().zero(1);
        R::add_small_assign(&mut s, 0, &secret.small, 1)?;
        let square = R::product(&s, 0..1, &secret.factor)?;
        R::add_assign(&mut b, 0, &R::multiples(&square, log2_w, R::count(a))?)?;
        R::publish(&mut b);
        R::concatenate(&[&b, a])
    }

    /// The relinearisation key of 2·l given elements.
    ///
    /// # Errors
    /// When they are not as many.
    pub fn relinearisation_key(&self, parts: &R::Vector) -> Result<RelinearisationKey<R>, Error> {
        Ok(RelinearisationKey(R::table(parts, self.0.parameters().gadget())?))
    }

    /// FV.SH.Encrypt. `seed` must be fresh for every ciphertext.
    ///
    /// # Errors
    /// When the message does not have n residues modulo t.
    pub fn encrypt(
        &self,
        key: &PublicKey<R>,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Ciphertext<R>, Error> {
        let seed = &seed.derive(purpose::ENCRYPTION, 0);
        let u = self.0.keys(seed, purpose::EPHEMERAL, 1)?;
        self.encrypt_with(key, message, &u, &self.0.errors(seed, purpose::ERROR, 2)?)
    }

    /// (pk0·u + e1 + Δ·m, pk1·u + e2) for given u and e = (e1, e2).
    ///
    /// # Errors
    /// As [`Fv::encrypt`].
    pub fn encrypt_with(
        &self,
        key: &PublicKey<R>,
        message: &[u64],
        u: &R::Small,
        e: &R::Small,
    ) -> Result<Ciphertext<R>, Error> {
        let u = self.0.ring().transform_small(u, self.0.width_of(self.0.key_bound()))?;
        let mut parts = self.0.products(&key.0, &u)?;
        R::add_small_assign(&mut parts, 0, e, 1)?;
        R::add_assign(&mut parts, 0, &self.0.encode(message)?)?;
        R::publish(&mut parts);
        // Lemma 1: |e·u + e1 + e2·s|.
        let parameters = self.0.parameters();
        let factor = 1.0 + 2.0 * parameters.expansion() * Parameters::KEY_BOUND;
        Ok(Ciphertext { parts, noise: self.0.noise(parameters.error_bound() * factor) })
    }

    /// (Δ·m, 0): a message that is public.
    ///
    /// # Errors
    /// As [`Fv::encrypt`].
    pub fn constant(&self, message: &[u64]) -> Result<Ciphertext<R>, Error> {
        let mut parts = self.0.ring().zero(2);
        R::add_assign(&mut parts, 0, &self.0.encode(message)?)?;
        Ok(Ciphertext { parts, noise: self.0.noise(0.0) })
    }

    /// FV.SH.Add.
    ///
    /// # Errors
    /// When the operands lie in other rings.
    pub fn add(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let mut parts = a.parts.clone();
        R::add_assign(&mut parts, 0, &b.parts)?;
        Ok(Ciphertext { parts, noise: self.0.sum_noise(&a.noise, &b.noise) })
    }

    /// Negation.
    #[must_use]
    pub fn negate(&self, a: &Ciphertext<R>) -> Ciphertext<R> {
        let mut parts = a.parts.clone();
        R::neg_assign(&mut parts);
        Ciphertext { parts, noise: self.0.negated_noise(&a.noise) }
    }

    /// The product with a public integer.
    ///
    /// # Errors
    /// When it is not below 2^61 in magnitude.
    pub fn scale(&self, a: &Ciphertext<R>, factor: i64) -> Result<Ciphertext<R>, Error> {
        let (parts, noise) = self.0.scaled(&a.parts, &a.noise, factor)?;
        Ok(Ciphertext { parts, noise })
    }

    /// FV.SH.Mul: basic multiplication, rounded, and relinearisation of the third part.
    ///
    /// # Errors
    /// When the operands lie in other rings.
    pub fn multiply(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        key: &RelinearisationKey<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let product = self.tensor(a, b)?;
        let mut parts = R::gadget_product(&product, 2, &key.0)?;
        R::add_assign(&mut parts, 0, &R::slice(&product, 0..2)?)?;
        let bound = self.product_noise(a.noise.bound.max(b.noise.bound));
        Ok(Ciphertext { parts, noise: self.0.noise(bound) })
    }

    /// round(t/q·(a0·b0, a0·b1 + a1·b0, a1·b1)) over Z, modulo q.
    ///
    /// # Errors
    /// As [`Fv::multiply`].
    pub fn tensor(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<R::Vector, Error> {
        let shape = self.0.ring().shape();
        let lift = shape.log2_lift(Lift::Centred);
        let width = width(shape.log2_product(lift, lift) + 1.0);
        let [a, b] = [a, b].map(|x| R::transform(&x.parts, 0..2, Lift::Centred, width));
        R::round(R::tensor(&a?, &b?)?, self.0.parameters().t)
    }

    /// Theorem 1 with relinearisation (Lepoint and Naehrig, ePrint 2014/062):
    /// V' = δ·t·(4 + δ·B_key)·V + δ²·B_key·(B_key + t²) + δ·l·w·B_err.
    fn product_noise(&self, bound: f64) -> f64 {
        let parameters = self.0.parameters();
        let (delta, t) = (parameters.expansion(), parameters.t as f64);
        let key = Parameters::KEY_BOUND;
        delta * t * (4.0 + delta * key) * bound
            + delta * delta * key * (key + t * t)
            + delta * parameters.digits() as f64 * parameters.w() * parameters.error_bound()
    }

    /// FV.SH.Decrypt: round(t/q·\[c0 + c1·s\]_q) modulo t.
    ///
    /// # Errors
    /// [`Undecryptable`](ringassay_scheme::Error::Undecryptable)(ringassay_scheme::Error::Undecryptable) when the noise may be too large, unless that is `unchecked`.
    pub fn decrypt(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
        unchecked: Unchecked,
    ) -> Result<R::Message, Error> {
        a.noise.check(self.0.limit(), unchecked)?;
        R::decode(&self.phase(key, a)?, self.0.parameters().t)
    }

    /// \[c0 + c1·s\]_q: secret.
    fn phase(&self, key: &SecretKey<R>, a: &Ciphertext<R>) -> Result<R::Vector, Error> {
        let mut phase = R::product(&a.parts, 1..2, &key.factor)?;
        R::add_assign(&mut phase, 0, &R::slice(&a.parts, 0..1)?)?;
        Ok(phase)
    }

    /// log2 of the largest coefficient of v, for the message that a ciphertext holds. It reveals the
    /// secret key to whoever knows the ciphertext's history.
    ///
    /// # Errors
    /// As [`Fv::encrypt`].
    pub fn measure(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
        message: &[u64],
    ) -> Result<f64, Error> {
        self.0.measured(self.phase(key, a)?, message)
    }
}
