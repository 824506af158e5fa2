//! Complex entries, where the API common to all schemes has real ones.

use ringassay_scheme::FreshSeed;

use super::{Ciphertext, Complex, Keys, PublicKey, SecretKey};
use crate::Error;

impl Keys {
    /// As [`Keys::encrypt`](crate::Keys::encrypt), of complex numbers.
    ///
    /// # Errors
    /// Returns an error as said there.
    pub fn encrypt_complex(&self, vector: &[Complex]) -> Result<Ciphertext, Error> {
        self.public.encrypt_complex(vector)?.using(&self.evaluation)
    }

    /// The vector, imaginary parts included.
    ///
    /// # Errors
    /// Returns an error as [`Keys::decrypt`](crate::Keys::decrypt).
    pub fn decrypt_complex(&self, ciphertext: &Ciphertext) -> Result<Vec<Complex>, Error> {
        self.secret.decrypt_complex(ciphertext)
    }
}

impl SecretKey {
    /// As [`SecretKey::encrypt`](crate::SecretKey::encrypt), of complex numbers.
    ///
    /// # Errors
    /// Returns an error as said there.
    pub fn encrypt_complex(&self, vector: &[Complex]) -> Result<Ciphertext, Error> {
        let message = self.session().vectors().secret_message(vector)?;
        self.encrypted(&message, FreshSeed::from_os()?)
    }

    /// As [`Keys::decrypt_complex`].
    ///
    /// # Errors
    /// Returns an error as said there.
    pub fn decrypt_complex(&self, ciphertext: &Ciphertext) -> Result<Vec<Complex>, Error> {
        let (session, inner) = (self.session(), ciphertext.inner());
        session.check(ciphertext.session(), "the ciphertext")?;
        session.vectors().decrypt_complex(ciphertext.scheme(), self.inner(), inner)
    }
}

impl PublicKey {
    /// As [`PublicKey::encrypt`](crate::PublicKey::encrypt), of complex numbers.
    ///
    /// # Errors
    /// Returns an error as said there.
    pub fn encrypt_complex(&self, vector: &[Complex]) -> Result<Ciphertext, Error> {
        let message = self.session().vectors().secret_message(vector)?;
        self.encrypted(&message, FreshSeed::from_os()?)
    }
}

impl Ciphertext {
    /// A public vector of complex numbers is added.
    ///
    /// # Errors
    /// Returns an error as [`Ciphertext::add_plain`](crate::Ciphertext::add_plain).
    pub fn add_complex(&self, vector: &[Complex]) -> Result<Self, Error> {
        self.made(|vectors, scheme| vectors.add_complex(scheme, self.inner(), vector))
    }

    /// The entries times those of a public vector of complex numbers: one level.
    ///
    /// # Errors
    /// Returns an error as [`Ciphertext::add_plain`](crate::Ciphertext::add_plain).
    pub fn multiply_complex(&self, vector: &[Complex]) -> Result<Self, Error> {
        self.made(|vectors, scheme| vectors.multiply_complex(scheme, self.inner(), vector))
    }

    /// The entries conjugated.
    ///
    /// # Errors
    /// Returns an error without the key, and in the conjugate-invariant ring.
    pub fn conjugate(&self) -> Result<Self, Error> {
        Ok(self.with(self.scheme().conjugate(self.inner(), self.keys()?.inner())?))
    }
}
