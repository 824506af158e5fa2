//! What a session needs of a scheme.

use std::fmt::Debug;

use ringassay_scheme::{
    FreshSeed,
    encoding::{KeySet, PlaintextRing, VectorEncoder},
    serial::{Saved, SerialError},
};
use zeroize::Zeroizing;

use crate::Error;

/// Keys of one user: secret, public, for evaluation.
pub type Generated<S> =
    (<S as SlotScheme>::SecretKey, <S as SlotScheme>::PublicKey, <S as SlotScheme>::EvaluationKeys);

/// A scheme whose plaintexts are vectors of integers modulo t in slots, ready to compute: rings and tables of
/// one parameter set. A handle, cheap to clone.
///
/// Plaintexts are given as their n coefficients, residues modulo t, which [`VectorEncoder`] makes of vectors.
/// Every function fails if an operand is of other parameters.
pub trait SlotScheme: Clone + Debug + Send + Sync + Sized + 'static {
    /// What defines an instance.
    type Parameters: PartialEq;
    /// Decrypts.
    type SecretKey: Debug + Send + Sync;
    /// Encrypts.
    type PublicKey: Stored<Self>;
    /// Multiplies and rotates.
    type EvaluationKeys: Stored<Self>;
    /// An encrypted plaintext.
    type Ciphertext: Stored<Self> + Clone;

    /// Rings and tables for parameters.
    ///
    /// # Errors
    /// If no such instance exists.
    fn open(parameters: &Self::Parameters) -> Result<Self, Error>;

    /// The parameters.
    fn parameters(&self) -> &Self::Parameters;

    /// The slots of plaintexts.
    ///
    /// # Errors
    /// If the plaintext modulus has no slots at this index.
    fn plaintext_ring(&self) -> Result<PlaintextRing, Error>;

    /// The same instance, which refuses nothing for its noise.
    #[must_use]
    fn insisting(&self) -> Self;

    /// Fresh keys; those for evaluation multiply, and rotate by the automorphisms ζ ↦ ζ^k of these k.
    ///
    /// # Errors
    /// If a k is no unit modulo the index.
    fn generate(
        &self,
        automorphisms: &[u32],
        randomness: FreshSeed,
    ) -> Result<Generated<Self>, Error>;

    /// The k of the automorphisms ζ ↦ ζ^k that keys have.
    fn automorphisms(keys: &Self::EvaluationKeys) -> Vec<u32>;

    /// A ciphertext under the public key.
    ///
    /// # Errors
    /// If the coefficients are not n residues modulo t; likewise below.
    fn encrypt(
        &self,
        key: &Self::PublicKey,
        coefficients: Vec<u64>,
        randomness: FreshSeed,
    ) -> Result<Self::Ciphertext, Error>;

    /// A ciphertext under the secret key, half as long when saved.
    ///
    /// # Errors
    /// As [`SlotScheme::encrypt`].
    fn encrypt_secret(
        &self,
        key: &Self::SecretKey,
        coefficients: Vec<u64>,
        randomness: FreshSeed,
    ) -> Result<Self::Ciphertext, Error>;

    /// The coefficients of the plaintext.
    ///
    /// # Errors
    /// If noise may have destroyed it.
    fn decrypt(
        &self,
        key: &Self::SecretKey,
        a: &Self::Ciphertext,
    ) -> Result<Zeroizing<Vec<u64>>, Error>;

    /// a + b.
    ///
    /// # Errors
    /// If the result would not be certain to decrypt; likewise all that follow.
    fn add(&self, a: &Self::Ciphertext, b: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// a + b in the memory of a.
    ///
    /// # Errors
    /// As [`SlotScheme::add`].
    fn add_into(
        &self,
        a: Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error>;

    /// a - b.
    ///
    /// # Errors
    /// As [`SlotScheme::add`].
    fn sub(&self, a: &Self::Ciphertext, b: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// -a.
    fn negate(&self, a: &Self::Ciphertext) -> Self::Ciphertext;

    /// a + m.
    ///
    /// # Errors
    /// As [`SlotScheme::add`].
    fn add_plain(
        &self,
        a: &Self::Ciphertext,
        coefficients: Vec<u64>,
    ) -> Result<Self::Ciphertext, Error>;

    /// a·m.
    ///
    /// # Errors
    /// As [`SlotScheme::add`].
    fn multiply_plain(
        &self,
        a: &Self::Ciphertext,
        coefficients: Vec<u64>,
    ) -> Result<Self::Ciphertext, Error>;

    /// a·b, relinearised; the square, with its own noise, where both are one object.
    ///
    /// # Errors
    /// As [`SlotScheme::add`].
    fn multiply(
        &self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
        keys: &Self::EvaluationKeys,
    ) -> Result<Self::Ciphertext, Error>;

    /// a where the mask is 1, b where it is 0.
    ///
    /// # Errors
    /// As [`SlotScheme::add`].
    fn select(
        &self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
        mask: Vec<u64>,
    ) -> Result<Self::Ciphertext, Error>;

    /// The vector rotated: entry i becomes entry i + `steps` modulo its length.
    ///
    /// # Errors
    /// As [`SlotScheme::add`]; if the keys compose no such rotation.
    fn rotate(
        &self,
        a: &Self::Ciphertext,
        steps: i64,
        vectors: &VectorEncoder,
        keys: (&KeySet, &Self::EvaluationKeys),
    ) -> Result<Self::Ciphertext, Error>;

    /// The noise budget in bits: from the bound of the noise to what decrypts; positive where decryption is
    /// promised.
    ///
    /// # Errors
    /// If the ciphertext is of other parameters.
    fn noise_budget_bits(&self, a: &Self::Ciphertext) -> Result<f64, Error>;

    /// The key as bytes, cleared when dropped.
    ///
    /// # Errors
    /// If the key is of other parameters.
    fn save_secret(&self, key: &Self::SecretKey) -> Result<Zeroizing<Vec<u8>>, SerialError>;

    /// The key that these bytes hold.
    ///
    /// # Errors
    /// If they hold no secret key of these parameters.
    fn load_secret(&self, bytes: &[u8]) -> Result<Self::SecretKey, SerialError>;
}

/// What is public and can be bytes.
pub trait Stored<S>: Debug + Send + Sync + Sized {
    /// The object as bytes ([format](ringassay_scheme::serial)).
    ///
    /// # Errors
    /// If it is of other parameters.
    fn save(&self, scheme: &S) -> Result<Vec<u8>, SerialError>;

    /// The object that these bytes hold.
    ///
    /// # Errors
    /// If they hold no such object of these parameters.
    fn load(scheme: &S, bytes: &[u8]) -> Result<Self, SerialError>;
}

impl<T: Saved + Debug + Send + Sync> Stored<T::Context> for T {
    fn save(&self, scheme: &T::Context) -> Result<Vec<u8>, SerialError> {
        Saved::save(self, scheme)
    }

    fn load(scheme: &T::Context, bytes: &[u8]) -> Result<Self, SerialError> {
        Saved::load(scheme, bytes)
    }
}
