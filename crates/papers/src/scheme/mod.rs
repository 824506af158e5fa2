//! FV, YASHE', F-NTRU and SHIELD under one name: what a program needs that runs circuits on any of
//! them.
//!
//! The schemes' own names and steps are in their files; here is what they share, with the differences
//! that a program has to know: F-NTRU and SHIELD need no evaluation key and encrypt bits, products of
//! YASHE' wait for a key switch.

/// What all schemes have under the same name, with the same operands.
macro_rules! by_own_names {
    () => {
        fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
            Self::new(parameters, ring)
        }

        fn context(&self) -> &Context<R> {
            self.context()
        }

        fn encrypt(
            &self,
            key: &Self::Public,
            message: &[u64],
            seed: &Seed,
        ) -> Result<Self::Ciphertext, Error> {
            self.encrypt(key, message, seed)
        }

        fn constant(&self, message: &[u64]) -> Result<Self::Ciphertext, Error> {
            self.constant(message)
        }

        fn decrypt(
            &self,
            key: &Self::Secret,
            a: &Self::Ciphertext,
            unchecked: Unchecked,
        ) -> Result<R::Message, Error> {
            self.decrypt(key, a, unchecked)
        }

        fn noise_mut(a: &mut Self::Ciphertext) -> &mut Noise {
            &mut a.noise
        }
    };
}

/// Products and multiples of schemes whose products need a key, and whose limit is the instance's.
macro_rules! with_evaluation_key {
    () => {
        fn negate(&self, a: &Self::Ciphertext) -> Self::Ciphertext {
            self.negate(a)
        }

        fn scale(&self, a: &Self::Ciphertext, factor: i64) -> Result<Self::Ciphertext, Error> {
            self.scale(a, factor)
        }

        fn multiply(
            &self,
            a: &Self::Ciphertext,
            b: &Self::Ciphertext,
            key: &Self::Evaluation,
        ) -> Result<Self::Ciphertext, Error> {
            self.multiply(a, b, key)
        }

        fn limit(&self, _: &Noise) -> f64 {
            self.context().limit()
        }
    };
}

/// Sums and products of schemes that need nothing but their operands.
macro_rules! without_evaluation_key {
    () => {
        type Evaluation = ();

        fn draw_evaluation_vector(
            &self,
            _: &Self::Secret,
            _: &Self::Public,
            _: &Seed,
        ) -> Result<Option<R::Vector>, Error> {
            Ok(None)
        }

        fn evaluation_elements(&self) -> usize {
            0
        }

        fn evaluation_key(&self, _: Option<&R::Vector>) -> Result<(), Error> {
            Ok(())
        }

        fn add(
            &self,
            a: &Self::Ciphertext,
            b: &Self::Ciphertext,
            (): &(),
        ) -> Result<Self::Ciphertext, Error> {
            self.add(a, b)
        }

        fn multiply(
            &self,
            a: &Self::Ciphertext,
            b: &Self::Ciphertext,
            (): &(),
        ) -> Result<Self::Ciphertext, Error> {
            self.multiply(a, b)
        }
    };
}

mod family;
mod fntru;
mod fv;
mod shield;
mod yashe;

use std::fmt;

use ringassay_scheme::Error as SchemeError;

pub use family::{
    Family, FamilyVisitor, FntruFamily, FvFamily, ShieldFamily, YasheFamily, with_family,
};
use ringassay_ring::sample::Seed;

use crate::{
    Error, Multiprecision,
    rlwe::{Context, Noise, Parameters, Unchecked},
};
use ringassay_scheme::Scheme;

/// A scheme on messages of n residues modulo t, with sums and products of polynomials modulo x^n + 1.
pub trait MultiprecisionScheme<R: Multiprecision>:
    Clone + fmt::Debug + Send + Sync + Sized + 'static
{
    /// What decrypts.
    type Secret: Send + Sync;
    /// What encrypts.
    type Public: Send + Sync;
    /// What products need beside their operands.
    type Evaluation: fmt::Debug + Send + Sync;
    /// An encrypted message.
    type Ciphertext: Clone + fmt::Debug + Send + Sync;

    /// Which scheme this is.
    const SCHEME: Scheme;

    /// An instance in a ring of its parameters.
    ///
    /// # Errors
    /// When no instance has such parameters, or the ring is another.
    fn new(parameters: &Parameters, ring: R) -> Result<Self, Error>;

    /// Ring and parameters.
    fn context(&self) -> &Context<R>;

    /// Secret and public key.
    ///
    /// # Errors
    /// When no key was invertible (YASHE', F-NTRU).
    fn generate_keys(&self, seed: &Seed) -> Result<(Self::Secret, Self::Public), Error>;

    /// The public elements of which [`MultiprecisionScheme::evaluation_key`] is made; `None` where products need
    /// none.
    ///
    /// # Errors
    /// None for keys of this instance.
    fn draw_evaluation_vector(
        &self,
        secret: &Self::Secret,
        public: &Self::Public,
        seed: &Seed,
    ) -> Result<Option<R::Vector>, Error>;

    /// The number of these elements.
    fn evaluation_elements(&self) -> usize;

    /// The evaluation key of these elements.
    ///
    /// # Errors
    /// When there are not as many as [`MultiprecisionScheme::evaluation_elements`] says.
    fn evaluation_key(&self, vector: Option<&R::Vector>) -> Result<Self::Evaluation, Error>;

    /// The evaluation key.
    ///
    /// # Errors
    /// None for keys of this instance.
    fn generate_evaluation_key(
        &self,
        secret: &Self::Secret,
        public: &Self::Public,
        seed: &Seed,
    ) -> Result<Self::Evaluation, Error> {
        self.evaluation_key(self.draw_evaluation_vector(secret, public, seed)?.as_ref())
    }

    /// Encrypts n residues. `seed` must be fresh for every ciphertext.
    ///
    /// # Errors
    /// When the message does not have n residues modulo t.
    fn encrypt(
        &self,
        key: &Self::Public,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Self::Ciphertext, Error>;

    /// A transparent ciphertext of a public message, without errors.
    ///
    /// # Errors
    /// As [`MultiprecisionScheme::encrypt`].
    fn constant(&self, message: &[u64]) -> Result<Self::Ciphertext, Error>;

    /// The sum.
    ///
    /// # Errors
    /// When the operands are of other instances, here and below.
    fn add(
        &self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
        key: &Self::Evaluation,
    ) -> Result<Self::Ciphertext, Error>;

    /// The negative. Bits are their own.
    #[must_use]
    fn negate(&self, a: &Self::Ciphertext) -> Self::Ciphertext {
        a.clone()
    }

    /// The product with a public integer. Bits are kept by odd ones, which is all that is asked where
    /// t = 2.
    ///
    /// # Errors
    /// When it is not below 2^61 in magnitude.
    fn scale(&self, a: &Self::Ciphertext, factor: i64) -> Result<Self::Ciphertext, Error> {
        if factor % 2 == 0 {
            return self.constant(&vec![0; self.context().parameters().degree]);
        }
        Ok(a.clone())
    }

    /// The product.
    ///
    /// # Errors
    /// As said.
    fn multiply(
        &self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
        key: &Self::Evaluation,
    ) -> Result<Self::Ciphertext, Error>;

    /// Does what each use of a ciphertext would otherwise do anew: the key switch that a product of
    /// YASHE' waits for.
    ///
    /// # Errors
    /// As said.
    fn ready(&self, a: Self::Ciphertext, _: &Self::Evaluation) -> Result<Self::Ciphertext, Error> {
        Ok(a)
    }

    /// Noise below this does not change what is decrypted.
    fn limit(&self, noise: &Noise) -> f64;

    /// Decrypts to n residues.
    ///
    /// # Errors
    /// [`Undecryptable`](ringassay_scheme::Error::Undecryptable)(ringassay_scheme::Error::Undecryptable) when the noise may be too large, unless that is `unchecked`.
    fn decrypt(
        &self,
        key: &Self::Secret,
        a: &Self::Ciphertext,
        unchecked: Unchecked,
    ) -> Result<R::Message, Error>;

    /// The number of elements of a ciphertext.
    fn elements(&self) -> usize;

    /// What a ciphertext consists of.
    fn parts(a: &Self::Ciphertext) -> Parts<'_, R>;

    /// The ciphertext of [`MultiprecisionScheme::elements`] elements.
    ///
    /// # Errors
    /// When they are not as many, or the scheme has no squared keys.
    fn of_parts(
        &self,
        vector: R::Vector,
        squared: bool,
        noise: Noise,
    ) -> Result<Self::Ciphertext, Error>;

    /// The bounds that a ciphertext carries.
    fn noise_mut(a: &mut Self::Ciphertext) -> &mut Noise;

    /// Encrypts a message whose coefficients from `message.len()` on are 0, which is public.
    ///
    /// # Errors
    /// When there are more than n coefficients, or one is no residue modulo t.
    fn encrypt_short(
        &self,
        key: &Self::Public,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Self::Ciphertext, Error> {
        let mut ciphertext = self.encrypt(key, &self.padded(message), seed)?;
        Self::noise_mut(&mut ciphertext).terms = message.len().max(1) as f64;
        Ok(ciphertext)
    }

    /// [`MultiprecisionScheme::constant`] of a message of fewer coefficients.
    ///
    /// # Errors
    /// As [`MultiprecisionScheme::encrypt_short`].
    fn short_constant(&self, message: &[u64]) -> Result<Self::Ciphertext, Error> {
        let mut ciphertext = self.constant(&self.padded(message))?;
        Self::noise_mut(&mut ciphertext).terms = message.len().max(1) as f64;
        Ok(ciphertext)
    }

    /// A message with zeros up to n.
    #[doc(hidden)]
    fn padded(&self, message: &[u64]) -> Vec<u64> {
        let mut padded = message.to_vec();
        padded.resize(message.len().max(self.context().parameters().degree), 0);
        padded
    }
}

/// What a ciphertext consists of.
#[derive(Debug)]
pub struct Parts<'a, R: Multiprecision> {
    /// Its elements.
    pub vector: &'a R::Vector,
    /// Whether a key switch is due (YASHE').
    pub squared: bool,
    /// Its bounds.
    pub noise: Noise,
}

/// Fails unless a ciphertext has so many elements and needs no key switch that the scheme lacks.
fn check_parts<R: Multiprecision>(
    vector: &R::Vector,
    elements: usize,
    squared: bool,
) -> Result<(), Error> {
    let given = R::count(vector);
    if given != elements || squared {
        let squared = if squared { ", and no squared keys" } else { "" };
        return Err(SchemeError::Unsupported(format!(
            "a ciphertext has {elements} elements{squared}: {given} were given"
        ))
        .into());
    }
    Ok(())
}

/// Fails unless there are the elements of an evaluation key.
fn needed<V>(vector: Option<&V>) -> Result<&V, Error> {
    vector.ok_or_else(|| {
        SchemeError::MissingKey {
            operation: "a product",
            key: "the evaluation key".to_owned(),
            remedy: "generate it with the other keys",
        }
        .into()
    })
}
