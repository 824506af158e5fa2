//! The methods, and which one serves a prime and a modulus best.

use std::fmt;

use crate::{
    Backend,
    cyclotomic::{
        cost::{Costs, padded_length},
        number::{factorise, lcm},
    },
};

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
        MethodKind::Padded => 2 * u64::from(padded_length(p)),
    })
}

/// The cheapest method for an odd prime, of those that q allows, if there is a q.
pub(super) fn cheapest(costs: &Costs, p: u32, q: Option<u64>) -> MethodKind {
    if p < 8 {
        return MethodKind::Dense;
    }
    let price = |kind: MethodKind| match kind {
        MethodKind::Dense => costs.dense(p),
        MethodKind::Rader => costs.rader(p, q),
        MethodKind::Padded => costs.padded(p),
    };
    [MethodKind::Rader, MethodKind::Padded]
        .into_iter()
        .filter(|&kind| q.is_none_or(|q| allowed(kind, p, q)))
        .fold(MethodKind::Dense, |best, kind| if price(kind) < price(best) { kind } else { best })
}

/// What q - 1 should be divisible by, beyond p^e, for the order of results that is best, and for the
/// cheapest methods of AVX-512 and AVX2 where they want little more: moduli are chosen on one machine
/// and used on others.
pub(super) fn friendly(p: u32) -> u64 {
    if p == 2 {
        return 1;
    }
    let wanted = |costs: &Costs| match cheapest(costs, p, None) {
        MethodKind::Dense => 1,
        MethodKind::Padded => 2 * u64::from(padded_length(p)),
        // For e > 1 there are DFTs of p points too: Rader again, with the same roots.
        MethodKind::Rader => costs.rader_divisor(p),
    };
    let order = wanted(Costs::of_order());
    [Backend::Avx512, Backend::Avx2].into_iter().fold(order, |divisor, backend| {
        let both = lcm(divisor, wanted(Costs::of(backend)));
        if both / order <= MORE { both } else { divisor }
    })
}

/// How many times as rare moduli may become for the methods of backends.
const MORE: u64 = 64;
