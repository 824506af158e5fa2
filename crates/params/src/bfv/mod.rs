//! Parameters of BFV in RNS form, from what is to be computed.
//!
//! The indices that are tried are those which the choice for BGV comes to, at this depth and somewhat
//! more, and powers of two where vectors fit into their slots. At each: the fewest primes, and the
//! smallest, with which the results of the longest chains of operations decrypt (those of BGV's search:
//! products, rotations, selections, products with constants, sums), found by running the scheme on
//! shapes. Of those that are secure, the one with
//! the least n times number of primes, or times bits of the modulus.

mod chains;
mod explain;
mod stated;

use std::time::Instant;

use ringassay_ring::{
    index::Index,
    primes,
    sample::Distribution,
    slots::{Shape, Slots},
};
use ringassay_scheme::{
    bfv::Parameters,
    bgv::PlaintextModulus,
    encoding::{Layout, PlaintextRing},
};

use self::{chains::Chains, explain::explain};
use crate::{
    Choosable, Error, Rotations, SlotChoice,
    bgv::{
        Objective, Request, SIGMA,
        index::Candidate,
        search::{check, fixed, index_without_factors, rotation_keys, rotation_terms},
    },
    reasons,
    slots::{self, End, Reach},
    stated::Moduli,
};

/// The sizes of primes: those for which arithmetic is fastest, down to some that are still common.
const PRIME_BITS: std::ops::RangeInclusive<u32> = 24..=49;
/// The most primes of Q.
const MAX_PRIMES: usize = 40;
/// Digits of key switching: more are slower, fewer take a larger P.
const DIGITS: usize = 3;
/// Numbers of digits that are tried at an index that is given, until parameters are secure: the last is a prime to
/// each.
const MORE_DIGITS: [usize; 4] = [DIGITS, 5, 9, MAX_PRIMES];
/// Powers of two that are tried as indices.
const LOG2_INDICES: std::ops::RangeInclusive<u32> = 11..=18;
/// By how much the depth is raised to be told larger indices.
const EXTRA_DEPTHS: [f64; 9] = [0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0];

/// Parameters with the reasons for them.
pub type Choice = SlotChoice<Parameters>;

impl Choosable for Parameters {
    fn choose(request: &Request) -> Result<Choice, Error> {
        choose(request)
    }

    fn candidates(request: &Request) -> Result<Box<dyn Iterator<Item = Choice> + '_>, Error> {
        Ok(Box::new(candidates(request)?.into_iter()))
    }

    fn of_moduli(
        index: &Index,
        plaintext: PlaintextModulus,
        moduli: &Moduli,
    ) -> Result<Self, Error> {
        stated::of_moduli(index, plaintext, moduli)
    }

    fn reach(&self, rotations: Rotations) -> Result<Reach<'_>, Error> {
        stated::reach(self, rotations)
    }
}

/// What is to be small: n times the number of primes, or n times the bits of Q·P.
fn cost(choice: &Choice, objective: Objective) -> f64 {
    let parameters = &choice.parameters;
    let each = match objective {
        Objective::Speed => (parameters.primes.len() + parameters.special.len()) as f64,
        Objective::Size => parameters.log2_q() + parameters.log2_p(),
    };
    parameters.index.degree() as f64 * each
}

/// The parameters that serve a request best.
///
/// # Errors
/// When none serve it, and when a fixed index is less secure than asked and the request does not
/// insist.
pub fn choose(request: &Request) -> Result<Choice, Error> {
    let best = candidates(request)?.into_iter().next();
    best.ok_or_else(|| {
        let length = request.length;
        let slots = if length == 1 { "slot" } else { "slots" };
        refused(
            request,
            format!("no index that was tried has {length} {slots} and is deep and secure enough"),
        )
    })
}

/// The parameters that serve a request, the best first: at the smallest power of two
/// and at the first index of BGV's that are secure, or at the index that the request fixes.
///
/// # Errors
/// As [`choose`].
pub fn candidates(request: &Request) -> Result<Vec<Choice>, Error> {
    check(request)?;
    if let Some(m) = request.index {
        let found = at_index(&fixed(m, request)?.index, request)?.ok_or_else(|| {
            let said = reasons::shallower(request);
            refused(request, format!("index {m} allows no such depth{said}"))
        })?;
        if found.is_secure || request.insist {
            return Ok(vec![found]);
        }
        let security = &found.security;
        let said = reasons::shallower(request);
        return Err(refused(
            request,
            format!("index {m} has {security} at this depth{said}; or insist"),
        ));
    }
    let secure =
        |index: &Index| Ok::<_, Error>(candidate(index, request, DIGITS)?.filter(|c| c.is_secure));
    let mut found: Vec<Choice> = smallest_power(request, secure)?.into_iter().collect();
    // Where there are too few primes that are 1 modulo t, BGV's search, which takes long there, is not asked.
    let of_bgv = |extra: f64| {
        let depth = request.depth + extra;
        let deeper = Request { depth, insist: true, most_log2_qp: None, ..request.clone() };
        index_without_factors(&deeper)
    };
    for index in EXTRA_DEPTHS.into_iter().map_while(of_bgv) {
        if let Some(choice) = secure(&index)? {
            if found.iter().all(|other| other.parameters.index != index) {
                found.push(choice);
            }
            break;
        }
    }
    if found.is_empty() {
        // As at an index that is given: more and smaller digits, which take longer, need a smaller P.
        found.extend(smallest_power(request, |index| {
            let given = Request { index: Some(index.m()), ..request.clone() };
            Ok(at_index(index, &given)?.filter(|choice| choice.is_secure))
        })?);
    }
    // Of equal ones the power of two.
    let of = |choice: &Choice| cost(choice, request.objective);
    found.sort_by(|a, b| of(a).total_cmp(&of(b)));
    Ok(found)
}

/// What is found at the first power of two that has an encoder for the plaintexts and serves.
fn smallest_power(
    request: &Request,
    at: impl Fn(&Index) -> Result<Option<Choice>, Error>,
) -> Result<Option<Choice>, Error> {
    for log2 in LOG2_INDICES.filter(|_| request.plaintext.prime > 2) {
        let index = Index::new(1 << log2).map_err(|error| refused(request, error.to_string()))?;
        let candidate =
            Candidate::with_slots(index.clone(), request.plaintext.prime, request.length);
        if candidate.is_some_and(|candidate| candidate.has_encoder(request.plaintext))
            && let Some(found) = at(&index)?
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn refused(request: &Request, reason: String) -> Error {
    Error::NoParameters {
        scheme: "BFV".to_owned(),
        depth: request.depth,
        t: request.plaintext.value().unwrap_or(0),
        security_bits: request.security_bits,
        reason,
    }
}

/// The parameters at an index that is given, if there are any: with the fewest digits that are secure.
fn at_index(index: &Index, request: &Request) -> Result<Option<Choice>, Error> {
    let mut last = None;
    for digits in MORE_DIGITS {
        if let Some(found) = candidate(index, request, digits)? {
            if found.is_secure {
                return Ok(Some(found));
            }
            last = Some(found);
        }
    }
    Ok(last)
}

/// The parameters with the smallest Q that is deep enough at an index, if there are any.
fn candidate(index: &Index, request: &Request, digits: usize) -> Result<Option<Choice>, Error> {
    let Some(t) = request.plaintext.value() else { return Ok(None) };
    let prime = request.plaintext.prime;
    let start = Instant::now();
    match Slots::new(index, prime, Shape::Fewest) {
        Ok(slots) if slots.count() >= request.length => {}
        _ => return Ok(None),
    }
    let ring = PlaintextRing::new(index, prime, request.plaintext.exponent)?;
    let layout = Layout::for_length(&ring, request.length)?;
    let rotation_terms = rotation_terms(&layout);
    let keys = rotation_keys(&layout, request.rotation_keys)?;
    let rotations = Rotations::new(&layout, &keys);
    let largest = *PRIME_BITS.end();
    let at = |count: usize, bits: u32, special_bits: u32| {
        let most = request.most_log2_qp.unwrap_or(f64::INFINITY);
        let sizes = PrimeSizes { count, bits, special_bits };
        let found = parameters(index, t, prime, sizes, digits);
        let Some(found) = found.filter(|found| found.log2_q() + found.log2_p() <= most) else {
            return Ok::<_, Error>(None);
        };
        let end = Chains::of(&found, rotations)?.end(request.whole_depth())?;
        Ok(end.map(|end| (found, end)))
    };
    let mut best = None;
    let mut count = 0;
    // Where a bound on the modulus refuses primes of the largest size, smaller ones may do.
    let least = if request.most_log2_qp.is_some() { *PRIME_BITS.start() } else { largest };
    let mut holds = largest;
    while best.is_none() && count < MAX_PRIMES {
        count += 1;
        for bits in (least..=largest).rev().step_by(4) {
            best = at(count, bits, bits)?;
            if best.is_some() {
                holds = bits;
                break;
            }
        }
    }
    let Some(mut best) = best else { return Ok(None) };
    let mut fails = *PRIME_BITS.start() - 1;
    while holds - fails > 1 {
        let middle = holds.midpoint(fails);
        match at(count, middle, middle)? {
            Some(found) => (best, holds) = (found, middle),
            None => fails = middle,
        }
    }
    let mut security = slots::security(&best.0)?;
    // A smaller P may do, beside a Q that is a little larger.
    let mut special_bits = holds;
    while request.index.is_some()
        && security.bits < request.security_bits
        && special_bits > *PRIME_BITS.start()
    {
        special_bits -= 1;
        let found = match at(count, holds, special_bits)? {
            None if holds < largest => {
                holds += 1;
                at(count, holds, special_bits)?
            }
            found => found,
        };
        let Some(found) = found else { break };
        let log2_qp = |found: &Parameters| found.log2_q() + found.log2_p();
        if log2_qp(&found.0) < log2_qp(&best.0) {
            best = found;
            security = slots::security(&best.0)?;
        }
    }
    let (parameters, End { log2_failure, budget_bits }) = best;
    let is_secure = security.bits >= request.security_bits;
    let terms = rotation_terms;
    let explanation =
        explain(&parameters, request, &layout, terms, &security, is_secure, budget_bits);
    Ok(Some(Choice {
        explanation,
        parameters,
        security,
        is_secure,
        rotations: keys.exponents().to_vec(),
        rotation_terms,
        depth: request.depth,
        slack: request.slack,
        log2_failure,
        duration: start.elapsed(),
    }))
}

/// The number of primes of Q, their size, and that of the primes of P.
#[derive(Clone, Copy)]
struct PrimeSizes {
    count: usize,
    bits: u32,
    special_bits: u32,
}

/// Primes of a size, where P has the same the largest for it: then each digit lies below P. `None` where there are too
/// few of that size.
fn parameters(
    index: &Index,
    t: u64,
    prime: u64,
    sizes: PrimeSizes,
    digits: usize,
) -> Option<Parameters> {
    let PrimeSizes { count, bits, special_bits } = sizes;
    let digit_limbs = count.div_ceil(digits);
    let log2_q = count as f64 * f64::from(bits);
    let auxiliary = auxiliary_count(index, t, log2_q, bits);
    let mut special = Vec::new();
    if special_bits != bits {
        special = primes::search(index, special_bits, digit_limbs, &[prime]).ok()?;
    }
    let used = [&[prime], &special[..]].concat();
    let own = if special.is_empty() { digit_limbs } else { 0 };
    let all = primes::search(index, bits, own + count + auxiliary, &used).ok()?;
    special.extend(&all[..own]);
    let (of_q, auxiliary) = all[own..].split_at(count);
    let found = Parameters {
        index: index.clone(),
        t,
        primes: of_q.to_vec(),
        special,
        auxiliary: auxiliary.to_vec(),
        digit_limbs,
        secret: Distribution::Ternary,
        sigma: SIGMA,
    };
    found.check().is_ok().then_some(found)
}

/// How many primes of a size extend Q far enough for products: they have at least a bit less than that.
fn auxiliary_count(index: &Index, t: u64, log2_q: f64, bits: u32) -> usize {
    let odd = index.odd_primes().count() as f64;
    let beside_q = (t as f64).log2() + (index.degree() as f64).log2() + odd + 1.0;
    ((log2_q + beside_q) / f64::from(bits - 1)).ceil() as usize
}
