//! The operations that functions are made of.

use std::ops::{Add, Sub};

use ringassay_scheme::{
    Error,
    ckks::{
        Scale,
        encoding::{Complex, Complex64, DoubleDouble},
    },
};

/// A coefficient of a polynomial, or what an entry is multiplied by: a complex number in double-double, or an integer
/// that is taken modulo t.
pub trait Number:
    Copy + Default + PartialEq + Add<Output = Self> + Sub<Output = Self> + std::fmt::Debug
{
}

impl Number for Complex<DoubleDouble> {}
impl Number for i64 {}

/// What a ciphertext is multiplied by, or what is added to it.
#[derive(Debug, Clone, Copy)]
pub enum Factor<'a, N = Complex<DoubleDouble>> {
    /// The same number in all entries.
    Constant(N),
    /// A number for each entry; 0 in those that are not given.
    Entries(&'a [N]),
}

/// Arithmetic on encrypted vectors.
///
/// Where ciphertexts have levels and scales, operands of sums and products have equal levels, those of sums equal
/// scales: whoever implements the trait refuses others.
pub trait Arithmetic {
    /// An encrypted vector.
    type Ciphertext: Clone;

    /// An entry that is not encrypted.
    type Number: Number;

    /// What messages are multiplied by: a number that products multiply and rescaling divides, or nothing.
    type Scale: Clone;

    /// How often a ciphertext can be rescaled; `usize::MAX` where nothing is rescaled.
    fn level(&self, a: &Self::Ciphertext) -> usize;

    /// The exact scale.
    fn scale(&self, a: &Self::Ciphertext) -> Self::Scale;

    /// The scale that becomes `after` by rescaling at a level.
    ///
    /// # Errors
    /// Returns an error at level 0, and above the highest.
    fn before_rescaling(&self, after: &Self::Scale, level: usize) -> Result<Self::Scale, Error>;

    /// The scale that makes `product` with that of a.
    fn cofactor(&self, product: &Self::Scale, a: &Self::Ciphertext) -> Self::Scale;

    /// An integer as a number.
    fn integer(&self, x: i64) -> Self::Number;

    /// a + b, in the memory of a.
    ///
    /// # Errors
    /// Returns an error if levels or scales differ, or the result is not certain to decrypt.
    fn add(&self, a: Self::Ciphertext, b: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// a - b, in the memory of a.
    ///
    /// # Errors
    /// Returns an error as [`Arithmetic::add`].
    fn sub(&self, a: Self::Ciphertext, b: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// 2·a, at the scale of a.
    ///
    /// # Errors
    /// Returns an error as [`Arithmetic::add`].
    fn double(&self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// a·b, not relinearised and not rescaled. Operands are relinearised.
    ///
    /// # Errors
    /// Returns an error as [`Arithmetic::add`].
    fn multiply(
        &self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error>;

    /// a², likewise.
    ///
    /// # Errors
    /// Returns an error as [`Arithmetic::add`].
    fn square(&self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// The ciphertext with two components.
    ///
    /// # Errors
    /// Returns an error if the key is missing.
    fn relinearise(&self, a: Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// The ciphertext a level lower, its scale divided by the primes of its level; the same where nothing is rescaled.
    ///
    /// # Errors
    /// Returns an error at level 0.
    fn rescale(&self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// The ciphertext with two components, divided as by [`Arithmetic::rescale`].
    ///
    /// # Errors
    /// Returns an error as [`Arithmetic::relinearise`] and [`Arithmetic::rescale`].
    fn relinearise_and_rescale(&self, a: Self::Ciphertext) -> Result<Self::Ciphertext, Error> {
        self.rescale(&self.relinearise(a)?)
    }

    /// The ciphertext at a lower level, its scale unchanged.
    ///
    /// # Errors
    /// Returns an error if its level is lower.
    fn drop_to(&self, a: &Self::Ciphertext, level: usize) -> Result<Self::Ciphertext, Error>;

    /// a times a factor, of exactly this scale, in the memory of a; not rescaled.
    ///
    /// # Errors
    /// Returns an error as [`Arithmetic::add`], and if the factor would be rounded too much.
    fn multiply_to(
        &self,
        a: Self::Ciphertext,
        factor: &Factor<'_, Self::Number>,
        scale: &Self::Scale,
    ) -> Result<Self::Ciphertext, Error>;

    /// a plus a term that is encoded at the scale of a, in the memory of a.
    ///
    /// # Errors
    /// Returns an error as [`Arithmetic::add`].
    fn add_to(
        &self,
        a: Self::Ciphertext,
        term: &Factor<'_, Self::Number>,
    ) -> Result<Self::Ciphertext, Error>;

    /// Entry i becomes what entry i + `steps` was, cyclically.
    ///
    /// # Errors
    /// Returns an error if keys are missing, or the result is not certain to decrypt.
    fn rotate(&self, a: &Self::Ciphertext, steps: i64) -> Result<Self::Ciphertext, Error>;

    /// (2x - from - to)/(to - from), at the scale of x and a level lower: entries of an interval, brought to \[-1, 1\].
    ///
    /// # Errors
    /// Returns an error if entries may lie outside of the interval, or the arithmetic has no intervals.
    fn to_unit_interval(
        &self,
        x: &Self::Ciphertext,
        from: f64,
        to: f64,
    ) -> Result<Self::Ciphertext, Error>;

    /// Fails unless no entry of a is known to be larger: polynomials grow fast outside their interval.
    ///
    /// # Errors
    /// Returns an error if it may be larger.
    fn check_range(&self, _a: &Self::Ciphertext, _largest: f64) -> Result<(), Error> {
        Ok(())
    }

    /// The ciphertext, of which the caller knows that no entry is larger, as |T_i| ≤ 1: estimates of errors that only
    /// follow sums and products would become useless.
    fn bounded(&self, a: Self::Ciphertext, _largest: f64) -> Self::Ciphertext {
        a
    }
}

/// Arithmetic on real and complex numbers, with exact scales.
pub trait ApproximateArithmetic: Arithmetic<Number = Complex<DoubleDouble>, Scale = Scale> {
    /// The real parts of the entries, at twice the scale: a plus its conjugate is twice the real part.
    ///
    /// # Errors
    /// Returns an error if the key is missing.
    fn real_part(&self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// The ciphertext as an approximation of another message that no entry differs from by more.
    fn approximated(&self, a: Self::Ciphertext, _error: f64) -> Self::Ciphertext {
        a
    }
}

/// Fails unless a ciphertext has so many levels.
pub(crate) fn check_levels(what: &str, needed: usize, level: usize) -> Result<(), Error> {
    if needed <= level {
        return Ok(());
    }
    Err(Error::Unsupported(format!(
        "{what} takes {needed} levels and the ciphertext has {level}: choose parameters of greater depth"
    )))
}

/// The same number in all entries.
pub(crate) fn constant(x: f64) -> Factor<'static> {
    Factor::Constant(Complex64::from(x).extended())
}
