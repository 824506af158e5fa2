//! The way from a value of [`Scheme`] to its type.

use super::SlotParameters;
use crate::{Error, Scheme, bfv, bgv};

/// What is to be done with a scheme with slots whose type is not known yet.
pub trait SlotVisitor {
    /// What comes of it.
    type Output;

    /// Does it for the scheme with these parameters.
    fn visit<P: SlotParameters>(self) -> Self::Output;
}

macro_rules! slot_schemes {
    ($($parameters:ty),*) => {
        /// Does with a scheme what `visitor` says.
        ///
        /// # Errors
        /// [`Error::Unsupported`] if the scheme has no slots.
        pub fn with_slot_scheme<V: SlotVisitor>(
            scheme: Scheme,
            visitor: V,
        ) -> Result<V::Output, Error> {
            $(if scheme == <$parameters as SlotParameters>::SCHEME {
                return Ok(visitor.visit::<$parameters>());
            })*
            Err(Error::Unsupported(format!("{scheme} has no slots")))
        }
    };
}

slot_schemes!(bgv::Parameters, bfv::Parameters);
