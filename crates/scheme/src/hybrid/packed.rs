//! What differs from scheme to scheme where messages are vectors: what operations make of levels, scales and estimates.

use std::{borrow::Cow, fmt::Debug};

use ringassay_ring::{Crt, Powerful};

use super::{Ciphertext, Context, EvaluationKeys, HybridScheme, Prepared};
use crate::{Error, Ring, noise::Noise};

/// What a prepared plaintext is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It is added to ciphertexts.
    Addend,
    /// It multiplies ciphertexts.
    Factor,
}

/// A scheme of packed plaintexts: BGV, BFV, CKKS.
///
/// The operations are functions of [`Context`], the same for all: encryption, sums, products with plaintexts, key
/// switching. This trait has what they ask of a scheme: how a message is encoded, what becomes of scale and estimate,
/// and how ciphertexts are multiplied.
pub trait PackedScheme: HybridScheme {
    /// A message, as coefficients.
    type Plaintext: Clone + Debug + Send + Sync;

    /// What is known of a plaintext that is prepared for sums or products.
    type Known: Clone + Debug + Send + Sync;

    /// Whether a plaintext is another ring element as an addend than as a factor.
    const PREPARES_BY_ROLE: bool = false;

    // ---- Encryption -----------------------------------------------------------------------------

    /// A message as it lies in the phase of a fresh ciphertext, in a ring whose first limbs are those of a level.
    ///
    /// # Errors
    /// Returns an error if the plaintext is of other parameters.
    fn encode<R: Ring>(
        on: &Context<Self, R>,
        plaintext: &Self::Plaintext,
        ring: &R,
    ) -> Result<R::Element<Powerful>, Error>;

    /// The scale and the estimate of a ciphertext with this message and noise; without noise, of one that anybody can
    /// make.
    ///
    /// # Errors
    /// Returns an error if the message might exceed the modulus.
    fn fresh<R: Ring>(
        on: &Context<Self, R>,
        plaintext: &Self::Plaintext,
        noise: Option<&Noise>,
    ) -> Result<(Self::Scale, Self::Estimate), Error>;

    // ---- Levels ---------------------------------------------------------------------------------

    /// The same message at a lower level; in CKKS of the same scale.
    ///
    /// # Errors
    /// Returns an error if the level is higher than that of the ciphertext, or the message might exceed the modulus.
    fn at_level<'a, R: Ring>(
        on: &Context<Self, R>,
        a: &'a Ciphertext<Self, R>,
        level: usize,
    ) -> Result<Cow<'a, Ciphertext<Self, R>>, Error>;

    // ---- Sums -----------------------------------------------------------------------------------

    /// Two operands of `operation` at one level, with one scale.
    ///
    /// # Errors
    /// Returns an error if that is not possible.
    fn aligned<'a, R: Ring>(
        on: &Context<Self, R>,
        operation: &'static str,
        operands: [&'a Ciphertext<Self, R>; 2],
    ) -> Result<[Cow<'a, Ciphertext<Self, R>>; 2], Error>;

    /// Likewise, in place of the first, which is as it was if that fails or their sum would not decrypt.
    ///
    /// # Errors
    /// Returns an error if that is not possible.
    fn align_assign<'b, R: Ring>(
        on: &Context<Self, R>,
        operation: &'static str,
        a: &mut Ciphertext<Self, R>,
        b: &'b Ciphertext<Self, R>,
    ) -> Result<Cow<'b, Ciphertext<Self, R>>, Error>;

    /// The estimate of a sum or difference of different ciphertexts.
    fn sum_estimate<R: Ring>(
        on: &Context<Self, R>,
        a: &Self::Estimate,
        b: &Self::Estimate,
    ) -> Self::Estimate;

    /// The estimate of the sum of a ciphertext with itself.
    fn double_estimate<R: Ring>(on: &Context<Self, R>, a: &Self::Estimate) -> Self::Estimate;

    // ---- Plaintexts as operands -----------------------------------------------------------------

    /// A plaintext as it is added or multiplied with, in a ring whose first limbs are those of a level, and what is known
    /// of it.
    ///
    /// # Errors
    /// Returns an error if the plaintext is of other parameters.
    fn prepared<R: Ring>(
        on: &Context<Self, R>,
        plaintext: &Self::Plaintext,
        ring: &R,
        role: Role,
    ) -> Result<(R::Element<Powerful>, Self::Known), Error>;

    /// The estimate of a + m.
    ///
    /// # Errors
    /// Returns an error if m has another scale, or was prepared as a factor.
    fn addend_estimate<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
        m: &Self::Known,
    ) -> Result<Self::Estimate, Error>;

    /// What is added to a for m: m itself, unless the message of a has a factor.
    ///
    /// # Errors
    /// Returns an error if m is of other parameters.
    fn addend<'m, R: Ring>(
        _: &Context<Self, R>,
        _: &Ciphertext<Self, R>,
        m: &'m Prepared<Self, R>,
    ) -> Result<Cow<'m, R::Element<Crt>>, Error> {
        Ok(Cow::Borrowed(&m.element))
    }

    /// The scale and the estimate of a·m, for the scale and the estimate of a.
    ///
    /// # Errors
    /// Returns an error if m was prepared as an addend.
    fn factor_estimate<R: Ring>(
        on: &Context<Self, R>,
        a: (&Self::Scale, &Self::Estimate),
        m: &Self::Known,
    ) -> Result<(Self::Scale, Self::Estimate), Error>;

    // ---- Products -------------------------------------------------------------------------------

    /// a·b, relinearised, at the level that suits both; the square where they are one object.
    ///
    /// # Errors
    /// Returns an error as [`Context::multiply`].
    fn multiply<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
        b: &Ciphertext<Self, R>,
        keys: &EvaluationKeys<Self, R>,
    ) -> Result<Ciphertext<Self, R>, Error>;

    /// a², relinearised, at the level that suits it.
    ///
    /// # Errors
    /// Returns an error as [`Context::multiply`].
    fn square<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
        keys: &EvaluationKeys<Self, R>,
    ) -> Result<Ciphertext<Self, R>, Error>;

    /// a·b with three parts.
    ///
    /// # Errors
    /// Returns an error as [`Context::tensor`].
    fn tensor<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
        b: &Ciphertext<Self, R>,
    ) -> Result<Ciphertext<Self, R>, Error>;

    /// a² with three parts.
    ///
    /// # Errors
    /// Returns an error as [`Context::tensor`].
    fn tensor_square<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
    ) -> Result<Ciphertext<Self, R>, Error>;
}
