//! Parameters ready to compute with vectors of one length.

use std::{fmt, sync::Arc};

use ringassay_scheme::{
    FreshSeed,
    encoding::{KeySet, VectorEncoder},
};

use crate::{Ciphertext, Error, EvaluationKeys, Keys, PublicKey, SecretKey, SlotScheme, Stored};

/// The most rotation keys unless told otherwise, for parameters that come without a choice of them.
const ROTATION_KEYS: usize = 64;

/// An instance of a scheme for vectors of ℓ entries modulo t: makes keys, loads what was saved. A handle; all
/// keys and ciphertexts share it.
pub struct Session<S: SlotScheme>(Arc<Inner<S>>);

struct Inner<S> {
    scheme: S,
    insisting: S,
    vectors: VectorEncoder,
    /// The automorphisms for which to generate keys, if they were chosen with the parameters.
    automorphisms: Option<Vec<u32>>,
}

impl<S: SlotScheme> Clone for Session<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: SlotScheme> fmt::Debug for Session<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("length", &self.length()).finish_non_exhaustive()
    }
}

impl<S: SlotScheme> Session<S> {
    /// The instance with these parameters for vectors of `length` entries.
    ///
    /// # Errors
    /// If there is no such instance, or it has fewer slots than entries.
    pub fn new(parameters: &S::Parameters, length: usize) -> Result<Self, Error> {
        Self::with_automorphisms(parameters, length, None)
    }

    /// As [`Session::new`], generating keys for the automorphisms ζ ↦ ζ^k of these k unless told otherwise.
    ///
    /// # Errors
    /// As [`Session::new`].
    pub fn with_automorphisms(
        parameters: &S::Parameters,
        length: usize,
        automorphisms: Option<Vec<u32>>,
    ) -> Result<Self, Error> {
        let scheme = S::open(parameters)?;
        let vectors = VectorEncoder::new(&scheme.plaintext_ring()?, length)?;
        let insisting = scheme.insisting();
        Ok(Self(Arc::new(Inner { scheme, insisting, vectors, automorphisms })))
    }

    /// The scheme that computes.
    pub fn scheme(&self) -> &S {
        &self.0.scheme
    }

    /// The scheme as it computes with ciphertexts that insist, or do not.
    pub(crate) fn scheme_for(&self, insists: bool) -> &S {
        if insists { &self.0.insisting } else { &self.0.scheme }
    }

    /// The parameters.
    pub fn parameters(&self) -> &S::Parameters {
        self.scheme().parameters()
    }

    /// ℓ, the number of entries of a vector.
    pub fn length(&self) -> usize {
        self.vectors().length()
    }

    /// Between vectors and plaintexts.
    pub fn vectors(&self) -> &VectorEncoder {
        &self.0.vectors
    }

    /// Fresh keys that multiply and rotate, with randomness from the operating system. Rotations by any
    /// amount are composed of the rotation keys.
    ///
    /// # Errors
    /// If the operating system has no randomness.
    pub fn keys(&self) -> Result<Keys<S>, Error> {
        self.keys_with(None, FreshSeed::from_os()?)
    }

    /// Fresh keys with at most so many rotation keys (0: none), or as they were chosen.
    ///
    /// # Errors
    /// If they are too few for rotations of three steps.
    pub fn keys_with(
        &self,
        rotation_keys: Option<usize>,
        randomness: FreshSeed,
    ) -> Result<Keys<S>, Error> {
        let automorphisms = match (rotation_keys, &self.0.automorphisms) {
            (Some(0), _) => Vec::new(),
            (None, Some(chosen)) => chosen.clone(),
            (most, _) => {
                let most = most.unwrap_or(ROTATION_KEYS);
                KeySet::for_rotations(self.vectors().layout(), most)?.exponents().to_vec()
            }
        };
        let (secret, public, evaluation) = self.scheme().generate(&automorphisms, randomness)?;
        Ok(Keys {
            secret: SecretKey::new(self, secret),
            public: PublicKey::new(self, public),
            evaluation: EvaluationKeys::new(self, evaluation)?,
        })
    }

    /// A saved secret key.
    ///
    /// # Errors
    /// If the bytes hold no such object of these parameters; likewise below.
    pub fn load_secret_key(&self, bytes: &[u8]) -> Result<SecretKey<S>, Error> {
        Ok(SecretKey::new(self, self.scheme().load_secret(bytes)?))
    }

    /// A saved public key.
    ///
    /// # Errors
    /// As [`Session::load_secret_key`].
    pub fn load_public_key(&self, bytes: &[u8]) -> Result<PublicKey<S>, Error> {
        Ok(PublicKey::new(self, S::PublicKey::load(self.scheme(), bytes)?))
    }

    /// Saved evaluation keys.
    ///
    /// # Errors
    /// As [`Session::load_secret_key`].
    pub fn load_evaluation_keys(&self, bytes: &[u8]) -> Result<EvaluationKeys<S>, Error> {
        EvaluationKeys::new(self, S::EvaluationKeys::load(self.scheme(), bytes)?)
    }

    /// A saved ciphertext; [`Ciphertext::using`] gives it keys to be multiplied and rotated with.
    ///
    /// # Errors
    /// As [`Session::load_secret_key`].
    pub fn load_ciphertext(&self, bytes: &[u8]) -> Result<Ciphertext<S>, Error> {
        Ok(Ciphertext::new(self, S::Ciphertext::load(self.scheme(), bytes)?))
    }

    /// Fails unless `other` is this session, or one of equal parameters and length.
    pub(crate) fn check(&self, other: &Self, what: &'static str) -> Result<(), Error> {
        let same = Arc::ptr_eq(&self.0, &other.0)
            || (self.parameters() == other.parameters() && self.length() == other.length());
        if same { Ok(()) } else { Err(Error::other_parameters(what)) }
    }
}
