//! Parameters for a scale that somebody else decides on.

use std::time::{Duration, Instant};

use ringassay_scheme::ckks::RingType;

use super::{
    Choice, Request,
    chain::{Sizes, degrees},
    follow,
    rings::{InRing, cheapest},
    search::{most_log2_qp, published},
};
use crate::{Error, request::refused, slots::security_of};

/// The smallest degree at which a chain with this scale and this many levels is secure, with the digits of
/// key switching that take the least work: for programs of which depth, range and growth of errors are known.
/// `log2_scale` says what a ring of some degree needs; of the request the precision is only reported on.
///
/// # Errors
/// When no degree serves.
pub fn with_scale(
    request: &Request,
    log2_scale: impl Fn(RingType, usize) -> f64,
    log2_last: impl Fn(f64) -> f64,
) -> Result<Choice, Error> {
    let start = Instant::now();
    // A larger range takes a larger level 0, which security limits.
    Request { range: request.range.min(super::MAX_RANGE), ..request.clone() }.check()?;
    let search = |ring| in_ring(request, ring, |degree| log2_scale(ring, degree), &log2_last);
    let (mut choice, other_ring) = cheapest(request, search)?;
    choice.explanation.extend(other_ring);
    choice.duration = start.elapsed();
    Ok(choice)
}

impl InRing for Choice {
    fn degree(&self) -> usize {
        self.parameters.index.degree()
    }

    fn work(&self) -> f64 {
        self.work
    }
}

/// Likewise, in one ring.
fn in_ring(
    request: &Request,
    ring: RingType,
    log2_scale: impl Fn(usize) -> f64,
    log2_last: impl Fn(f64) -> f64,
) -> Result<Choice, Error> {
    request.check_in(ring)?;
    let insists = request.insist && request.degree.is_some();
    let is_asked = |&n: &usize| request.degree.is_none_or(|degree| degree == n);
    let enough = |&n: &usize| ring.slots(n) >= request.slots;
    let degrees = degrees(ring).map(|log2| 1_usize << log2).filter(enough);
    for degree in degrees.filter(is_asked) {
        let most = match insists {
            true => f64::INFINITY,
            false => most_log2_qp(degree, request.security_bits),
        };
        let scale = log2_scale(degree).ceil();
        if !(1.0..=f64::from(super::MAX_LOG2_SCALE)).contains(&scale) {
            return Err(refused(format!(
                "a scale of {scale} bits: it has at most {} here; ask for fewer bits of precision",
                super::MAX_LOG2_SCALE
            )));
        }
        let sizes = |digit_limbs| Sizes {
            ring,
            degree,
            depth: request.depth,
            log2_scale: scale as u32,
            log2_last: log2_last(scale),
            digit_limbs,
        };
        let all = (1..=sizes(1).all_limbs()).map(sizes);
        let mut all: Vec<Sizes> = all.filter(|sizes| sizes.log2_qp() <= most).collect();
        all.sort_by(|a, b| a.work().total_cmp(&b.work()));
        for sizes in all {
            let Ok(parameters) = sizes.parameters() else { continue };
            let (sigma, secret) = (parameters.sigma, parameters.secret);
            let security = security_of(degree, parameters.log2_qp(), sigma, secret)?;
            let is_secure = security.bits >= request.security_bits;
            if is_secure || insists {
                return Ok(Choice {
                    is_secure,
                    keys: published(&parameters)?,
                    followed: follow(&parameters, request.range)?,
                    range: request.range,
                    work: sizes.work(),
                    parameters,
                    security,
                    alternatives: Vec::new(),
                    explanation: explanation(request, &sizes, scale),
                    duration: Duration::ZERO,
                });
            }
        }
    }
    let Request { depth, security_bits, slots, .. } = request;
    if let Some(degree) = request.degree {
        return Err(refused(format!(
            "N = {degree} has no {slots} slots and {depth} levels at {security_bits} bits of security: take a \
             larger N, fewer levels, or fewer bits of precision"
        )));
    }
    Err(refused(format!(
        "no degree has {slots} slots and {depth} levels at {security_bits} bits of security: take fewer levels, \
         or fewer bits of precision"
    )))
}

fn explanation(request: &Request, sizes: &Sizes, scale: f64) -> Vec<String> {
    let Sizes { ring, degree, digit_limbs, .. } = *sizes;
    let of_ring = format!("{} slots, in the {} ring", ring.slots(degree), ring.name());
    let degree = match request.degree {
        Some(_) => format!("N = {degree} was asked for: {of_ring}."),
        None => format!(
            "N = {degree} is the smallest degree that has {} slots and at which {} levels with a scale of {scale} \
             bits are secure: {of_ring}.",
            request.slots, request.depth
        ),
    };
    let (special, size) = sizes.special();
    let digits = sizes.all_limbs().div_ceil(digit_limbs);
    let key_switching = format!(
        "Key switching takes the least work with {digits} digits of up to {digit_limbs} primes and P of {:.0} bits.",
        special as f64 * size
    );
    vec![degree, key_switching]
}
