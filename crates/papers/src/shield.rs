//! SHIELD: Khedr, Gulak and Vaikuntanathan, "SHIELD: Scalable Homomorphic Implementation of Encrypted
//! Data-Classifiers", ePrint 2014/838: the GSW scheme over rings, in base 2.
//!
//! A ciphertext is a matrix C of N×2 elements, N = 2·l, l = log2 q, with C·(1, -t) = μ·B·(1, -t) + v, B
//! the gadget: 2^i in row i of the first column, and in row l + i of the second. q is a power of two, so
//! that 2^(l-1) = q/2 and messages are binary polynomials modulo 2.

use num_bigint::BigUint;
use num_traits::One;
use ringassay_bigring::{Gadget, Upper};
use ringassay_ring::sample::Seed;
use ringassay_scheme::{Error as SchemeError, purpose};

use crate::{
    Error,
    rlwe::{Context, Noise, Parameters, Unchecked},
    vocabulary::Multiprecision,
};

/// An instance of SHIELD.
#[derive(Debug, Clone)]
pub struct Shield<R: Multiprecision> {
    context: Context<R>,
    digits: usize,
}

/// t, narrow, ready for products.
#[derive(Debug, Clone)]
pub struct SecretKey<R: Multiprecision>(R::EvaluationForm);

/// b = a·t + e and a, ready for products with narrow polynomials.
#[derive(Debug, Clone)]
pub struct PublicKey<R: Multiprecision>([R::EvaluationForm; 2]);

/// C, column after column, with the bound of its noise.
#[derive(Debug, Clone)]
pub struct Ciphertext<R: Multiprecision> {
    /// 2·N elements.
    pub matrix: R::Vector,
    /// The bound of v, and of the message as an integer polynomial.
    pub noise: Noise,
}

impl<R: Multiprecision> Shield<R> {
    /// An instance in a ring of its parameters.
    ///
    /// # Errors
    /// When no instance has such parameters, t or w is not 2, q is no power of two, or the ring is
    /// another.
    pub fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        let power = BigUint::one() << (parameters.q.bits().max(1) - 1);
        if parameters.t != 2 || parameters.log2_w != 1 || parameters.q != power {
            return Err(SchemeError::Parameters(format!(
                "SHIELD needs t = 2, w = 2 and a power of two for q, so that the most significant bit \
                 of a coefficient is a bit of the message, not t = {}, w = 2^{}, q = {}",
                parameters.t, parameters.log2_w, parameters.q
            )).into());
        }
        let digits = parameters.digits();
        Ok(Self { context: Context::new(parameters, ring)?, digits })
    }

    /// Ring and parameters.
    pub fn context(&self) -> &Context<R> {
        &self.context
    }

    /// N.
    fn rows(&self) -> usize {
        2 * self.digits
    }

    /// Both columns of a row are decomposed.
    fn gadget(&self) -> Gadget {
        Gadget { log2_w: 1, digits: self.digits, group: 2 }
    }

    /// KeyGen (§3.2): the secret t.
    ///
    /// # Errors
    /// None for parameters that were checked; likewise below where none are told.
    pub fn generate_secret_key(&self, seed: &Seed) -> Result<SecretKey<R>, Error> {
        let seed = &seed.derive(purpose::SECRET_KEY, 0);
        Ok(SecretKey(self.context.factor(&self.context.keys(seed, purpose::SECRET, 1)?)?))
    }

    /// KeyGen: b = a·t + e.
    ///
    /// # Errors
    /// As above.
    pub fn generate_public_key(
        &self,
        secret: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<PublicKey<R>, Error> {
        let seed = &seed.derive(purpose::PUBLIC_KEY, 0);
        let a = self.context.ring().uniform(&seed.derive(purpose::UNIFORM, 0).published(), 1);
        let mut b = R::product(&a, 0..1, &secret.0)?;
        R::add_small_assign(&mut b, 0, &self.context.errors(seed, purpose::ERROR, 1)?, 1)?;
        R::publish(&mut b);
        let bound = self.context.key_bound();
        Ok(PublicKey([self.context.constant(&b, bound)?, self.context.constant(&a, bound)?]))
    }

    /// Enc: C = μ·B + r·(b, a) + E. `seed` must be fresh for every ciphertext.
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
        self.context.check_message(message)?;
        let (ring, rows) = (self.context.ring(), self.rows());
        let r = self.context.keys(seed, purpose::EPHEMERAL, rows)?;
        let r = ring.transform_small(&r, self.context.width_of(self.context.key_bound()))?;
        let mut matrix = ring.zero(2 * rows);
        for (column, part) in key.0.iter().enumerate() {
            let mut product = r.clone();
            R::mul_assign(&mut product, part)?;
            R::add_assign(&mut matrix, column * rows, &R::reduce(product)?)?;
        }
        drop(r);
        let errors = self.context.errors(seed, purpose::ERROR, 2 * rows)?;
        R::add_small_assign(&mut matrix, 0, &errors, 1)?;
        drop(errors);
        self.add_message(&mut matrix, message)?;
        R::publish(&mut matrix);
        // r·e + E_0 - E_1·t.
        let parameters = self.context.parameters();
        let factor = 1.0 + 2.0 * parameters.expansion() * Parameters::KEY_BOUND;
        let noise = self.context.bits_noise(factor * parameters.error_bound());
        Ok(Ciphertext { matrix, noise })
    }

    /// μ·B: a message that is public.
    ///
    /// # Errors
    /// As [`Shield::encrypt`].
    pub fn constant(&self, message: &[u64]) -> Result<Ciphertext<R>, Error> {
        self.context.check_message(message)?;
        let mut matrix = self.context.ring().zero(2 * self.rows());
        self.add_message(&mut matrix, message)?;
        Ok(Ciphertext { matrix, noise: self.context.bits_noise(0.0) })
    }

    /// C += μ·B.
    fn add_message(&self, matrix: &mut R::Vector, message: &[u64]) -> Result<(), Error> {
        let (rows, digits) = (self.rows(), self.digits);
        let message = self.context.ring().message(message, &BigUint::one(), Upper::NONE)?;
        let message = R::multiples(&message, 1, digits)?;
        R::add_assign(matrix, 0, &message)?;
        R::add_assign(matrix, rows + digits, &message)
    }

    /// HomAdd: the sum modulo 2.
    ///
    /// # Errors
    /// When the operands lie in other rings.
    pub fn add(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let mut matrix = a.matrix.clone();
        R::add_assign(&mut matrix, 0, &b.matrix)?;
        Ok(Ciphertext { matrix, noise: a.noise.plus(&b.noise) })
    }

    /// HomMult: BD(A)·B, which adds μ_B·v_A + BD(A)·v_B of noise: a chain whose right factors are
    /// fresh grows additively.
    ///
    /// # Errors
    /// When the operands lie in other rings.
    pub fn multiply(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let table = R::table(&b.matrix, self.gadget())?;
        let matrix = R::gadget_product(&a.matrix, 0, &table)?;
        let delta = self.context.parameters().expansion();
        let rows = self.rows() as f64;
        let carried = b.noise.terms * b.noise.message * a.noise.bound;
        let noise = a.noise.times(&b.noise, carried + delta * rows * b.noise.bound, delta);
        Ok(Ciphertext { matrix, noise })
    }

    /// 4·l: the elements of C.
    pub fn elements(&self) -> usize {
        2 * self.rows()
    }

    /// q/4: noise below it does not change a bit of the message.
    pub fn limit(&self) -> f64 {
        (self.context.ring().shape().log2_q - 2.0).exp2()
    }

    /// Dec: row l - 1 of C·(1, -t) is q/2·μ + v.
    ///
    /// # Errors
    /// [`Undecryptable`](ringassay_scheme::Error::Undecryptable)(ringassay_scheme::Error::Undecryptable) when the noise may be too large, unless that is `unchecked`.
    pub fn decrypt(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
        unchecked: Unchecked,
    ) -> Result<R::Message, Error> {
        a.noise.check(self.limit(), unchecked)?;
        R::decode(&self.phase(key, a, self.digits - 1, 1)?, 2)
    }

    /// Some rows of C·(1, -t): secret.
    fn phase(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
        first: usize,
        count: usize,
    ) -> Result<R::Vector, Error> {
        let second = self.rows() + first;
        let mut phase = R::slice(&a.matrix, first..first + count)?;
        R::sub_assign(&mut phase, 0, &R::product(&a.matrix, second..second + count, &key.0)?)?;
        Ok(phase)
    }

    /// log2 of the largest coefficient of v in the first l rows, for the integer polynomial that a
    /// ciphertext holds. It reveals the secret key to whoever knows the ciphertext's history.
    ///
    /// # Errors
    /// When there are not n coefficients.
    pub fn measure(
        &self,
        key: &SecretKey<R>,
        a: &Ciphertext<R>,
        message: &[i64],
    ) -> Result<f64, Error> {
        let mut noise = self.phase(key, a, 0, self.digits)?;
        R::sub_assign(&mut noise, 0, &self.context.multiples(message, 1, self.digits)?)?;
        Ok(R::log2_largest(&noise))
    }
}
