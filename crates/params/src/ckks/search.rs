//! The search for a chain.

use std::time::{Duration, Instant};

use ringassay_scheme::ckks::{Parameters, RingType};
use ringassay_security::{CostModel, Error as SecurityError, Estimate, max_log2_q, moduli};

use super::{
    Followed, Request,
    chain::{Sizes, degrees, secret},
    explain::explain,
    follow,
    rings::{InRing, cheapest},
    smallest::least_scale,
};
use crate::{
    Error,
    request::{SIGMA, refused},
    security::secret_of,
    slots::security_of,
};

/// Parameters with the reasons for them.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The parameters.
    pub parameters: Parameters,
    /// How hard they are to break, at the largest modulus at which something is published.
    pub security: Estimate,
    /// Whether the security asked for is reached.
    pub is_secure: bool,
    /// What is published under the secret key, each at its own modulus.
    pub keys: Vec<PublishedKey>,
    /// No number is larger in absolute value, as was asked for.
    pub range: f64,
    /// Errors level by level.
    pub followed: Followed,
    /// The work of a product with relinearisation and rescaling: rows transformed, times N·log2(m/2).
    pub work: f64,
    /// What more would cost: a level, a bit of precision.
    pub alternatives: Vec<Alternative>,
    /// The reasons, in sentences.
    pub explanation: Vec<String>,
    /// How long the search took.
    pub duration: Duration,
}

/// Something that is published, and how hard the secret is to find from it alone.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedKey {
    /// What it is.
    pub name: &'static str,
    /// log2 of its modulus.
    pub log2_modulus: f64,
    /// Bits of security.
    pub bits: f64,
}

/// Parameters for a little more, in the same ring.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// What more.
    pub name: &'static str,
    /// N; `None` where nothing serves.
    pub degree: Option<usize>,
    /// log2 of Q·P.
    pub log2_qp: f64,
    /// log2 of the scale.
    pub log2_scale: u32,
    /// The work of a product, over that of the choice.
    pub work_ratio: f64,
    /// The size of a fresh ciphertext, over that of the choice.
    pub size_ratio: f64,
}

/// What a search comes to at one degree.
#[derive(Debug, Clone)]
struct Found {
    sizes: Sizes,
    parameters: Parameters,
    followed: Followed,
    security: Estimate,
}

impl InRing for Found {
    fn degree(&self) -> usize {
        self.sizes.degree
    }

    fn work(&self) -> f64 {
        self.sizes.work()
    }
}

/// The parameters that serve a request best.
///
/// # Errors
/// When none serve it, with what to change; when a fixed degree is less secure than asked and the request does
/// not insist.
pub fn choose(request: &Request) -> Result<Choice, Error> {
    let start = Instant::now();
    request.check()?;
    let (found, other_ring) = cheapest(request, |ring| best(request, ring, None))?;
    let deeper = Request { depth: request.depth + 1, ..request.clone() };
    let finer = Request { precision_bits: request.precision_bits + 1.0, ..request.clone() };
    let alternatives = [("one more level", deeper), ("one more bit of precision", finer)]
        .map(|(name, request)| alternative(name, &request, &found))
        .into();
    let keys = published(&found.parameters)?;
    let mut choice = Choice {
        is_secure: found.security.bits >= request.security_bits,
        work: found.sizes.work(),
        parameters: found.parameters,
        security: found.security,
        keys,
        followed: found.followed,
        range: request.range,
        alternatives,
        explanation: Vec::new(),
        duration: Duration::ZERO,
    };
    choice.explanation = explain(request, &choice, other_ring);
    choice.duration = start.elapsed();
    Ok(choice)
}

/// The least work of all degrees of a ring that serve.
fn best(request: &Request, ring: RingType, start: Option<u32>) -> Result<Found, Error> {
    request.check_in(ring)?;
    let enough = |&n: &usize| ring.slots(n) >= request.slots;
    let degrees: Vec<usize> = match request.degree {
        Some(degree) => vec![degree],
        None => degrees(ring).map(|log2| 1 << log2).filter(enough).collect(),
    };
    let mut least: Option<Found> = None;
    let mut reason = None;
    for degree in degrees {
        match at_degree((ring, degree), request, start) {
            Ok(found) => {
                let is_less = |least: &Found| found.sizes.work() < least.sizes.work();
                // Twice the degree once more: larger P may pay, beyond that it does not.
                let is_second = least.is_some();
                if least.as_ref().is_none_or(is_less) {
                    least = Some(found);
                }
                if is_second {
                    break;
                }
            }
            Err(error) => reason = Some(error),
        }
    }
    least.ok_or_else(|| {
        reason.unwrap_or_else(|| refused("no degree was tried: ask for fewer slots".to_owned()))
    })
}

/// log2 of the largest Q·P; 0 if there is none.
pub(super) fn most_log2_qp(degree: usize, security_bits: f64) -> f64 {
    let level = moduli::LEVELS.iter().position(|&level| f64::from(level) == security_bits);
    let row = moduli::SECURE_MODULI.iter().find(|(n, _)| *n == degree);
    match (level, row) {
        (Some(level), Some((_, row))) => f64::from(row[level]),
        _ => {
            let secret = secret_of(secret());
            match max_log2_q(degree, secret, SIGMA, security_bits, CostModel::Matzov) {
                Ok(most) => most,
                Err(SecurityError::Unlimited { log2_most, .. }) => log2_most,
                Err(_) => 0.0,
            }
        }
    }
}

/// The cheapest chain in a ring of some degree; `start` is log2 of the scale that is tried first.
fn at_degree(
    (ring, degree): (RingType, usize),
    request: &Request,
    start: Option<u32>,
) -> Result<Found, Error> {
    let most = most_log2_qp(degree, request.security_bits);
    let bound = if request.insist && request.degree.is_some() { f64::INFINITY } else { most };
    let sizes = |log2_scale: u32, digit_limbs: usize| Sizes {
        ring,
        degree,
        depth: request.depth,
        log2_scale,
        log2_last: Sizes::last(log2_scale, request.range),
        digit_limbs,
    };
    // A smaller number of digits has a little more noise: a bit more of scale may be needed.
    let least = least_scale(request, bound, start, |log2_scale| sizes(log2_scale, 1));
    let least = least.ok_or_else(|| none_at(degree, request, most))?;
    for log2_scale in least..least + 2 {
        let limbs = sizes(log2_scale, 1).all_limbs();
        let all = (1..=limbs).map(|digit_limbs| sizes(log2_scale, digit_limbs));
        let mut all: Vec<Sizes> = all.filter(|sizes| sizes.log2_qp() <= bound).collect();
        all.sort_by(|a, b| a.work().total_cmp(&b.work()));
        for sizes in all {
            let Ok(parameters) = sizes.parameters() else { continue };
            let followed = follow(&parameters, request.range)?;
            if !is_precise(&followed, request) {
                continue;
            }
            let security =
                security_of(degree, parameters.log2_qp(), parameters.sigma, parameters.secret)?;
            if security.bits >= request.security_bits || bound.is_infinite() {
                return Ok(Found { sizes, parameters, followed, security });
            }
        }
    }
    Err(none_at(degree, request, most))
}

fn is_precise(followed: &Followed, request: &Request) -> bool {
    let last = followed.last();
    followed.refusal.is_none() && last.is_some_and(|step| step.worst_bits >= request.precision_bits)
}

fn none_at(degree: usize, request: &Request, most: f64) -> Error {
    let Request { depth, precision_bits, range, security_bits, .. } = request;
    refused(format!(
        "N = {degree} allows a modulus of {most:.0} bits at {security_bits} bits of security: no chain of {depth} \
         levels with {precision_bits} bits of precision for numbers up to {range} fits; take a larger N, \
         or fewer levels or bits"
    ))
}

fn alternative(name: &'static str, request: &Request, found: &Found) -> Alternative {
    let start = Some(found.sizes.log2_scale);
    let more = request.check().and_then(|()| best(request, found.sizes.ring, start)).ok();
    let none = Alternative {
        name,
        degree: None,
        log2_qp: f64::NAN,
        log2_scale: 0,
        work_ratio: f64::NAN,
        size_ratio: f64::NAN,
    };
    more.map_or(none, |more| {
        let size = |found: &Found| (found.sizes.degree * found.sizes.all_limbs()) as f64;
        Alternative {
            name,
            degree: Some(more.sizes.degree),
            log2_qp: more.parameters.log2_qp(),
            log2_scale: more.sizes.log2_scale,
            work_ratio: more.sizes.work() / found.sizes.work(),
            size_ratio: size(&more) / size(found),
        }
    })
}

/// How hard parameters are to break, at the largest modulus at which something is published.
///
/// # Errors
/// When the estimator has no answer for such parameters.
pub fn security(parameters: &Parameters) -> Result<Estimate, Error> {
    let n = parameters.index.degree();
    security_of(n, parameters.log2_qp(), parameters.sigma, parameters.secret)
}

/// What is published, each at its own modulus.
pub(super) fn published(parameters: &Parameters) -> Result<Vec<PublishedKey>, Error> {
    let n = parameters.index.degree();
    let log2_q = parameters.log2_q(parameters.top());
    let one = parameters.special.first().map_or(0.0, |&p| (p as f64).log2());
    [
        ("fresh ciphertexts", log2_q),
        ("the public key", log2_q + one),
        ("evaluation keys", parameters.log2_qp()),
    ]
    .into_iter()
    .map(|(name, log2_modulus)| {
        let estimate = security_of(n, log2_modulus, parameters.sigma, parameters.secret)?;
        Ok(PublishedKey { name, log2_modulus, bits: estimate.bits })
    })
    .collect()
}
