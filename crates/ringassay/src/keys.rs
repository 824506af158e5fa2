//! Keys.

use std::{fmt, sync::Arc};

use ringassay_kernels::fork::OnceLock;
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    FreshSeed, hybrid,
    serial::{Saved as _, SavedSecret as _},
};
use zeroize::Zeroizing;

use crate::{
    Ciphertext, Error, RotationKeys, Session,
    owner::Owner,
    vectors::{Scheme, Vectors},
};

/// An entry of the vectors of a scheme.
pub(crate) type Entry<P> = <<P as Scheme>::Vectors as Vectors<P>>::Entry;

/// The keys of one user.
#[derive(Debug)]
pub struct Keys<P: Scheme> {
    /// Decrypts.
    pub secret: SecretKey<P>,
    /// Encrypts.
    pub public: PublicKey<P>,
    /// Multiplies and rotates.
    pub evaluation: EvaluationKeys<P>,
}

/// Decrypts. Whoever has it can read everything; cleared when dropped, never shown.
pub struct SecretKey<P: Scheme> {
    session: Session<P>,
    key: hybrid::SecretKey<P, RnsRing>,
    owner: Owner,
}

/// Encrypts.
#[derive(Debug)]
pub struct PublicKey<P: Scheme> {
    session: Session<P>,
    key: hybrid::PublicKey<P, RnsRing>,
    owner: Owner,
}

/// Multiplies, rotates, and conjugates where slots are complex: what the one who computes is given. A handle.
pub struct EvaluationKeys<P: Scheme>(Arc<Inner<P>>);

struct Inner<P: Scheme> {
    session: Session<P>,
    set: <P::Vectors as Vectors<P>>::KeySet,
    keys: hybrid::EvaluationKeys<P, RnsRing>,
    refresh: OnceLock<<P::Vectors as Vectors<P>>::RefreshKeys>,
}

impl<P: Scheme> Clone for EvaluationKeys<P> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<P: Scheme> fmt::Debug for EvaluationKeys<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EvaluationKeys({} rotation keys)", self.rotations())
    }
}

impl<P: Scheme> fmt::Debug for SecretKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

impl<P: Scheme> Session<P> {
    /// Fresh keys that multiply and rotate, with randomness from the operating system. Rotations by any
    /// amount are composed of the rotation keys.
    ///
    /// # Errors
    /// Returns an error if the operating system has no randomness.
    pub fn keys(&self) -> Result<Keys<P>, Error> {
        self.keys_with(&RotationKeys::Chosen, FreshSeed::from_os()?)
    }

    /// Fresh keys with these rotation keys, and with this randomness.
    ///
    /// # Errors
    /// Returns an error if they are too few to compose rotations of.
    pub fn keys_with(
        &self,
        rotations: &RotationKeys,
        randomness: FreshSeed,
    ) -> Result<Keys<P>, Error> {
        let automorphisms = self.vectors().exponents(self.parameters(), rotations)?;
        let (scheme, seeds) = (self.scheme(), randomness.split().map(FreshSeed::into_seed));
        let [for_secret, for_public, for_evaluation] = seeds;
        let secret = scheme.generate_secret_key(&for_secret)?;
        let public = scheme.generate_public_key(&secret, &for_public)?;
        let evaluation =
            scheme.generate_evaluation_keys(&secret, true, &automorphisms, &for_evaluation)?;
        let evaluation = EvaluationKeys::new(self, evaluation)?;
        let (session, owner) = (self.clone(), evaluation.owner());
        Ok(Keys {
            secret: SecretKey { session: session.clone(), key: secret, owner },
            public: PublicKey { session, key: public, owner },
            evaluation,
        })
    }

    /// A saved secret key.
    ///
    /// # Errors
    /// Returns an error if the bytes hold no such object of these parameters.
    pub fn load_secret_key(&self, bytes: &[u8]) -> Result<SecretKey<P>, Error> {
        let key = hybrid::SecretKey::load_secret(self.scheme(), bytes)?;
        Ok(SecretKey { session: self.clone(), key, owner: Owner::UNKNOWN })
    }

    /// A saved public key.
    ///
    /// # Errors
    /// Returns an error as [`Session::load_secret_key`].
    pub fn load_public_key(&self, bytes: &[u8]) -> Result<PublicKey<P>, Error> {
        let key = hybrid::PublicKey::load(self.scheme(), bytes)?;
        Ok(PublicKey { session: self.clone(), key, owner: Owner::UNKNOWN })
    }

    /// Saved evaluation keys.
    ///
    /// # Errors
    /// Returns an error as [`Session::load_secret_key`].
    pub fn load_evaluation_keys(&self, bytes: &[u8]) -> Result<EvaluationKeys<P>, Error> {
        EvaluationKeys::new(self, hybrid::EvaluationKeys::load(self.scheme(), bytes)?)
    }
}

impl<P: Scheme> Keys<P> {
    /// A vector of ℓ entries under the public key, with fresh randomness; the ciphertext carries the evaluation keys.
    ///
    /// # Errors
    /// Returns an error if the vector has another length, or an entry that is not in [0, t), in CKKS one beyond the range.
    pub fn encrypt(&self, vector: &[Entry<P>]) -> Result<Ciphertext<P>, Error> {
        self.public.encrypt(vector)?.using(&self.evaluation)
    }

    /// The vector: entries in [0, t), in CKKS the real parts.
    ///
    /// # Errors
    /// Returns an error if noise may have destroyed it, or it is of another key or other parameters.
    pub fn decrypt(&self, ciphertext: &Ciphertext<P>) -> Result<Vec<Entry<P>>, Error> {
        self.secret.decrypt(ciphertext)
    }
}

impl<P: Scheme> SecretKey<P> {
    pub(crate) fn of(session: &Session<P>, key: hybrid::SecretKey<P, RnsRing>) -> Self {
        Self { session: session.clone(), key, owner: Owner::UNKNOWN }
    }

    pub(crate) fn owner(&self) -> Owner {
        self.owner
    }

    /// The key of the scheme.
    pub(crate) fn inner(&self) -> &hybrid::SecretKey<P, RnsRing> {
        &self.key
    }

    /// Of which parameters it is.
    pub fn session(&self) -> &Session<P> {
        &self.session
    }

    /// A ciphertext that is half as large when saved as one under the public key.
    ///
    /// # Errors
    /// Returns an error as [`Keys::encrypt`].
    pub fn encrypt(&self, vector: &[Entry<P>]) -> Result<Ciphertext<P>, Error> {
        self.encrypt_with(vector, FreshSeed::from_os()?)
    }

    /// As [`SecretKey::encrypt`], with this randomness.
    ///
    /// # Errors
    /// Returns an error as [`Keys::encrypt`].
    pub fn encrypt_with(
        &self,
        vector: &[Entry<P>],
        randomness: FreshSeed,
    ) -> Result<Ciphertext<P>, Error> {
        let plaintext = self.session.vectors().secret_plaintext(self.session.scheme(), vector)?;
        self.encrypted(&plaintext, randomness)
    }

    pub(crate) fn encrypted(
        &self,
        plaintext: &P::Plaintext,
        randomness: FreshSeed,
    ) -> Result<Ciphertext<P>, Error> {
        let seed = randomness.into_seed();
        let made = self.session.scheme().encrypt_secret(&self.key, plaintext, &seed)?;
        Ok(Ciphertext::new(&self.session, made, self.owner))
    }

    /// As [`Keys::decrypt`].
    ///
    /// # Errors
    /// Returns an error as [`Keys::decrypt`].
    pub fn decrypt(&self, ciphertext: &Ciphertext<P>) -> Result<Vec<Entry<P>>, Error> {
        self.session.check(ciphertext.session(), "the ciphertext")?;
        let scheme = self.session.scheme_for(ciphertext.insists());
        self.session.vectors().decrypt(scheme, &self.key, ciphertext.inner())
    }

    /// The key as bytes: keep them secret.
    ///
    /// # Errors
    /// Returns the errors of the format; none is known.
    pub fn save(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        Ok(self.key.save_secret(self.session.scheme())?)
    }
}

impl<P: Scheme> PublicKey<P> {
    pub(crate) fn of(session: &Session<P>, key: hybrid::PublicKey<P, RnsRing>) -> Self {
        Self { session: session.clone(), key, owner: Owner::UNKNOWN }
    }

    /// The key of the scheme.
    pub(crate) fn inner(&self) -> &hybrid::PublicKey<P, RnsRing> {
        &self.key
    }

    pub(crate) fn owner(&self) -> Owner {
        self.owner
    }

    /// A fresh ciphertext, without keys for products and rotations.
    ///
    /// # Errors
    /// Returns an error as [`Keys::encrypt`].
    pub fn encrypt(&self, vector: &[Entry<P>]) -> Result<Ciphertext<P>, Error> {
        self.encrypt_with(vector, FreshSeed::from_os()?)
    }

    /// As [`PublicKey::encrypt`], with this randomness.
    ///
    /// # Errors
    /// Returns an error as [`Keys::encrypt`].
    pub fn encrypt_with(
        &self,
        vector: &[Entry<P>],
        randomness: FreshSeed,
    ) -> Result<Ciphertext<P>, Error> {
        let plaintext = self.session.vectors().secret_plaintext(self.session.scheme(), vector)?;
        self.encrypted(&plaintext, randomness)
    }

    pub(crate) fn encrypted(
        &self,
        plaintext: &P::Plaintext,
        randomness: FreshSeed,
    ) -> Result<Ciphertext<P>, Error> {
        let seed = randomness.into_seed();
        let made = self.session.scheme().encrypt(&self.key, plaintext, &seed)?;
        Ok(Ciphertext::new(&self.session, made, self.owner))
    }

    pub(crate) fn session(&self) -> &Session<P> {
        &self.session
    }

    /// The key as bytes.
    ///
    /// # Errors
    /// Returns an error if it exceeds 4 GiB.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        Ok(self.key.save(self.session.scheme())?)
    }
}

impl<P: Scheme> EvaluationKeys<P> {
    pub(crate) fn new(
        session: &Session<P>,
        keys: hybrid::EvaluationKeys<P, RnsRing>,
    ) -> Result<Self, Error> {
        let set = session.vectors().key_set(&keys)?;
        Ok(Self(Arc::new(Inner { session: session.clone(), set, keys, refresh: OnceLock::new() })))
    }

    /// The place for the keys of a refresh.
    pub(crate) fn refresh_keys(&self) -> &OnceLock<<P::Vectors as Vectors<P>>::RefreshKeys> {
        &self.0.refresh
    }

    /// The number of rotation keys.
    pub fn rotations(&self) -> usize {
        P::Vectors::rotation_keys(self.session().parameters(), self.inner())
    }

    /// Which rotations there are keys for.
    pub fn set(&self) -> &<P::Vectors as Vectors<P>>::KeySet {
        &self.0.set
    }

    pub(crate) fn owner(&self) -> Owner {
        Owner::of(self.inner().identity())
    }

    /// The keys of the scheme.
    pub fn inner(&self) -> &hybrid::EvaluationKeys<P, RnsRing> {
        &self.0.keys
    }

    /// Of which parameters they are.
    pub fn session(&self) -> &Session<P> {
        &self.0.session
    }

    /// A saved ciphertext, ready for products and rotations.
    ///
    /// # Errors
    /// Returns an error as [`Session::load_ciphertext`].
    pub fn load_ciphertext(&self, bytes: &[u8]) -> Result<Ciphertext<P>, Error> {
        self.session().load_ciphertext(bytes)?.using(self)
    }

    /// The keys as bytes.
    ///
    /// # Errors
    /// Returns an error if they exceed 4 GiB: save them [one by one](hybrid::EvaluationKeys::single_keys).
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        Ok(self.inner().save(self.session().scheme())?)
    }
}
