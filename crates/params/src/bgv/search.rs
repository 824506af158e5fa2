//! The search for an index.

use std::time::Instant;

use rayon::prelude::*;
use ringassay_interrupt::checkpoint;
use ringassay_ring::{index::Index, sample::Distribution};

use super::{
    chain::{CHAINS, Followed, Follower, Sizes},
    explain::explain,
    index::{Candidate, candidates_between, largest_log2_qp, least_totient},
    primes::PrimeSource,
    shapes::{best_sizes, follow},
};
use ringassay_scheme::{
    bgv::Parameters,
    encoding::{KeySet, Layout, PlaintextRing, RotationPlan},
    noise::Model,
};

use crate::{
    Error, Rotations, SlotChoice, reasons,
    request::{Objective, Request, SECRET, SIGMA, refused, too_large},
    rotations::plans,
    slots::security,
};

/// What a search comes to.
type Choice = SlotChoice<Parameters>;

/// Choices, each worked out when it is asked for.
type Choices<'a> = Box<dyn Iterator<Item = Choice> + 'a>;

/// The largest number of rotation keys, unless the request says.
const MOST_ROTATION_KEYS: usize = 32;

/// Below this log2 Q·P a few bits decide on what an index that is given carries.
const SMALL_MODULUS_BITS: f64 = 160.0;

/// An index with the primes that serve it best.
#[derive(Debug, Clone)]
pub(super) struct Instance {
    pub(super) candidate: Candidate,
    pub(super) sizes: Sizes,
    pub(super) work: f64,
    pub(super) rotation_terms: (f64, usize),
    pub(super) is_cyclic: bool,
    keys: KeySet,
    /// The mean number of key switches in a rotation.
    rotation_steps: f64,
    source: PrimeSource,
    follower: Follower,
}

/// The parameters that serve a request best.
///
/// # Errors
/// When none serve it, with what to change; when a fixed index is less secure than asked and the
/// request does not insist.
pub fn choose(request: &Request) -> Result<Choice, Error> {
    let start = Instant::now();
    check(request)?;
    if let Some(m) = request.index {
        return choice(&instance(fixed(m, request)?, request, true)?, request, 1, start);
    }
    let best = all(request, start)?.next();
    best.ok_or_else(|| nothing_serves(request))
}

/// What serves a request: with primes that are 1 modulo t; only where no index has enough of them, with others.
fn all(request: &Request, start: Instant) -> Result<Choices<'_>, Error> {
    let mut with_ones = without_factors(request, start)?.peekable();
    if with_ones.peek().is_some() {
        return Ok(Box::new(with_ones));
    }
    Ok(Box::new(search(request, start, true)?))
}

/// What serves a request with primes that are 1 modulo t.
fn without_factors(request: &Request, start: Instant) -> Result<Choices<'_>, Error> {
    let least = least_totient(request)?;
    let t = request.plaintext.value().unwrap_or(0);
    // Such primes exceed the product of t and the index.
    if u128::from(t) * (least as u128) >= 1 << PrimeSource::MAX_BITS {
        return Ok(Box::new(std::iter::empty()));
    }
    Ok(Box::new(search(request, start, false)?))
}

/// The index that serves a request best with primes that are 1 modulo t, if there are enough of them.
pub(crate) fn index_without_factors(request: &Request) -> Option<Index> {
    check(request).ok()?;
    let best = without_factors(request, Instant::now()).ok()?.next()?;
    Some(best.parameters.index)
}

/// Why no index serves.
fn nothing_serves(request: &Request) -> Error {
    let slots = if request.length == 1 { "slot" } else { "slots" };
    refused(format!(
        "no index with a totient up to {} has {} {slots} at depth {} and {} bits of security: reduce one of them",
        Index::MAX_DEGREE,
        request.length,
        request.depth,
        request.security_bits
    ))
}

/// The parameters that serve a request, the best first: one set for each index that is considered, or for
/// the index that the request fixes. Each is worked out when it is asked for.
///
/// # Errors
/// When the request is out of range, or no index can serve it.
pub fn candidates(request: &Request) -> Result<Choices<'_>, Error> {
    if request.index.is_some() {
        return Ok(Box::new(std::iter::once(choose(request)?)));
    }
    check(request)?;
    all(request, Instant::now())
}

/// What an instance comes to.
fn choice(
    best: &Instance,
    request: &Request,
    considered: usize,
    start: Instant,
) -> Result<Choice, Error> {
    let parameters = parameters(best, request)?;
    let security = security(&parameters)?;
    let is_secure = security.bits >= request.security_bits;
    if !is_secure && !request.insist {
        return Err(refused(format!(
            "index {} offers {:.2} bits of security at depth {}, not {}: choose another index or a \
             smaller depth, or insist",
            parameters.index.m(),
            security.bits,
            request.depth,
            request.security_bits
        )));
    }
    Ok(Choice {
        explanation: explain(request, best, &parameters, &security, is_secure, considered),
        parameters,
        security,
        is_secure,
        rotations: best.keys.exponents().to_vec(),
        rotation_terms: best.rotation_terms,
        depth: request.depth,
        slack: request.slack,
        log2_failure: log2_failure(best, request),
        duration: start.elapsed(),
    })
}

/// Whether the index that a request fixes serves it, without improving the sizes of primes.
pub(crate) fn serves(request: &Request) -> Result<bool, Error> {
    check(request)?;
    let m = request.index.ok_or_else(|| refused("name an index".into()))?;
    let request = Request { insist: false, ..request.clone() };
    Ok(instance(fixed(m, &request)?, &request, false).is_ok())
}

/// The instances of all indices that are considered, the cheapest first. Primes near their sizes are
/// found for each when it is asked for: most of the work. Those that miss what is asked by a hair are
/// left out. `factors`: with primes that are not 1 modulo t, or with such as are.
fn search(
    request: &Request,
    start: Instant,
    factors: bool,
) -> Result<impl Iterator<Item = Choice> + '_, Error> {
    let mut low = (0.9 * least_totient(request)? as f64) as usize;
    let mut considered = 0;
    let mut served: Vec<Instance> = Vec::new();
    while low < Index::MAX_DEGREE {
        let high = low + low / 4;
        let mut found = candidates_between(low, high, request);
        considered += found.len();
        let t = request.plaintext.value().unwrap_or(0);
        found.retain(|one| PrimeSource::new(&one.index, t).is_err() == factors);
        let had_one = !served.is_empty();
        served.par_extend(found.into_par_iter().filter_map(|c| instance(c, request, false).ok()));
        // Larger rings cost more, but not strictly: one more range after the first with a result.
        if had_one {
            break;
        }
        low = high + 1;
    }
    served.sort_by(|a, b| price(a, request).total_cmp(&price(b, request)));
    let exact = move |one: Instance| {
        let exact = instance(one.candidate, request, true).ok()?;
        choice(&exact, request, considered, start).ok()
    };
    Ok(served.into_iter().filter_map(exact))
}

/// The automorphisms for which to publish key-switching keys: at most as many as asked for; else as many as
/// make rotations of few steps, up to a moderate number, or a number that grows with the logarithm of the length.
pub(crate) fn rotation_keys(layout: &Layout, most: Option<usize>) -> Result<KeySet, Error> {
    if most == Some(0) {
        return Ok(KeySet::new(layout.ring(), &[])?);
    }
    let most = match most {
        Some(most) => most,
        None if KeySet::takes_few_steps(layout, MOST_ROTATION_KEYS) => MOST_ROTATION_KEYS,
        None => KeySet::of_powers(layout)?.exponents().len(),
    };
    Ok(KeySet::for_rotations(layout, most)?)
}

/// log2 of the probability of a wrong result after the worst of the chains.
fn log2_failure(instance: &Instance, request: &Request) -> f64 {
    let ends = CHAINS.map(|chain| follow(&instance.follower, &instance.sizes, chain, request));
    ends.iter().map(Followed::log2_failure).fold(f64::NEG_INFINITY, f64::max)
}

/// Fails if the request is out of range.
pub(crate) fn check(request: &Request) -> Result<(), Error> {
    let refuse = |message: String| Err(refused(message));
    if request.plaintext.value().is_none() {
        return Err(too_large());
    }
    if !(0.0..=1000.0).contains(&request.depth) {
        return refuse(format!(
            "the depth has to lie between 0 and 1000, not be {}",
            request.depth
        ));
    }
    if !(40.0..=512.0).contains(&request.security_bits) {
        return refuse(format!(
            "the security has to lie between 40 and 512 bits, not be {}",
            request.security_bits
        ));
    }
    if !(0.0..=1000.0).contains(&request.slack) {
        return refuse(format!(
            "the reserve of depth has to lie between 0 and 1000, not be {}",
            request.slack
        ));
    }
    if request.index.is_some() && request.costs_of.is_some() {
        return refuse(
            "costs of transforms rank indices where one is searched for: leave out the index, or the choice for \
             this machine"
                .into(),
        );
    }
    if request.length == 0 || request.length > Index::MAX_DEGREE {
        return refuse(format!("vectors have 1 to {} entries", Index::MAX_DEGREE));
    }
    Ok(())
}

/// The index that a request fixes, if it has enough slots and vectors can be encoded in them.
pub(crate) fn fixed(m: u64, request: &Request) -> Result<Candidate, Error> {
    let prime = request.plaintext.prime;
    let candidate = candidate_at(m, prime)?;
    if candidate.slots() < request.length {
        return Err(refused(format!(
            "index {m} has {} slots for the prime {prime}, not {}: choose another index",
            candidate.slots(),
            request.length
        )));
    }
    candidate.check_encoder(request.plaintext).map_err(|error| {
        refused(format!("index {m} serves no vectors for the prime {prime}: {error}"))
    })?;
    Ok(candidate)
}

/// An index that is given, with what decides on its slots.
pub(crate) fn candidate_at(m: u64, prime: u64) -> Result<Candidate, Error> {
    let index = Index::new(m).map_err(ringassay_scheme::Error::from)?;
    Candidate::with_slots(index, prime, 1)
        .ok_or_else(|| refused(format!("the plaintext prime {prime} divides the index {m}")))
}

/// The best primes for an index.
fn instance(candidate: Candidate, request: &Request, is_thorough: bool) -> Result<Instance, Error> {
    checkpoint();
    let t = request.plaintext.value().unwrap_or(2);
    let index = &candidate.index;
    let source = PrimeSource::of_plaintext(index, request.plaintext)?;
    let error = Distribution::Spherical { sigma: SIGMA };
    let model = Model::new(index, t, SECRET, error)?;
    let ring = PlaintextRing::new(index, request.plaintext.prime, request.plaintext.exponent)?;
    let layout = Layout::for_length(&ring, request.length)?;
    let rotation_terms = rotation_terms(&layout);
    let keys = rotation_keys(&layout, request.rotation_keys)?;
    let mut follower =
        Follower::new(model, index, request.plaintext, Rotations::new(&layout, &keys));
    if source.has_factors() {
        follower = follower.with_factors(request.plaintext);
    }
    let most_log2_qp = if let Some(most) = request.most_log2_qp {
        most
    } else if request.insist && request.index.is_some() {
        f64::INFINITY
    } else {
        largest_log2_qp(index.degree(), request.security_bits)?
    };
    let found = |source: PrimeSource| {
        let fitting = |most| best_sizes(&follower, &source, request, most, is_thorough);
        let sizes = within(most_log2_qp, &source, is_thorough, fitting)?;
        Ok::<_, Error>(sizes.map(|sizes| (source, sizes)))
    };
    let has_factors = source.has_factors();
    let mut best = found(source)?;
    if best.is_none()
        && !has_factors
        && request.index.is_some()
        && most_log2_qp < SMALL_MODULUS_BITS
    {
        best = found(PrimeSource::scarce(index, t)?)?;
    }
    let (source, (sizes, work)) = best.ok_or_else(|| {
        refused(format!(
            "index {} (n = {}) allows a modulus of {most_log2_qp:.0} bits ({}), too few for depth {}{}",
            index.m(),
            index.degree(),
            match request.most_log2_qp {
                Some(_) => "what was asked for".to_owned(),
                None => format!("at {} bits of security", request.security_bits),
            },
            request.depth,
            reasons::shallower(request),
        ))
    })?;
    let is_cyclic = layout.is_cyclic();
    let rotation_steps = mean_rotation(&layout, |plan| {
        plan.terms().iter().map(|term| keys.steps(term.exponent).map_or(0, |s| s.len())).sum()
    });
    Ok(Instance {
        candidate,
        sizes,
        work,
        rotation_terms,
        is_cyclic,
        keys,
        rotation_steps,
        source,
        follower,
    })
}

/// The best sizes whose primes keep the limit. Primes are near their sizes, above or below: when `is_exact`,
/// sizes are chosen again, smaller by what the primes exceeded.
fn within(
    most_log2_qp: f64,
    source: &PrimeSource,
    is_exact: bool,
    fitting: impl Fn(f64) -> Option<(Sizes, f64)>,
) -> Result<Option<(Sizes, f64)>, Error> {
    let mut most = most_log2_qp;
    loop {
        let Some((sizes, work)) = fitting(most) else { return Ok(None) };
        if !is_exact {
            return Ok(Some((sizes, work)));
        }
        let primes = sizes.primes(source)?;
        let log2_qp: f64 = primes.iter().flatten().map(|&q| (q as f64).log2()).sum();
        if log2_qp <= most_log2_qp {
            return Ok(Some((sizes, work)));
        }
        most -= (log2_qp - most_log2_qp).max(0.01);
    }
}

/// The mean of a number over some rotations.
fn mean_rotation(layout: &Layout, number: impl Fn(&RotationPlan) -> usize) -> f64 {
    let (sum, count) = plans(layout).fold((0, 0), |(sum, count), plan| {
        checkpoint();
        (sum + number(&plan), count + 1)
    });
    sum as f64 / f64::from(count)
}

/// The mean and largest number of automorphisms in rotations.
pub(crate) fn rotation_terms(layout: &Layout) -> (f64, usize) {
    let terms = |plan: &RotationPlan| plan.terms().len();
    let most = plans(layout).map(|plan| terms(&plan)).max().unwrap_or(1);
    (mean_rotation(layout, terms), most)
}

/// What is to be small.
fn price(instance: &Instance, request: &Request) -> f64 {
    match request.objective {
        // One rotation for each product.
        Objective::Speed => {
            let gates = 1.0 + instance.rotation_steps;
            instance.work * instance.candidate.transform(request.ranking()) * gates
        }
        Objective::Size => instance.sizes.log2_qp() * instance.candidate.index.degree() as f64,
    }
}

/// Parameters with primes of these sizes.
fn parameters(instance: &Instance, request: &Request) -> Result<Parameters, Error> {
    let [large, small, special] = instance.sizes.primes(&instance.source)?;
    let parameters = Parameters {
        index: instance.candidate.index.clone(),
        plaintext: request.plaintext,
        large,
        small,
        special,
        digit_limbs: instance.sizes.digit_limbs,
        fresh_log2_q: f64::INFINITY,
        secret: SECRET,
        sigma: SIGMA,
    };
    parameters.check()?;
    Ok(parameters)
}
