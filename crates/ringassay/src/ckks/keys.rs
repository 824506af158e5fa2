//! Keys.

use std::{fmt, sync::Arc};

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    FreshSeed, ckks,
    serial::{Saved as _, SavedSecret as _},
};
use zeroize::Zeroizing;

use super::{Ciphertext, Complex, Session};
use crate::{Error, owner::Owner};

/// The keys of one user.
#[derive(Debug)]
pub struct Keys {
    /// Decrypts.
    pub secret: SecretKey,
    /// Encrypts.
    pub public: PublicKey,
    /// Multiplies, rotates and conjugates.
    pub evaluation: EvaluationKeys,
}

/// Decrypts. Whoever has it can read everything; cleared when dropped, never shown.
pub struct SecretKey {
    session: Session,
    key: ckks::SecretKey<RnsRing>,
    owner: Owner,
}

/// Encrypts.
#[derive(Debug)]
pub struct PublicKey {
    session: Session,
    key: ckks::PublicKey<RnsRing>,
    owner: Owner,
}

/// Multiplies, rotates and conjugates: what the one who computes is given. A handle.
#[derive(Clone)]
pub struct EvaluationKeys {
    session: Session,
    keys: Arc<ckks::EvaluationKeys<RnsRing>>,
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

impl fmt::Debug for EvaluationKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EvaluationKeys({} of automorphisms)", self.keys.automorphisms().len())
    }
}

impl Session {
    /// Fresh keys that multiply, rotate and conjugate, with randomness from the operating system: for rotations
    /// by powers of two, of which all others are composed.
    ///
    /// # Errors
    /// If the operating system has no randomness.
    pub fn keys(&self) -> Result<Keys, Error> {
        let powers = (0..self.slots().ilog2()).map(|log2| 1_i64 << log2);
        self.keys_with(&powers.collect::<Vec<_>>(), FreshSeed::from_os()?)
    }

    /// Fresh keys for rotations by these steps (to the left), for products, and for conjugation where slots are
    /// complex.
    ///
    /// # Errors
    /// If the secret key's distribution does not fit.
    pub fn keys_with(&self, rotations: &[i64], randomness: FreshSeed) -> Result<Keys, Error> {
        let (scheme, parameters) = (self.scheme(), self.parameters());
        let [secret, public, evaluation] = randomness.split().map(FreshSeed::into_seed);
        let mut exponents: Vec<u32> =
            rotations.iter().map(|&steps| parameters.rotation(steps)).collect();
        exponents.extend(parameters.conjugation());
        let key = scheme.generate_secret_key(&secret)?;
        let public = scheme.generate_public_key(&key, &public)?;
        let keys = scheme.generate_evaluation_keys(&key, true, &exponents, &evaluation)?;
        let evaluation = EvaluationKeys { session: self.clone(), keys: Arc::new(keys) };
        let (session, owner) = (self.clone(), evaluation.owner());
        Ok(Keys {
            secret: SecretKey { session: session.clone(), key, owner },
            public: PublicKey { session, key: public, owner },
            evaluation,
        })
    }

    /// A saved secret key.
    ///
    /// # Errors
    /// If the bytes hold no such object of these parameters; likewise below.
    pub fn load_secret_key(&self, bytes: &[u8]) -> Result<SecretKey, Error> {
        let key = ckks::SecretKey::load_secret(self.scheme(), bytes)?;
        Ok(SecretKey { session: self.clone(), key, owner: Owner::UNKNOWN })
    }

    /// A saved public key.
    ///
    /// # Errors
    /// As [`Session::load_secret_key`].
    pub fn load_public_key(&self, bytes: &[u8]) -> Result<PublicKey, Error> {
        let key = ckks::PublicKey::load(self.scheme(), bytes)?;
        Ok(PublicKey { session: self.clone(), key, owner: Owner::UNKNOWN })
    }

    /// Saved evaluation keys.
    ///
    /// # Errors
    /// As [`Session::load_secret_key`].
    pub fn load_evaluation_keys(&self, bytes: &[u8]) -> Result<EvaluationKeys, Error> {
        let keys = Arc::new(ckks::EvaluationKeys::load(self.scheme(), bytes)?);
        Ok(EvaluationKeys { session: self.clone(), keys })
    }
}

fn complex(vector: &[f64]) -> Vec<Complex> {
    vector.iter().map(|&x| x.into()).collect()
}

impl Keys {
    /// A vector of ℓ real numbers under the public key, with fresh randomness; the ciphertext carries the
    /// evaluation keys.
    ///
    /// # Errors
    /// If the vector has another length, or a number is larger than the range or none.
    pub fn encrypt(&self, vector: &[f64]) -> Result<Ciphertext, Error> {
        self.encrypt_complex(&complex(vector))
    }

    /// As [`Keys::encrypt`], of complex numbers.
    ///
    /// # Errors
    /// As [`Keys::encrypt`].
    pub fn encrypt_complex(&self, vector: &[Complex]) -> Result<Ciphertext, Error> {
        self.public.encrypt_complex(vector)?.using(&self.evaluation)
    }

    /// The real parts of the vector.
    ///
    /// # Errors
    /// If the message may have exceeded the modulus, or the ciphertext is of another key or other
    /// parameters.
    pub fn decrypt(&self, ciphertext: &Ciphertext) -> Result<Vec<f64>, Error> {
        self.secret.decrypt(ciphertext)
    }

    /// The vector.
    ///
    /// # Errors
    /// As [`Keys::decrypt`].
    pub fn decrypt_complex(&self, ciphertext: &Ciphertext) -> Result<Vec<Complex>, Error> {
        self.secret.decrypt_complex(ciphertext)
    }
}

impl SecretKey {
    /// A ciphertext that is half as large when saved as one under the public key.
    ///
    /// # Errors
    /// As [`Keys::encrypt`].
    pub fn encrypt(&self, vector: &[f64]) -> Result<Ciphertext, Error> {
        self.encrypt_with(&complex(vector), FreshSeed::from_os()?)
    }

    /// As [`SecretKey::encrypt`], of complex numbers with this randomness.
    ///
    /// # Errors
    /// As [`Keys::encrypt`].
    pub fn encrypt_with(
        &self,
        vector: &[Complex],
        randomness: FreshSeed,
    ) -> Result<Ciphertext, Error> {
        let plaintext = self.session.secret_message(vector)?;
        let seed = randomness.into_seed();
        let made = self.session.scheme().encrypt_secret(&self.key, &plaintext, &seed)?;
        Ok(Ciphertext::new(&self.session, made, self.owner))
    }

    /// As [`Keys::decrypt`].
    ///
    /// # Errors
    /// As [`Keys::decrypt`].
    pub fn decrypt(&self, ciphertext: &Ciphertext) -> Result<Vec<f64>, Error> {
        Ok(self.decrypt_complex(ciphertext)?.into_iter().map(|z| z.re).collect())
    }

    /// As [`Keys::decrypt_complex`].
    ///
    /// # Errors
    /// As [`Keys::decrypt`].
    pub fn decrypt_complex(&self, ciphertext: &Ciphertext) -> Result<Vec<Complex>, Error> {
        self.session.check(ciphertext.session(), "the ciphertext")?;
        let inner = ciphertext.inner();
        let phase = Zeroizing::new(self.session.scheme().decrypt(&self.key, inner)?);
        self.session.decoded(&phase, inner.scale())
    }

    /// The key as bytes: keep them secret.
    ///
    /// # Errors
    /// None that is known: those of the format.
    pub fn save(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        Ok(self.key.save_secret(self.session.scheme())?)
    }
}

impl PublicKey {
    /// A fresh ciphertext, without keys for products and rotations.
    ///
    /// # Errors
    /// As [`Keys::encrypt`].
    pub fn encrypt(&self, vector: &[f64]) -> Result<Ciphertext, Error> {
        self.encrypt_complex(&complex(vector))
    }

    /// As [`PublicKey::encrypt`], of complex numbers.
    ///
    /// # Errors
    /// As [`Keys::encrypt`].
    pub fn encrypt_complex(&self, vector: &[Complex]) -> Result<Ciphertext, Error> {
        self.encrypt_with(vector, FreshSeed::from_os()?)
    }

    /// As [`PublicKey::encrypt_complex`], with this randomness.
    ///
    /// # Errors
    /// As [`Keys::encrypt`].
    pub fn encrypt_with(
        &self,
        vector: &[Complex],
        randomness: FreshSeed,
    ) -> Result<Ciphertext, Error> {
        let plaintext = self.session.secret_message(vector)?;
        let seed = randomness.into_seed();
        let made = self.session.scheme().encrypt(&self.key, &plaintext, &seed)?;
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

impl EvaluationKeys {
    pub(super) fn owner(&self) -> Owner {
        Owner::of(self.keys.identity())
    }

    /// The keys of the scheme.
    pub fn inner(&self) -> &ckks::EvaluationKeys<RnsRing> {
        &self.keys
    }

    /// Of which parameters they are.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The keys as bytes.
    ///
    /// # Errors
    /// If they exceed 4 GiB: save them [one by one](ckks::EvaluationKeys::into_single_keys).
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        Ok(self.keys.save(self.session.scheme())?)
    }
}
