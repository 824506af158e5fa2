//! The methods, and which one serves a prime and a modulus best.

use std::fmt;

use crate::cyclotomic::{cost, number::factorise};

/// How the transform of a prime power is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// A negacyclic number-theoretic transform: powers of two from 16 on.
    Negacyclic {
        /// Its length.
        length: u32,
    },
    /// Sums of products, half of them saved by symmetry; always possible.
    Dense {
        /// The prime.
        prime: u32,
    },
    /// A cyclic convolution of p - 1 terms between DFTs of that length.
    Rader {
        /// p - 1.
        length: u32,
    },
    /// The same convolution, padded with zeros to a power of two.
    Padded {
        /// The power of two.
        length: u32,
    },
}

/// The name of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MethodKind {
    /// [`Method::Dense`].
    Dense,
    /// [`Method::Rader`].
    Rader,
    /// [`Method::Padded`].
    Padded,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Negacyclic { length } => write!(f, "negacyclic transform of {length}"),
            Method::Dense { prime } => write!(f, "sums of products, radix {prime}"),
            Method::Padded { length } => write!(f, "Rader, convolution padded to {length}"),
            Method::Rader { length } => {
                write!(f, "Rader, convolution of {length} = ")?;
                for (i, (r, exponent)) in factorise(*length).into_iter().enumerate() {
                    let times = if i == 0 { "" } else { "·" };
                    write!(f, "{times}{}", r.pow(exponent))?;
                }
                Ok(())
            }
        }
    }
}

/// Whether q has the roots of unity that a method wants for an odd prime.
pub(super) fn allowed(kind: MethodKind, p: u32, q: u64) -> bool {
    (q - 1).is_multiple_of(match kind {
        MethodKind::Dense => 1,
        MethodKind::Rader => u64::from(p - 1),
        MethodKind::Padded => 2 * u64::from(cost::padded_length(p)),
    })
}

/// The cheapest method for an odd prime, of those that q allows, if there is a q.
pub(super) fn cheapest(p: u32, q: Option<u64>) -> MethodKind {
    let price = |kind: MethodKind| match kind {
        MethodKind::Dense => cost::dense(p),
        MethodKind::Rader => cost::rader(p, q),
        MethodKind::Padded => cost::padded(p),
    };
    [MethodKind::Rader, MethodKind::Padded]
        .into_iter()
        .filter(|&kind| q.is_none_or(|q| allowed(kind, p, q)))
        .fold(MethodKind::Dense, |best, kind| if price(kind) < price(best) { kind } else { best })
}

/// What q - 1 should be divisible by, beyond p^e, for the cheapest method of all.
pub(super) fn friendly(p: u32) -> u64 {
    if p == 2 {
        return 1;
    }
    match cheapest(p, None) {
        MethodKind::Dense => 1,
        MethodKind::Padded => 2 * u64::from(cost::padded_length(p)),
        // For e > 1 there are DFTs of p points too: Rader again, with the same roots.
        MethodKind::Rader => cost::rader_divisor(p),
    }
}
