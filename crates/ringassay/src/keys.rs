//! Keys.

use std::{fmt, sync::Arc};

use ringassay_scheme::{
    FreshSeed,
    encoding::KeySet,
    serial::{Saved as _, SavedSecret as _},
    slot_scheme::ComputingScheme,
};
use zeroize::Zeroizing;

use crate::{Ciphertext, Error, RotationKeys, Session, owner::Owner};

/// The keys of one user.
#[derive(Debug)]
pub struct Keys<S: ComputingScheme> {
    /// Decrypts.
    pub secret: SecretKey<S>,
    /// Encrypts.
    pub public: PublicKey<S>,
    /// Multiplies and rotates.
    pub evaluation: EvaluationKeys<S>,
}

/// Decrypts. Whoever has it can read everything; cleared when dropped, never shown.
pub struct SecretKey<S: ComputingScheme> {
    session: Session<S>,
    key: S::SecretKey,
    owner: Owner,
}

/// Encrypts.
#[derive(Debug)]
pub struct PublicKey<S: ComputingScheme> {
    session: Session<S>,
    key: S::PublicKey,
    owner: Owner,
}

/// Multiplies and rotates: what the one who computes is given. A handle.
pub struct EvaluationKeys<S: ComputingScheme>(Arc<Inner<S>>);

struct Inner<S: ComputingScheme> {
    session: Session<S>,
    set: KeySet,
    keys: S::EvaluationKeys,
}

impl<S: ComputingScheme> Clone for EvaluationKeys<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: ComputingScheme> fmt::Debug for EvaluationKeys<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EvaluationKeys({} rotation keys)", self.rotations())
    }
}

impl<S: ComputingScheme> fmt::Debug for SecretKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

impl<S: ComputingScheme> Session<S> {
    /// Fresh keys that multiply and rotate, with randomness from the operating system. Rotations by any
    /// amount are composed of the rotation keys.
    ///
    /// # Errors
    /// If the operating system has no randomness.
    pub fn keys(&self) -> Result<Keys<S>, Error> {
        self.keys_with(&RotationKeys::Chosen, FreshSeed::from_os()?)
    }

    /// Fresh keys with these rotation keys, and with this randomness.
    ///
    /// # Errors
    /// If they are too few to compose rotations of.
    pub fn keys_with(
        &self,
        rotations: &RotationKeys,
        randomness: FreshSeed,
    ) -> Result<Keys<S>, Error> {
        let automorphisms = rotations.exponents(self)?;
        let (scheme, seeds) = (self.scheme(), randomness.split().map(FreshSeed::into_seed));
        let [for_secret, for_public, for_evaluation] = seeds;
        let secret = scheme.generate_secret_key(&for_secret)?;
        let public = scheme.generate_public_key(&secret, &for_public)?;
        let evaluation =
            scheme.generate_evaluation_keys(&secret, true, &automorphisms, &for_evaluation)?;
        let evaluation = EvaluationKeys::new(self, evaluation)?;
        let owner = evaluation.owner();
        Ok(Keys {
            secret: SecretKey::new(self, secret, owner),
            public: PublicKey::new(self, public, owner),
            evaluation,
        })
    }

    /// A saved secret key.
    ///
    /// # Errors
    /// If the bytes hold no such object of these parameters; likewise below.
    pub fn load_secret_key(&self, bytes: &[u8]) -> Result<SecretKey<S>, Error> {
        let key = S::SecretKey::load_secret(self.scheme(), bytes)?;
        Ok(SecretKey::new(self, key, Owner::UNKNOWN))
    }

    /// A saved public key.
    ///
    /// # Errors
    /// As [`Session::load_secret_key`].
    pub fn load_public_key(&self, bytes: &[u8]) -> Result<PublicKey<S>, Error> {
        let key = S::PublicKey::load(self.scheme(), bytes)?;
        Ok(PublicKey::new(self, key, Owner::UNKNOWN))
    }

    /// Saved evaluation keys.
    ///
    /// # Errors
    /// As [`Session::load_secret_key`].
    pub fn load_evaluation_keys(&self, bytes: &[u8]) -> Result<EvaluationKeys<S>, Error> {
        EvaluationKeys::new(self, S::EvaluationKeys::load(self.scheme(), bytes)?)
    }
}

impl<S: ComputingScheme> Keys<S> {
    /// A vector of ℓ entries in [0, t) under the public key, with fresh randomness; the ciphertext carries
    /// the evaluation keys.
    ///
    /// # Errors
    /// If the vector has another length or larger entries.
    pub fn encrypt(&self, vector: &[u64]) -> Result<Ciphertext<S>, Error> {
        self.public.encrypt(vector)?.using(&self.evaluation)
    }

    /// The vector, entries in [0, t).
    ///
    /// # Errors
    /// If noise may have destroyed it, or it is of another key or other parameters.
    pub fn decrypt(&self, ciphertext: &Ciphertext<S>) -> Result<Vec<u64>, Error> {
        self.secret.decrypt(ciphertext)
    }
}

impl<S: ComputingScheme> SecretKey<S> {
    pub(crate) fn new(session: &Session<S>, key: S::SecretKey, owner: Owner) -> Self {
        Self { session: session.clone(), key, owner }
    }

    /// The key of the scheme.
    pub(crate) fn inner(&self) -> &S::SecretKey {
        &self.key
    }

    pub(crate) fn session(&self) -> &Session<S> {
        &self.session
    }

    /// A ciphertext that is half as large when saved as one under the public key.
    ///
    /// # Errors
    /// As [`Keys::encrypt`].
    pub fn encrypt(&self, vector: &[u64]) -> Result<Ciphertext<S>, Error> {
        self.encrypt_with(vector, FreshSeed::from_os()?)
    }

    /// As [`SecretKey::encrypt`], with this randomness.
    ///
    /// # Errors
    /// As [`Keys::encrypt`].
    pub fn encrypt_with(
        &self,
        vector: &[u64],
        randomness: FreshSeed,
    ) -> Result<Ciphertext<S>, Error> {
        let (scheme, plaintext) = (self.session.scheme(), self.session.plaintext(vector)?);
        let made = scheme.encrypt_secret(&self.key, &plaintext, &randomness.into_seed())?;
        Ok(Ciphertext::new(&self.session, made, self.owner))
    }

    /// As [`Keys::decrypt`].
    ///
    /// # Errors
    /// As [`Keys::decrypt`].
    pub fn decrypt(&self, ciphertext: &Ciphertext<S>) -> Result<Vec<u64>, Error> {
        self.session.check(ciphertext.session(), "the ciphertext")?;
        let scheme = self.session.scheme_for(ciphertext.insists());
        let coefficients = Zeroizing::new(scheme.decrypt(&self.key, ciphertext.inner())?);
        Ok(self.session.vectors().decode(&coefficients)?)
    }

    /// The key as bytes: keep them secret.
    ///
    /// # Errors
    /// None that is known: those of the format.
    pub fn save(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        Ok(self.key.save_secret(self.session.scheme())?)
    }
}

impl<S: ComputingScheme> PublicKey<S> {
    pub(crate) fn new(session: &Session<S>, key: S::PublicKey, owner: Owner) -> Self {
        Self { session: session.clone(), key, owner }
    }

    /// A fresh ciphertext, without keys for products and rotations.
    ///
    /// # Errors
    /// As [`Keys::encrypt`].
    pub fn encrypt(&self, vector: &[u64]) -> Result<Ciphertext<S>, Error> {
        self.encrypt_with(vector, FreshSeed::from_os()?)
    }

    /// As [`PublicKey::encrypt`], with this randomness.
    ///
    /// # Errors
    /// As [`Keys::encrypt`].
    pub fn encrypt_with(
        &self,
        vector: &[u64],
        randomness: FreshSeed,
    ) -> Result<Ciphertext<S>, Error> {
        let (scheme, plaintext) = (self.session.scheme(), self.session.plaintext(vector)?);
        let made = scheme.encrypt(&self.key, &plaintext, &randomness.into_seed())?;
        Ok(Ciphertext::new(&self.session, made, self.owner))
    }

    /// The key as bytes.
    ///
    /// # Errors
    /// If it exceeds 4 GiB.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        Ok(self.key.save(self.session.scheme())?)
    }
}

impl<S: ComputingScheme> EvaluationKeys<S> {
    pub(crate) fn new(session: &Session<S>, keys: S::EvaluationKeys) -> Result<Self, Error> {
        let ring = session.vectors().encoder().ring();
        let set = KeySet::new(ring, &S::automorphisms(&keys))?;
        Ok(Self(Arc::new(Inner { session: session.clone(), set, keys })))
    }

    /// The number of rotation keys.
    pub fn rotations(&self) -> usize {
        self.set().exponents().len()
    }

    /// Which automorphisms there are keys for.
    pub fn set(&self) -> &KeySet {
        &self.0.set
    }

    pub(crate) fn owner(&self) -> Owner {
        Owner::of(S::identity(self.inner()))
    }

    /// The keys of the scheme.
    pub fn inner(&self) -> &S::EvaluationKeys {
        &self.0.keys
    }

    /// Of which parameters they are.
    pub fn session(&self) -> &Session<S> {
        &self.0.session
    }

    /// A saved ciphertext, ready for products and rotations.
    ///
    /// # Errors
    /// As [`Session::load_ciphertext`].
    pub fn load_ciphertext(&self, bytes: &[u8]) -> Result<Ciphertext<S>, Error> {
        self.session().load_ciphertext(bytes)?.using(self)
    }

    /// The keys as bytes.
    ///
    /// # Errors
    /// If they exceed 4 GiB.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        Ok(self.inner().save(self.session().scheme())?)
    }
}
