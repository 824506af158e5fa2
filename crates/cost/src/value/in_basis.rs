//! A value with its basis.

use ringassay_ring::BasisKind;

/// A value of one of three types, by the basis that it is written in.
#[derive(Debug, Clone, PartialEq)]
pub enum InBasis<P, D, C> {
    /// In the powerful basis.
    Powerful(P),
    /// In the decoding basis.
    Decoding(D),
    /// In the CRT basis.
    Crt(C),
}

impl<P, D, C> InBasis<P, D, C> {
    /// The basis.
    pub fn basis(&self) -> BasisKind {
        match self {
            Self::Powerful(_) => BasisKind::Powerful,
            Self::Decoding(_) => BasisKind::Decoding,
            Self::Crt(_) => BasisKind::Crt,
        }
    }
}

/// The same expression for a value in each basis: `in_each_basis!(value, x => x.ring())`.
#[macro_export]
macro_rules! in_each_basis {
    ($value:expr, $x:ident => $body:expr) => {
        match $value {
            $crate::value::InBasis::Powerful($x) => $body,
            $crate::value::InBasis::Decoding($x) => $body,
            $crate::value::InBasis::Crt($x) => $body,
        }
    };
}
