//! Any scheme by one request, and all of them beside each other.

use ringassay_ring::positional::log2_big;
use ringassay_scheme::{
    Scheme,
    homomorphic::{Family, FamilyVisitor, with_family},
};

use crate::{Error, bfv, bgv, bgv::Request, multiprecision};

/// Sums in a row in front of each product that multiprecision parameters serve.
const SUMS: u32 = 2;

/// What a scheme's own search came to.
#[derive(Debug, Clone)]
pub enum Choice {
    /// Of BGV.
    Bgv(Box<bgv::Choice>),
    /// Of BFV.
    Bfv(Box<bfv::Choice>),
    /// Of FV, YASHE', F-NTRU or SHIELD.
    Multiprecision(Scheme, Box<multiprecision::Choice>),
}

impl Choice {
    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        match self {
            Self::Bgv(_) => Scheme::Bgv,
            Self::Bfv(_) => Scheme::Bfv,
            Self::Multiprecision(scheme, _) => *scheme,
        }
    }

    /// The index m of the ring.
    #[must_use]
    pub fn index(&self) -> u64 {
        match self {
            Self::Bgv(choice) => choice.parameters.index.m(),
            Self::Bfv(choice) => choice.parameters.index.m(),
            Self::Multiprecision(_, choice) => 2 * choice.parameters.degree as u64,
        }
    }

    /// n = φ(m).
    #[must_use]
    pub fn dimension(&self) -> usize {
        match self {
            Self::Bgv(choice) => choice.parameters.index.totient(),
            Self::Bfv(choice) => choice.parameters.index.totient(),
            Self::Multiprecision(_, choice) => choice.parameters.degree,
        }
    }

    /// log2 of the largest modulus at which something is published.
    #[must_use]
    pub fn log2_qp(&self) -> f64 {
        match self {
            Self::Bgv(choice) => choice.parameters.log2_qp(),
            Self::Bfv(choice) => choice.parameters.log2_q() + choice.parameters.log2_p(),
            Self::Multiprecision(_, choice) => log2_big(&choice.parameters.q),
        }
    }

    /// Whether the security asked for is reached.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        match self {
            Self::Bgv(choice) => choice.is_secure,
            Self::Bfv(choice) => choice.is_secure,
            Self::Multiprecision(_, choice) => choice.is_secure,
        }
    }

    /// What is known of attacks, in words.
    #[must_use]
    pub fn security(&self) -> String {
        match self {
            Self::Bgv(choice) => choice.security.to_string(),
            Self::Bfv(choice) => choice.status.to_string(),
            Self::Multiprecision(_, choice) => choice.status.to_string(),
        }
    }
}

/// The parameters of a scheme that serve a request best. FV, YASHE', F-NTRU and SHIELD hold an entry in
/// each ciphertext, so that `length` says nothing there, and their index is a power of two.
///
/// # Errors
/// When none serve it, with what to change.
pub fn choose(scheme: Scheme, request: &Request) -> Result<Choice, Error> {
    match scheme {
        Scheme::Bgv => Ok(Choice::Bgv(Box::new(bgv::choose(request)?))),
        Scheme::Bfv => Ok(Choice::Bfv(Box::new(bfv::choose(request)?))),
        _ => {
            let t = request.plaintext.value().unwrap_or(0);
            let refused = |reason: &str| Error::NoParameters {
                scheme: scheme.to_string(),
                depth: request.depth,
                t,
                security_bits: request.security_bits,
                reason: reason.to_owned(),
            };
            if t < 2 || (t != 2 && scheme.has_bits_only()) {
                return Err(refused("its plaintexts do not hold such integers"));
            }
            let degree = match request.index {
                Some(m) if !m.is_power_of_two() || !(64..=1 << 17).contains(&m) => {
                    return Err(refused("its index is a power of two from 2^6 to 2^17"));
                }
                index => index.map(|m| (m / 2) as usize),
            };
            let asked = multiprecision::Request {
                t,
                depth: request.depth,
                security_bits: request.security_bits,
                degree,
                insist: request.insist,
                log2_w: None,
                sums: SUMS,
            };
            let choice = with_family(scheme, Search(&asked))??;
            Ok(Choice::Multiprecision(scheme, Box::new(choice)))
        }
    }
}

struct Search<'a>(&'a multiprecision::Request);

impl FamilyVisitor for Search<'_> {
    type Output = Result<multiprecision::Choice, Error>;

    fn visit<F: Family>(self) -> Self::Output {
        multiprecision::choose::<F>(self.0)
    }
}

/// What every scheme of the catalogue offers for a request: secure ones first, in the order of the
/// catalogue, which has the practical ones first; then those that claim no security; then refusals.
#[must_use]
pub fn survey(request: &Request) -> Vec<(Scheme, Result<Choice, Error>)> {
    let mut all: Vec<_> =
        Scheme::ALL.iter().map(|&scheme| (scheme, choose(scheme, request))).collect();
    all.sort_by_key(|(_, found)| found.as_ref().map_or(2, |choice| u8::from(!choice.is_secure())));
    all
}
