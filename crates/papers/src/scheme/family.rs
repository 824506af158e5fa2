//! The multiprecision schemes as types, whatever the ring, and the way from a value of
//! [`Scheme`] to its type.

use ringassay_scheme::{Error as SchemeError, Scheme};

use crate::{
    Multiprecision, MultiprecisionScheme, fntru::FNtru, fv::Fv, shield::Shield, yashe::Yashe,
};

/// A multiprecision scheme, whatever the ring.
pub trait Family: Send + Sync + 'static {
    /// The scheme over a ring.
    type Over<R: Multiprecision>: MultiprecisionScheme<R>;

    /// Which scheme.
    const SCHEME: Scheme;
}

/// What is to be done with a scheme whose type is not known yet.
pub trait FamilyVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<F: Family>(self) -> Self::Output;
}

macro_rules! families {
    ($($(#[$doc:meta])* $name:ident = $scheme:ident, $over:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub enum $name {}

            impl Family for $name {
                type Over<R: Multiprecision> = $over<R>;

                const SCHEME: Scheme = Scheme::$scheme;
            }
        )*

        /// Does with a scheme what `visitor` says.
        ///
        /// # Errors
        /// [`SchemeError::Unsupported`] if it is no multiprecision scheme.
        pub fn with_family<V: FamilyVisitor>(
            scheme: Scheme,
            visitor: V,
        ) -> Result<V::Output, SchemeError> {
            match scheme {
                $(Scheme::$scheme => Ok(visitor.visit::<$name>()),)*
                _ => Err(SchemeError::Unsupported(format!(
                    "{scheme} does not compute with multiprecision coefficients"
                ))),
            }
        }
    };
}

families! {
    /// Fan and Vercauteren.
    FvFamily = Fv, Fv;
    /// YASHE'.
    YasheFamily = Yashe, Yashe;
    /// F-NTRU.
    FntruFamily = Fntru, FNtru;
    /// SHIELD.
    ShieldFamily = Shield, Shield;
}
