//! Any scheme by one request, and all of them beside each other.

use ringassay_params::{Choosable, Error, SlotVisitor, bgv::Request, with_slot_scheme};
use ringassay_ring::rns::log2_big;
use ringassay_scheme::Scheme;
use ringassay_security::Estimate;

use crate::{
    scheme::{Family, FamilyVisitor, with_family},
    search,
};

/// Sums in a row in front of each product that multiprecision parameters serve.
const SUMS: u32 = 2;

/// What a scheme's own search came to.
#[derive(Debug, Clone)]
pub enum Choice {
    /// Of a scheme with slots.
    Slots(SlotFacts),
    /// Of FV, YASHE', F-NTRU or SHIELD.
    Multiprecision(Scheme, Box<search::Choice>),
}

/// What a search for a scheme with slots came to, whichever the scheme.
#[derive(Debug, Clone)]
pub struct SlotFacts {
    /// The scheme.
    pub scheme: Scheme,
    /// The index m of the ring.
    pub index: u64,
    /// n = φ(m).
    pub dimension: usize,
    /// log2 of Q·P, the largest modulus at which something is published.
    pub log2_qp: f64,
    /// Whether the security asked for is reached.
    pub is_secure: bool,
    /// What is known of attacks.
    pub security: Estimate,
}

impl Choice {
    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        match self {
            Self::Slots(facts) => facts.scheme,
            Self::Multiprecision(scheme, _) => *scheme,
        }
    }

    /// The index m of the ring.
    #[must_use]
    pub fn index(&self) -> u64 {
        match self {
            Self::Slots(facts) => facts.index,
            Self::Multiprecision(_, choice) => 2 * choice.parameters.degree as u64,
        }
    }

    /// n = φ(m).
    #[must_use]
    pub fn dimension(&self) -> usize {
        match self {
            Self::Slots(facts) => facts.dimension,
            Self::Multiprecision(_, choice) => choice.parameters.degree,
        }
    }

    /// log2 of the largest modulus at which something is published.
    #[must_use]
    pub fn log2_qp(&self) -> f64 {
        match self {
            Self::Slots(facts) => facts.log2_qp,
            Self::Multiprecision(_, choice) => log2_big(&choice.parameters.q),
        }
    }

    /// Whether the security asked for is reached.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        match self {
            Self::Slots(facts) => facts.is_secure,
            Self::Multiprecision(_, choice) => choice.is_secure,
        }
    }

    /// What is known of attacks, in words.
    #[must_use]
    pub fn security(&self) -> String {
        match self {
            Self::Slots(facts) => facts.security.to_string(),
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
    if let Some(choice) = with_slot_scheme(scheme, Slots(request)) {
        return Ok(Choice::Slots(choice?));
    }
    let t = request.plaintext.value().unwrap_or(0);
    let refused = |reason: &str| Error::NoParameters {
        scheme: scheme.to_string(),
        depth: request.depth,
        t,
        security_bits: request.security_bits,
        reason: reason.to_owned(),
    };
    if scheme.is_approximate() {
        return Err(refused("it computes with real numbers: ask for levels and bits of precision"));
    }
    let moduli = 2..1 << search::MAX_LOG2_T;
    if !moduli.contains(&t) || (t != 2 && scheme.has_bits_only()) {
        return Err(refused("its plaintexts do not hold such integers"));
    }
    if request.costs_of.is_some() {
        return Err(refused(
            "its index is a power of two, which no costs decide on: leave out the choice for this machine",
        ));
    }
    let degree = match request.index {
        Some(m) if !m.is_power_of_two() || !(64..=1 << 17).contains(&m) => {
            return Err(refused("its index is a power of two from 2^6 to 2^17"));
        }
        index => index.map(|m| (m / 2) as usize),
    };
    let asked = search::Request {
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

struct Slots<'a>(&'a Request);

impl SlotVisitor for Slots<'_> {
    type Output = Result<SlotFacts, Error>;

    fn visit<P: Choosable>(self) -> Self::Output {
        let choice = P::choose(self.0)?;
        Ok(SlotFacts {
            scheme: P::SCHEME,
            index: choice.parameters.index().m(),
            dimension: choice.parameters.index().degree(),
            log2_qp: choice.parameters.log2_qp(),
            is_secure: choice.is_secure,
            security: choice.security,
        })
    }
}

struct Search<'a>(&'a search::Request);

impl FamilyVisitor for Search<'_> {
    type Output = Result<search::Choice, Error>;

    fn visit<F: Family>(self) -> Self::Output {
        search::choose::<F>(self.0)
    }
}

/// What every leveled scheme of the catalogue offers for a request: secure ones first, in the order of the
/// catalogue, which has the practical ones first; then those that claim no security; then refusals.
#[must_use]
pub fn survey(request: &Request) -> Vec<(Scheme, Result<Choice, Error>)> {
    let leveled = Scheme::ALL.iter().copied().filter(|scheme| scheme.is_leveled());
    let mut all: Vec<_> = leveled.map(|scheme| (scheme, choose(scheme, request))).collect();
    all.sort_by_key(|(_, found)| found.as_ref().map_or(2, |choice| u8::from(!choice.is_secure())));
    all
}
