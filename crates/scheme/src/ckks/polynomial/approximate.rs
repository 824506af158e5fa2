//! The operations that polynomials need.

use crate::{
    Error,
    ckks::{
        Scale,
        encoding::{Complex, Complex64, DoubleDouble},
    },
};

/// What a ciphertext is multiplied by, or what is added to it.
#[derive(Debug, Clone, Copy)]
pub enum Factor<'a> {
    /// The same number in all slots.
    Constant(Complex<DoubleDouble>),
    /// A number for each slot; 0 in those that are not given.
    Slots(&'a [Complex64]),
}

/// Approximate arithmetic on ciphertexts with levels and exact scales.
///
/// Operands of sums and products have equal levels, those of sums equal scales: whoever implements the trait
/// refuses others.
pub trait ApproximateArithmetic {
    /// An encrypted vector.
    type Ciphertext: Clone;

    /// How often it can be rescaled.
    fn level(&self, a: &Self::Ciphertext) -> usize;

    /// The exact scale.
    fn scale(&self, a: &Self::Ciphertext) -> Scale;

    /// By what rescaling divides at a level.
    ///
    /// # Errors
    /// At level 0, and above the highest.
    fn divisor(&self, level: usize) -> Result<Scale, Error>;

    /// a + b, in the memory of a.
    ///
    /// # Errors
    /// When levels or scales differ, or the result would not decrypt; likewise below.
    fn add(&self, a: Self::Ciphertext, b: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// a - b, in the memory of a.
    ///
    /// # Errors
    /// As [`ApproximateArithmetic::add`].
    fn sub(&self, a: Self::Ciphertext, b: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// 2·a, at the scale of a.
    ///
    /// # Errors
    /// As [`ApproximateArithmetic::add`].
    fn double(&self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// a·b, not relinearised and not rescaled. Operands are relinearised.
    ///
    /// # Errors
    /// As [`ApproximateArithmetic::add`].
    fn multiply(
        &self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error>;

    /// a², likewise.
    ///
    /// # Errors
    /// As [`ApproximateArithmetic::add`].
    fn square(&self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// The ciphertext with two components.
    ///
    /// # Errors
    /// When the key is missing.
    fn relinearise(&self, a: Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// The ciphertext with two components, divided as by [`ApproximateArithmetic::rescale`].
    ///
    /// # Errors
    /// As [`ApproximateArithmetic::relinearise`] and [`ApproximateArithmetic::rescale`].
    fn relinearise_and_rescale(&self, a: Self::Ciphertext) -> Result<Self::Ciphertext, Error> {
        self.rescale(&self.relinearise(a)?)
    }

    /// a times a factor that is encoded at this scale, in the memory of a; not rescaled, the scales multiply.
    ///
    /// # Errors
    /// As [`ApproximateArithmetic::add`].
    fn multiply_by(
        &self,
        a: Self::Ciphertext,
        factor: &Factor<'_>,
        scale: &Scale,
    ) -> Result<Self::Ciphertext, Error>;

    /// a plus a term that is encoded at the scale of a, in the memory of a.
    ///
    /// # Errors
    /// As [`ApproximateArithmetic::add`].
    fn add_to(&self, a: Self::Ciphertext, term: &Factor<'_>) -> Result<Self::Ciphertext, Error>;

    /// The real parts of the slots, at twice the scale: a plus its conjugate is twice the real part.
    ///
    /// # Errors
    /// When the key is missing.
    fn real_part(&self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// The ciphertext a level lower, its scale divided by the divisor of its level.
    ///
    /// # Errors
    /// At level 0.
    fn rescale(&self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Error>;

    /// Fails unless no slot of a is known to be larger: polynomials grow fast outside their interval.
    ///
    /// # Errors
    /// When it may be larger.
    fn check_range(&self, _a: &Self::Ciphertext, _largest: f64) -> Result<(), Error> {
        Ok(())
    }

    /// The ciphertext, of which the caller knows that no slot is larger, as |T_i| ≤ 1: estimates of errors
    /// that only follow sums and products would become useless.
    fn bounded(&self, a: Self::Ciphertext, _largest: f64) -> Self::Ciphertext {
        a
    }

    /// The ciphertext as an approximation of another message that no slot differs from by more.
    fn approximated(&self, a: Self::Ciphertext, _error: f64) -> Self::Ciphertext {
        a
    }

    /// The ciphertext at a lower level, its scale unchanged.
    ///
    /// # Errors
    /// When its level is lower.
    fn drop_to(&self, a: &Self::Ciphertext, level: usize) -> Result<Self::Ciphertext, Error>;
}

/// The smallest scale at which coefficients are encoded, as log2: below, they would be rounded too much.
const MIN_LOG2_FACTOR: f64 = 10.0;

/// a times a factor, at exactly this scale, in the memory of a.
///
/// # Errors
/// When the factor would be encoded at a scale below 2^10.
pub(super) fn multiply_to<A: ApproximateArithmetic>(
    arithmetic: &A,
    a: A::Ciphertext,
    factor: &Factor<'_>,
    scale: &Scale,
) -> Result<A::Ciphertext, Error> {
    let of_factor = scale.divided(&arithmetic.scale(&a));
    let log2 = of_factor.log2();
    if log2 < MIN_LOG2_FACTOR {
        return Err(Error::Unsupported(format!(
            "coefficients would be encoded at the scale 2^{log2:.1}: rescale the ciphertext first, or \
             take a larger target scale"
        )));
    }
    arithmetic.multiply_by(a, factor, &of_factor)
}

/// Fails unless a ciphertext has so many levels.
pub(super) fn check_levels(what: &str, needed: usize, level: usize) -> Result<(), Error> {
    if needed <= level {
        return Ok(());
    }
    Err(Error::Unsupported(format!(
        "{what} takes {needed} levels and the ciphertext has {level}: choose parameters of greater depth"
    )))
}

/// The same number in all slots.
pub(super) fn constant(x: f64) -> Factor<'static> {
    Factor::Constant(Complex64::from(x).extended())
}
