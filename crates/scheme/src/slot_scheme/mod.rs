//! What programs need of a scheme that holds vectors in slots, whichever it is: parameters, keys,
//! encryption, evaluation, decryption, noise, sizes.
//!
//! [`SlotParameters`] are a scheme, as a type: what they define is a [`SlotScheme`] over any
//! [`Ring`]. Planners, systems under test and the public API are written once over these two
//! traits. A further scheme with slots implements both beside its own files and is named in
//! [`slot_schemes`](crate::slot_schemes).
//!
//! Ciphertexts have a *level*: a place in the chain of moduli, 0 the smallest. A scheme whose ciphertexts
//! keep their modulus has one level.

mod list;
mod own_names;
mod parameters;

use std::{borrow::Cow, fmt};

use ringassay_ring::{RnsRing, sample::Seed};

use crate::{
    Error, Plaintext, Ring,
    encoding::{KeySet, VectorEncoder},
    noise::{Measured, Model, Noise},
    serial::{Saved, SavedCiphertext, SavedSecret},
};

pub(crate) use own_names::{by_own_names, parameters_by_own_names};
pub use parameters::SlotParameters;

/// What a prepared plaintext is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It is added to ciphertexts.
    Addend,
    /// It multiplies ciphertexts.
    Factor,
}

/// An instance of a scheme with slots over a ring: rings and tables of one parameter set. A handle, cheap
/// to clone.
///
/// Every function fails if an operand is of other parameters, and, unless the instance
/// [insists](SlotScheme::insisting), with [`Error::NoiseBudget`] where it is not guaranteed that the result
/// decrypts.
pub trait SlotScheme: Clone + fmt::Debug + Send + Sync + Sized + 'static {
    /// The ring of ciphertexts.
    type Ring: Ring;
    /// What defines an instance.
    type Parameters: SlotParameters;
    /// Decrypts.
    type SecretKey: fmt::Debug + Send + Sync;
    /// Encrypts.
    type PublicKey: fmt::Debug + Send + Sync;
    /// Multiplies and rotates.
    type EvaluationKeys: fmt::Debug + Send + Sync;
    /// An encrypted plaintext.
    type Ciphertext: Clone + fmt::Debug + Send + Sync;
    /// A plaintext ready for sums or products with ciphertexts of one level.
    type Prepared: fmt::Debug + Send + Sync;
    /// A ciphertext decomposed for several automorphisms.
    type Hoisted<'a>: Send + Sync
    where
        Self: 'a;

    /// Whether a plaintext is another ring element as an addend than as a factor.
    const PREPARES_BY_ROLE: bool;

    // ---- The instance ---------------------------------------------------------------------------

    /// The parameters.
    fn parameters(&self) -> &Self::Parameters;

    /// The same instance, which refuses nothing for its noise.
    #[must_use]
    fn insisting(&self) -> Self;

    /// The number of levels, at least 1. Fresh ciphertexts lie at the highest.
    fn levels(&self) -> usize;

    /// log2 Q at a level; 0 where there is no such level.
    fn log2_q(&self, level: usize) -> f64;

    /// The number of primes of Q at a level; 0 where there is no such level.
    fn limbs(&self, level: usize) -> usize;

    /// The level at which a product of operands with these noises (level, noise, parts) leaves the largest
    /// noise budget, or nearly so with fewer primes.
    fn product_level(&self, operands: [(usize, &Noise, usize); 2]) -> usize;

    // ---- Keys -----------------------------------------------------------------------------------

    /// A secret key. `seed` must be fresh for every key; likewise below.
    ///
    /// # Errors
    /// When the distribution of secrets does not fit.
    fn generate_secret_key(&self, seed: &Seed) -> Result<Self::SecretKey, Error>;

    /// The public key of a secret key.
    ///
    /// # Errors
    /// None for keys of this instance.
    fn generate_public_key(
        &self,
        key: &Self::SecretKey,
        seed: &Seed,
    ) -> Result<Self::PublicKey, Error>;

    /// The keys for products, if asked for, and for ζ ↦ ζ^k for each k in `automorphisms`.
    ///
    /// # Errors
    /// When an exponent is no unit modulo m.
    fn generate_evaluation_keys(
        &self,
        key: &Self::SecretKey,
        products: bool,
        automorphisms: &[u32],
        seed: &Seed,
    ) -> Result<Self::EvaluationKeys, Error>;

    /// Whether keys multiply.
    fn has_products(keys: &Self::EvaluationKeys) -> bool;

    /// What tells keys that were generated together from all others, if they multiply.
    fn identity(keys: &Self::EvaluationKeys) -> Option<[u8; Seed::BYTES]>;

    /// The k of the automorphisms ζ ↦ ζ^k that keys have.
    fn automorphisms(keys: &Self::EvaluationKeys) -> Vec<u32>;

    /// Keys of both; those of `other` where both have one.
    fn merged(keys: Self::EvaluationKeys, other: Self::EvaluationKeys) -> Self::EvaluationKeys;

    // ---- Encryption -----------------------------------------------------------------------------

    /// The plaintext with these coefficients in the powerful basis.
    ///
    /// # Errors
    /// When they are not n residues below t.
    fn plaintext(&self, coefficients: Vec<u64>) -> Result<Plaintext, Error>;

    /// A plaintext under the public key. `seed` must be fresh for every ciphertext; likewise below.
    ///
    /// # Errors
    /// None for keys and plaintexts of this instance.
    fn encrypt(
        &self,
        key: &Self::PublicKey,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Self::Ciphertext, Error>;

    /// A plaintext under the secret key: half as long when saved.
    ///
    /// # Errors
    /// As [`SlotScheme::encrypt`].
    fn encrypt_secret(
        &self,
        key: &Self::SecretKey,
        plaintext: &Plaintext,
        seed: &Seed,
    ) -> Result<Self::Ciphertext, Error>;

    /// A transparent ciphertext, which anybody can make.
    ///
    /// # Errors
    /// As [`SlotScheme::encrypt`].
    fn trivial(&self, plaintext: &Plaintext) -> Result<Self::Ciphertext, Error>;

    /// The coefficients of the plaintext.
    ///
    /// # Errors
    /// [`Error::Undecryptable`], [`Error::DecryptionFailure`] when noise may have destroyed it, or the key is
    /// another.
    fn decrypt(
        &self,
        key: &Self::SecretKey,
        a: &Self::Ciphertext,
    ) -> Result<<Self::Ring as Ring>::Message, Error>;

    // ---- What is known of a ciphertext ----------------------------------------------------------

    /// Its level.
    fn level(a: &Self::Ciphertext) -> usize;

    /// The number of its parts: 2, or 3 for a product that was not relinearised.
    fn parts(a: &Self::Ciphertext) -> usize;

    /// The estimate of its noise.
    fn noise(a: &Self::Ciphertext) -> &Noise;

    /// What noise is estimated with.
    fn model(&self) -> &Model;

    /// log2 of the noise at which decryption fails at a level.
    fn limit_bits(&self, level: usize) -> f64;

    /// log2 of what the coefficients of the noise stay below, but for a probability of about 2^-64.
    fn bound_bits(&self, a: &Self::Ciphertext) -> f64 {
        self.model().bound_bits(Self::noise(a))
    }

    /// The noise budget in bits: from the bound of the noise to what decrypts. Positive where decryption is
    /// guaranteed.
    fn noise_budget_bits(&self, a: &Self::Ciphertext) -> f64 {
        self.limit_bits(Self::level(a)) - self.bound_bits(a)
    }

    // ---- Evaluation -----------------------------------------------------------------------------

    /// The ciphertext at a level that is not above its own; itself at its own.
    ///
    /// # Errors
    /// When the level is higher.
    fn at_level<'a>(
        &self,
        a: &'a Self::Ciphertext,
        level: usize,
    ) -> Result<Cow<'a, Self::Ciphertext>, Error>;

    /// As [`SlotScheme::at_level`], using up the ciphertext.
    ///
    /// # Errors
    /// As [`SlotScheme::at_level`].
    fn switched(&self, a: Self::Ciphertext, level: usize) -> Result<Self::Ciphertext, Error>;

    /// a + b, at the lower of their levels.
    ///
    /// # Errors
    /// As said above; likewise below.
    fn add(&self, a: &Self::Ciphertext, b: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// a += b, at one level.
    ///
    /// # Errors
    /// If the levels differ.
    fn add_assign(&self, a: &mut Self::Ciphertext, b: &Self::Ciphertext) -> Result<(), Error>;

    /// a - b, at the lower of their levels.
    ///
    /// # Errors
    /// As said above.
    fn sub(&self, a: &Self::Ciphertext, b: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// -a.
    fn negate(&self, a: &Self::Ciphertext) -> Self::Ciphertext;

    /// A plaintext prepared for ciphertexts of a level.
    ///
    /// # Errors
    /// If there is no such level.
    fn prepare(
        &self,
        plaintext: &Plaintext,
        level: usize,
        role: Role,
    ) -> Result<Self::Prepared, Error>;

    /// a += m.
    ///
    /// # Errors
    /// If m is prepared for another level or role; likewise below.
    fn add_prepared_assign(
        &self,
        a: &mut Self::Ciphertext,
        m: &Self::Prepared,
    ) -> Result<(), Error>;

    /// a·m.
    ///
    /// # Errors
    /// As [`SlotScheme::add_prepared_assign`].
    fn multiply_prepared(
        &self,
        a: &Self::Ciphertext,
        m: &Self::Prepared,
    ) -> Result<Self::Ciphertext, Error>;

    /// a *= m.
    ///
    /// # Errors
    /// As [`SlotScheme::add_prepared_assign`].
    fn multiply_prepared_assign(
        &self,
        a: &mut Self::Ciphertext,
        m: &Self::Prepared,
    ) -> Result<(), Error>;

    /// a where the mask is 1, b where it is 0.
    ///
    /// # Errors
    /// As said above.
    fn select(
        &self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
        mask: &Plaintext,
    ) -> Result<Self::Ciphertext, Error>;

    /// a·b, relinearised, at the level that suits their noise; the square, with its own noise, where both
    /// are one object.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key for products.
    fn multiply(
        &self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
        keys: &Self::EvaluationKeys,
    ) -> Result<Self::Ciphertext, Error>;

    /// a·b of two ciphertexts at one level, with three parts.
    ///
    /// # Errors
    /// If an operand has not two parts, or the levels differ.
    fn tensor(&self, a: &Self::Ciphertext, b: &Self::Ciphertext)
    -> Result<Self::Ciphertext, Error>;

    /// a² with three parts.
    ///
    /// # Errors
    /// As [`SlotScheme::tensor`].
    fn tensor_square(&self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// The same message with two parts.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key for products.
    fn relinearise(
        &self,
        a: &Self::Ciphertext,
        keys: &Self::EvaluationKeys,
    ) -> Result<Self::Ciphertext, Error>;

    /// The ciphertext with its second part decomposed.
    ///
    /// # Errors
    /// If it has not two parts.
    fn hoist<'a>(&self, a: &'a Self::Ciphertext) -> Result<Self::Hoisted<'a>, Error>;

    /// The image under ζ ↦ ζ^k.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key for k.
    fn automorphism_hoisted(
        &self,
        a: &Self::Hoisted<'_>,
        k: u32,
        keys: &Self::EvaluationKeys,
    ) -> Result<Self::Ciphertext, Error>;

    /// The vector rotated: entry i becomes entry i + `steps` modulo its length.
    ///
    /// # Errors
    /// [`Error::MissingKey`] if the keys compose no such rotation.
    fn rotate(
        &self,
        a: &Self::Ciphertext,
        steps: i64,
        vectors: &VectorEncoder,
        keys: (&KeySet, &Self::EvaluationKeys),
    ) -> Result<Self::Ciphertext, Error>;
}

/// An instance that computes: its objects can be saved.
pub trait ComputingScheme:
    SlotScheme<
        Ring = RnsRing,
        Parameters: SlotParameters<Computing = Self>,
        SecretKey: SavedSecret<Context = Self>,
        PublicKey: Saved<Context = Self>,
        EvaluationKeys: Saved<Context = Self>,
        Ciphertext: SavedCiphertext<Context = Self>,
    >
{
    /// The noise of a ciphertext, exactly. It reveals the secret key to whoever knows the ciphertext's
    /// history.
    ///
    /// # Errors
    /// When an operand is of other parameters.
    fn measure(&self, key: &Self::SecretKey, a: &Self::Ciphertext) -> Result<Measured, Error>;

    /// The instructions that compute, by name.
    fn backend(&self) -> String;
}
