//! Parameters of BFV in RNS form, from what is to be computed.
//!
//! The indices that are tried are those which the choice for BGV comes to, at this depth and somewhat
//! more, and powers of two where vectors fit into their slots. At each: the fewest primes, and the
//! smallest, with which the result of the longest chain of products decrypts, found by running the
//! scheme on shapes. Of those that are secure, the one with the least n times number of primes.

use std::sync::Arc;

use ringassay_cost::{Ledger, TallyRing};
use ringassay_ring::{
    index::Index,
    primes,
    sample::{Distribution, Seed},
    slots::{Shape, Slots},
};
use ringassay_scheme::bfv::{Context, Parameters};
use ringassay_security::{AttackStatus, Problem};

use crate::{
    Error,
    bgv::{self, Request, SIGMA},
    security::{secret_of, status},
};

/// The sizes of primes: those for which arithmetic is fastest, down to some that are still common.
const PRIME_BITS: std::ops::RangeInclusive<u32> = 24..=49;
/// The most primes of Q.
const MAX_PRIMES: usize = 40;
/// Digits of key switching: more are slower, fewer take a larger P.
const DIGITS: usize = 3;
/// Powers of two that are tried as indices.
const LOG2_INDICES: std::ops::RangeInclusive<u32> = 11..=17;
/// By how much the depth is raised to be told larger indices.
const EXTRA_DEPTHS: [f64; 9] = [0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0];

/// Parameters with what is known of them.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The parameters.
    pub parameters: Parameters,
    /// The slots for the prime below t.
    pub slots: usize,
    /// What is known of attacks, at Q·P.
    pub status: AttackStatus,
    /// Whether the security asked for is reached.
    pub is_secure: bool,
    /// log2 of a bound on the probability that a result at the full depth decrypts wrongly.
    pub log2_failure: f64,
    /// The room between the bound of its noise and what decrypts.
    pub capacity_bits: f64,
}

impl Choice {
    fn work(&self) -> usize {
        let Parameters { index, primes, special, .. } = &self.parameters;
        index.totient() * (primes.len() + special.len())
    }
}

/// The parameters that serve a request best. Rotations are not there yet: `objective` and
/// `rotation_keys` say nothing here.
///
/// # Errors
/// When none serve it, and when a fixed index is less secure than asked and the request does not
/// insist.
pub fn choose(request: &Request) -> Result<Choice, Error> {
    let best = candidates(request)?.into_iter().next();
    best.ok_or_else(|| {
        refused(request, "no index that was tried is both deep and secure enough".to_owned())
    })
}

/// The parameters that serve a request, those with the least work first: at the smallest power of two
/// and at the first index of BGV's that are secure, or at the index that the request fixes.
///
/// # Errors
/// As [`choose`].
pub fn candidates(request: &Request) -> Result<Vec<Choice>, Error> {
    // What BGV refuses of a request holds for BFV: lengths, plaintext moduli, security.
    let of_bgv = |extra: f64| {
        let depth = request.depth + extra;
        bgv::choose(&Request { depth, insist: true, most_log2_qp: None, ..request.clone() })
    };
    let first = of_bgv(0.0)?.parameters.index;
    if request.index.is_some() {
        let found = candidate(&first, request)?
            .ok_or_else(|| refused(request, format!("index {} allows no such depth", first.m())))?;
        if found.is_secure || request.insist {
            return Ok(vec![found]);
        }
        let reason = format!("index {} has {}; or insist", first.m(), found.status);
        return Err(refused(request, reason));
    }
    let secure = |index: &Index| Ok::<_, Error>(candidate(index, request)?.filter(|c| c.is_secure));
    let mut found = Vec::new();
    for log2 in LOG2_INDICES.filter(|_| request.plaintext.prime > 2) {
        let index = Index::new(1 << log2).map_err(|error| refused(request, error.to_string()))?;
        found.extend(secure(&index)?);
        if !found.is_empty() {
            break;
        }
    }
    for extra in EXTRA_DEPTHS {
        let index = if extra == 0.0 { first.clone() } else { of_bgv(extra)?.parameters.index };
        if let Some(choice) = secure(&index)? {
            if found.iter().all(|other| other.parameters.index != index) {
                found.push(choice);
            }
            break;
        }
    }
    // Of equal ones the power of two.
    found.sort_by_key(Choice::work);
    Ok(found)
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

/// The parameters with the smallest Q that is deep enough at an index, if there are any.
fn candidate(index: &Index, request: &Request) -> Result<Option<Choice>, Error> {
    let Some(t) = request.plaintext.value() else { return Ok(None) };
    let prime = request.plaintext.prime;
    let slots = match Slots::new(index, prime, Shape::Fewest) {
        Ok(slots) if slots.count() >= request.length => slots.count(),
        _ => return Ok(None),
    };
    let largest = *PRIME_BITS.end();
    let at = |count: usize, bits: u32| {
        parameters(index, t, prime, count, bits).map_or(Ok(None), |found| follow(found, request))
    };
    let mut best = None;
    let mut count = 0;
    while best.is_none() && count < MAX_PRIMES {
        count += 1;
        best = at(count, largest)?;
    }
    let Some(mut best) = best else { return Ok(None) };
    let (mut fails, mut holds) = (*PRIME_BITS.start() - 1, largest);
    while holds - fails > 1 {
        let middle = holds.midpoint(fails);
        match at(count, middle)? {
            Some(found) => (best, holds) = (found, middle),
            None => fails = middle,
        }
    }
    let (parameters, log2_failure, capacity_bits) = best;
    let log2_qp = parameters.log2_q() + parameters.log2_p();
    let secret = secret_of(parameters.secret);
    let status = status(Problem::Lwe, index.totient(), log2_qp, parameters.sigma, secret);
    let is_secure = status.reaches(request.security_bits);
    Ok(Some(Choice { parameters, slots, status, is_secure, log2_failure, capacity_bits }))
}

/// Primes of a size, the largest for P: each digit has to lie below it. `None` where there are too
/// few of that size.
fn parameters(index: &Index, t: u64, prime: u64, count: usize, bits: u32) -> Option<Parameters> {
    let digit_limbs = count.div_ceil(DIGITS);
    let odd = index.odd_primes().count() as f64;
    let beside_q = (t as f64).log2() + (index.totient() as f64).log2() + odd + 1.0;
    let more = (beside_q / f64::from(bits - 1)).ceil() as usize;
    // Smaller primes than those of Q: a further one makes up for that.
    let auxiliary = count + more + 1;
    let all = primes::search(index, bits, digit_limbs + count + auxiliary, &[prime]).ok()?;
    let (special, rest) = all.split_at(digit_limbs);
    let (of_q, auxiliary) = rest.split_at(count);
    let found = Parameters {
        index: index.clone(),
        t,
        primes: of_q.to_vec(),
        special: special.to_vec(),
        auxiliary: auxiliary.to_vec(),
        digit_limbs,
        secret: Distribution::Ternary,
        sigma: SIGMA,
    };
    found.check().is_ok().then_some(found)
}

/// The parameters, log2 of the probability of failure and the room that is left after products of
/// sums of equal depth, and after as many sums as the depth allows; `None` where noise is too large.
fn follow(found: Parameters, request: &Request) -> Result<Option<(Parameters, f64, f64)>, Error> {
    let ledger = Arc::new(Ledger::new());
    let all: Vec<u64> = found.all_primes().collect();
    let ring =
        TallyRing::new(&found.index, &all, &ledger).map_err(ringassay_scheme::Error::from)?;
    let context = Context::new(&found, &ring)?;
    // Shapes have no randomness: any seed does.
    let seed = Seed::from_bytes([0; Seed::BYTES]);
    let secret = context.generate_secret_key(&seed)?;
    let public = context.generate_public_key(&secret, &seed)?;
    let key = context.generate_evaluation_key(&secret, &seed)?;
    let fresh = context.encrypt(&public, &vec![0; found.index.totient()], &seed)?;
    let product = || {
        let mut x = fresh.clone();
        for _ in 0..request.depth.ceil().max(0.0) as u32 {
            x = context.add(&x, &x)?;
            x = context.multiply(&x, &x, &key)?;
        }
        let mut sum = fresh.clone();
        for _ in 0..(10.0 * request.depth).ceil().clamp(0.0, 1_000.0) as u32 {
            sum = context.add(&sum, &sum)?;
        }
        Ok(x)
    };
    match product() {
        Ok(x) => {
            let capacity_bits = context.limit_bits() - context.bound_bits(x.noise());
            let log2_failure = context.log2_failure(x.noise());
            Ok((capacity_bits > 0.0).then_some((found, log2_failure, capacity_bits)))
        }
        Err(ringassay_scheme::Error::NoiseBudget { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
