//! YASHE': Bos, Lauter, Loftus and Naehrig, "Improved Security for a Ring-Based Fully Homomorphic
//! Encryption Scheme", ePrint 2013/075, section 4.1 (the more practical variant), with lazy key
//! switching.
//!
//! A ciphertext is one element c with f·c = Δ·m + v modulo q. A product satisfies that with f² in place
//! of f, and stays so until it is added or multiplied. Narrow keys make the scheme *overstretched* for
//! q beyond 0.004·n^2.484 (ePrint 2021/999): all moduli that allow a product are. To study costs only.

use ringassay_bigring::{Lift, width};
use ringassay_ring::sample::Seed;
use ringassay_scheme::purpose;

use crate::{
    Error,
    ntru::{PublicKey, SecretKey},
    rlwe::{Context, Noise, Parameters, Unchecked},
    vocabulary::Multiprecision,
};

/// An instance of YASHE'.
#[derive(Debug, Clone)]
pub struct Yashe<R: Multiprecision>(Context<R>);

/// w^i·f + e_i + h·s_i for i < l, ready for products with digits.
#[derive(Debug, Clone)]
pub struct EvaluationKey<R: Multiprecision>(R::Table);

/// c with the bound of its noise.
#[derive(Debug, Clone)]
pub struct Ciphertext<R: Multiprecision> {
    /// c.
    pub element: R::Vector,
    /// Whether it is decrypted with f² instead of f: a product that is not yet switched.
    pub squared: bool,
    /// The bound of v, after the switch where there will be one.
    pub noise: Noise,
}

impl<R: Multiprecision> Yashe<R> {
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

    /// ParamsGen, KeyGen: f = t·f' + 1 and h = t·g/f.
    ///
    /// # Errors
    /// When no f was invertible.
    pub fn generate_keys(&self, seed: &Seed) -> Result<(SecretKey<R>, PublicKey<R>), Error> {
        self.0.generate_ntru_keys(seed)
    }

    /// KeyGen: the evaluation key γ = \[f·P_w + e + h·s\]_q.
    ///
    /// # Errors
    /// None for keys of this instance.
    pub fn generate_evaluation_key(
        &self,
        secret: &SecretKey<R>,
        public: &PublicKey<R>,
        seed: &Seed,
    ) -> Result<EvaluationKey<R>, Error> {
        self.evaluation_key(&self.draw_evaluation_vector(secret, public, seed)?)
    }

    /// The l elements of γ, drawn.
    ///
    /// # Errors
    /// As above.
    pub fn draw_evaluation_vector(
        &self,
        secret: &SecretKey<R>,
        public: &PublicKey<R>,
        seed: &Seed,
    ) -> Result<R::Vector, Error> {
        let (seed, digits) =
            (seed.derive(purpose::EVALUATION_KEY, 0), self.0.parameters().digits());
        let s = self.0.errors(&seed, purpose::EPHEMERAL, digits)?;
        let e = self.0.errors(&seed, purpose::ERROR, digits)?;
        let mut key = self.0.ntru_zeros(public, &s, &e, 1)?;
        drop((s, e));
        let f = secret.element(&self.0)?;
        R::add_assign(&mut key, 0, &R::multiples(&f, self.0.parameters().log2_w, digits)?)?;
        R::publish(&mut key);
        Ok(key)
    }

    /// The evaluation key of l given elements.
    ///
    /// # Errors
    /// When they are not as many.
    pub fn evaluation_key(&self, elements: &R::Vector) -> Result<EvaluationKey<R>, Error> {
        Ok(EvaluationKey(R::table(elements, self.0.parameters().gadget())?))
    }

    /// Encrypt: Δ·m + e + h·s. `seed` must be fresh for every ciphertext.
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
        let s = self.0.errors(seed, purpose::EPHEMERAL, 1)?;
        let mut element =
            self.0.ntru_zeros(key, &s, &self.0.errors(seed, purpose::ERROR, 1)?, 1)?;
        R::add_assign(&mut element, 0, &self.0.encode(message)?)?;
        R::publish(&mut element);
        let noise = self.fresh_noise(self.0.parameters().error_bound());
        Ok(Ciphertext { element, squared: false, noise })
    }

    /// Δ·m: a message that is public.
    ///
    /// # Errors
    /// As [`Yashe::encrypt`].
    pub fn constant(&self, message: &[u64]) -> Result<Ciphertext<R>, Error> {
        let element = self.0.encode(message)?;
        Ok(Ciphertext { element, squared: false, noise: self.fresh_noise(0.0) })
    }

    /// Lemma 1, with B_key·t for |f|: V0 = δ·t·B_key·(2·B_err + (q mod t)/2).
    fn fresh_noise(&self, error_bound: f64) -> Noise {
        let parameters = self.0.parameters();
        let (delta, t) = (parameters.expansion(), parameters.t as f64);
        let errors = 2.0 * error_bound + parameters.remainder() as f64 / 2.0;
        self.0.noise(delta * t * Parameters::KEY_BOUND * errors)
    }

    /// KeySwitch, where it is due: Σ D_w(c)_i·evk_i.
    ///
    /// # Errors
    /// When the key lies in another ring.
    pub fn switch(
        &self,
        a: &Ciphertext<R>,
        key: &EvaluationKey<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if !a.squared {
            return Ok(a.clone());
        }
        let element = R::gadget_product(&a.element, 0, &key.0)?;
        Ok(Ciphertext { element, squared: false, noise: a.noise })
    }

    /// Negation.
    #[must_use]
    pub fn negate(&self, a: &Ciphertext<R>) -> Ciphertext<R> {
        let mut negated = a.clone();
        R::neg_assign(&mut negated.element);
        negated.noise = self.0.negated_noise(&a.noise);
        negated
    }

    /// The product with a public integer.
    ///
    /// # Errors
    /// When it is not below 2^61 in magnitude.
    pub fn scale(&self, a: &Ciphertext<R>, factor: i64) -> Result<Ciphertext<R>, Error> {
        let (element, noise) = self.0.scaled(&a.element, &a.noise, factor)?;
        Ok(Ciphertext { element, noise, squared: a.squared })
    }

    /// Add, after the switches that are due.
    ///
    /// # Errors
    /// When the operands lie in other rings.
    pub fn add(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        key: &EvaluationKey<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let mut sum = self.switch(a, key)?;
        if b.squared {
            R::add_assign(&mut sum.element, 0, &self.switch(b, key)?.element)?;
        } else {
            R::add_assign(&mut sum.element, 0, &b.element)?;
        }
        sum.noise = self.0.sum_noise(&a.noise, &b.noise);
        Ok(sum)
    }

    /// Mult, after the switches that are due: round(t/q·a·b) over Z, under f².
    ///
    /// # Errors
    /// When the operands lie in other rings.
    pub fn multiply(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        key: &EvaluationKey<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let shape = self.0.ring().shape();
        let lift = shape.log2_lift(Lift::Centred);
        let width = width(shape.log2_product(lift, lift));
        let spectrum = |x: &Ciphertext<R>| {
            if x.squared {
                return R::transform(&self.switch(x, key)?.element, 0..1, Lift::Centred, width);
            }
            R::transform(&x.element, 0..1, Lift::Centred, width)
        };
        let mut product = spectrum(a)?;
        R::mul_assign(&mut product, &spectrum(b)?)?;
        let element = R::round(product, self.0.parameters().t)?;
        let bound = self.product_noise(a.noise.bound.max(b.noise.bound));
        Ok(Ciphertext { element, squared: true, noise: self.0.noise(bound) })
    }

    /// Theorems 2 and 3 (as in Lepoint and Naehrig, ePrint 2014/062):
    /// V' = δ·t·(4 + δ·t·B_key)·V + δ²·t²·B_key·(B_key + t) + δ²·t·l·w·B_err·B_key.
    fn product_noise(&self, bound: f64) -> f64 {
        let parameters = self.0.parameters();
        let (delta, t) = (parameters.expansion(), parameters.t as f64);
        let key = Parameters::KEY_BOUND;
        let switch = parameters.digits() as f64 * parameters.w() * parameters.error_bound() * key;
        delta * t * (4.0 + delta * t * key) * bound
            + delta * delta * t * t * key * (key + t)
            + delta * delta * t * switch
    }

    /// Decrypt: round(t/q·\[f·c\]_q) modulo t, with f² for products.
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

    /// \[f·c\]_q or \[f²·c\]_q: secret.
    fn phase(&self, key: &SecretKey<R>, a: &Ciphertext<R>) -> Result<R::Vector, Error> {
        let phase = R::product(&a.element, 0..1, key.factor())?;
        if a.squared { R::product(&phase, 0..1, key.factor()) } else { Ok(phase) }
    }

    /// log2 of the largest coefficient of v, for the message that a ciphertext holds. It reveals the
    /// secret key to whoever knows the ciphertext's history.
    ///
    /// # Errors
    /// As [`Yashe::encrypt`].
    pub fn measure(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
        message: &[u64],
    ) -> Result<f64, Error> {
        self.0.measured(self.phase(key, a)?, message)
    }
}
