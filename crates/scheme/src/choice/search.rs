//! The search for indices and primes.

use std::time::Instant;

use rayon::prelude::*;
use ringassay_ring::{index::Index, sample::Distribution};

use super::{
    Choice, Objective, Request, SIGMA,
    chain::{End, Follower, Sizes, Step},
    explain::explain,
    index::{Candidate, candidates, largest_log2_qp, least_totient},
    primes::PrimeSource,
    security,
};
use crate::{
    Error,
    bgv::Parameters,
    encoding::{EncodingError, KeySet, Layout, PlaintextRing, RotationPlan},
    noise::Model,
};

/// HEtest's circuits may exceed the depth they are made for by less than this.
const SLACK: f64 = 1.0;

/// The largest number of hints for rotations, unless the request says.
const MOST_ROTATION_KEYS: usize = 32;

/// The most primes in a digit of key switching.
const MOST_DIGIT_LIMBS: usize = 4;

/// The most large primes of an instance.
const MOST_LARGE: usize = 48;

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
    let (best, considered) = match request.index {
        Some(m) => (instance(fixed(m, request)?, request)?, 1),
        None => search(request)?,
    };
    let parameters = parameters(&best, request)?;
    let security = security(&parameters)?;
    let is_secure = security.bits >= request.security_bits - 0.05;
    if !is_secure && !request.insist {
        return Err(Error::Parameters(format!(
            "index {} offers {:.0} bits of security at depth {}, not {}: choose another index or a \
             smaller depth, or insist",
            parameters.index.m(),
            security.bits,
            request.depth,
            request.security_bits
        )));
    }
    Ok(Choice {
        explanation: explain(request, &best, &parameters, &security, is_secure, considered),
        parameters,
        security,
        is_secure,
        rotations: best.keys.exponents().to_vec(),
        rotation_terms: best.rotation_terms,
        log2_failure: log2_failure(&best, request),
        duration: start.elapsed(),
    })
}

/// The best instance over all indices, and how many were considered.
fn search(request: &Request) -> Result<(Instance, usize), Error> {
    let mut low = (0.9 * least_totient(request)? as f64) as usize;
    let mut considered = 0;
    let mut best: Option<Instance> = None;
    while low < Index::MAX_TOTIENT {
        let high = low + low / 4;
        let found = candidates(low, high, request);
        considered += found.len();
        let served: Vec<Instance> =
            found.into_par_iter().filter_map(|c| instance(c, request).ok()).collect();
        let had_one = best.is_some();
        best = served
            .into_iter()
            .chain(best)
            .min_by(|a, b| price(a, request).total_cmp(&price(b, request)));
        // Larger rings cost more, but not strictly: one more range after the first with a result.
        if had_one {
            break;
        }
        low = high + 1;
    }
    let best = best.ok_or_else(|| {
        Error::Parameters(format!(
            "no index with a totient up to {} has {} slots at depth {} and {} bits of security: \
             reduce one of them",
            Index::MAX_TOTIENT,
            request.length,
            request.depth,
            request.security_bits
        ))
    })?;
    Ok((best, considered))
}

/// The automorphisms for which to publish hints: at most as many as asked for, else a moderate
/// number, or what long vectors need.
fn rotation_keys(layout: &Layout, most: Option<usize>) -> Result<KeySet, Error> {
    let keys = KeySet::for_rotations(layout, most.unwrap_or(MOST_ROTATION_KEYS));
    match (keys, most) {
        (Err(EncodingError::Budget { needed, .. }), None) => {
            Ok(KeySet::for_rotations(layout, needed)?)
        }
        (keys, _) => Ok(keys?),
    }
}

/// log2 of the probability of a wrong result after the worst of the chains.
fn log2_failure(instance: &Instance, request: &Request) -> f64 {
    let ends = Step::ALL.map(|step| follow(&instance.follower, &instance.sizes, step, request));
    ends.iter().map(|end| end.log2_failure).fold(f64::NEG_INFINITY, f64::max)
}

fn check(request: &Request) -> Result<(), Error> {
    let refuse = |message: String| Err(Error::Parameters(message));
    if request.plaintext.value().is_none() {
        return refuse("the plaintext modulus has to lie between 2 and 2^31".into());
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
    if request.length == 0 || request.length > Index::MAX_TOTIENT {
        return refuse(format!("vectors have 1 to {} entries", Index::MAX_TOTIENT));
    }
    Ok(())
}

fn fixed(m: u64, request: &Request) -> Result<Candidate, Error> {
    let index = Index::new(m)?;
    let prime = request.plaintext.prime;
    let candidate = Candidate::new(index, prime).ok_or_else(|| {
        Error::Parameters(format!("the plaintext prime {prime} divides the index {m}"))
    })?;
    if candidate.slots() < request.length {
        return Err(Error::Parameters(format!(
            "index {m} has {} slots for the prime {prime}, not {}: choose another index",
            candidate.slots(),
            request.length
        )));
    }
    Ok(candidate)
}

/// The best primes for an index.
fn instance(candidate: Candidate, request: &Request) -> Result<Instance, Error> {
    let t = request.plaintext.value().unwrap_or(2);
    let index = &candidate.index;
    let source = PrimeSource::new(index, t)?;
    let error = Distribution::Spherical { sigma: SIGMA };
    let model = Model::new(index, t, Distribution::Ternary, error)?;
    let ring = PlaintextRing::new(index, request.plaintext.prime, request.plaintext.exponent)?;
    let layout = Layout::for_length(&ring, request.length)?;
    let rotation_terms = rotation_terms(&layout);
    let follower = Follower::new(model, index, t, rotation_terms.1 > 1);
    let most_log2_qp = if let Some(most) = request.most_log2_qp {
        most
    } else if request.insist && request.index.is_some() {
        f64::INFINITY
    } else {
        largest_log2_qp(index.totient(), request.security_bits)?
    };
    let (sizes, work) = best_sizes(&follower, &source, request, most_log2_qp).ok_or_else(|| {
        Error::Parameters(format!(
            "index {} (n = {}) allows a modulus of {most_log2_qp:.0} bits ({}), too few for depth {}: \
             reduce the depth or the security, or choose another index",
            index.m(),
            index.totient(),
            match request.most_log2_qp {
                Some(_) => "what was asked for".to_owned(),
                None => format!("at {} bits of security", request.security_bits),
            },
            request.depth
        ))
    })?;
    let is_cyclic = layout.is_cyclic();
    let keys = rotation_keys(&layout, request.rotation_keys)?;
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

/// Some rotations, by amounts all over the range.
fn rotations(layout: &Layout) -> impl Iterator<Item = RotationPlan> + '_ {
    let amounts = (1..layout.length()).step_by((layout.length() / 64).max(1)).chain([1]);
    amounts.map(|k| layout.rotation(k as i64))
}

/// The mean of a number over some rotations.
fn mean_rotation(layout: &Layout, number: impl Fn(&RotationPlan) -> usize) -> f64 {
    let (sum, count) =
        rotations(layout).fold((0, 0), |(sum, count), plan| (sum + number(&plan), count + 1));
    sum as f64 / f64::from(count)
}

/// The mean and largest number of automorphisms in rotations.
fn rotation_terms(layout: &Layout) -> (f64, usize) {
    let terms = |plan: &RotationPlan| plan.terms().len();
    let most = rotations(layout).map(|plan| terms(&plan)).max().unwrap_or(1);
    (mean_rotation(layout, terms), most)
}

/// What is to be small.
fn price(instance: &Instance, request: &Request) -> f64 {
    match request.objective {
        // One rotation for each product.
        Objective::Speed => {
            let gates = 1.0 + instance.rotation_steps;
            instance.work * instance.candidate.transform * gates
        }
        Objective::Size => instance.sizes.log2_qp() * instance.candidate.index.totient() as f64,
    }
}

/// The sizes of primes that carry the depth within a modulus, for the least work or modulus.
fn best_sizes(
    follower: &Follower,
    source: &PrimeSource,
    request: &Request,
    most_log2_qp: f64,
) -> Option<(Sizes, f64)> {
    let mut best: Option<(Sizes, f64, f64)> = None;
    for shape in shapes(source, request.objective) {
        let within = |sizes: &Sizes| {
            let lowest = best.as_ref().map_or(f64::INFINITY, |(sizes, ..)| sizes.log2_qp());
            sizes.log2_qp() <= most_log2_qp
                && (request.objective == Objective::Speed || sizes.log2_qp() < lowest)
        };
        let Some((sizes, work)) = least(follower, &shape, request, within) else { continue };
        let value = match request.objective {
            Objective::Speed => work,
            Objective::Size => sizes.log2_qp(),
        };
        if best.as_ref().is_none_or(|(_, _, other)| value < *other) {
            best = Some((sizes, work, value));
        }
    }
    best.map(|(sizes, work, _)| (sizes, work))
}

/// The fewest large primes with which a shape carries the depth.
fn least(
    follower: &Follower,
    shape: &Shape,
    request: &Request,
    within: impl Fn(&Sizes) -> bool,
) -> Option<(Sizes, f64)> {
    let carries = |count: usize, steps: &[Step]| {
        let sizes = shape.sizes(count);
        steps.iter().all(|&step| follow(follower, &sizes, step, request).capacity_bits > 0.0)
    };
    // More primes carry further: bisection.
    let most = (1..=MOST_LARGE).take_while(|&count| within(&shape.sizes(count))).count();
    let fewest = |mut low: usize, steps: &[Step]| {
        let mut high = most + 1;
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if carries(middle, steps) { high = middle } else { low = middle }
        }
        high
    };
    // Products decide nearly always.
    let mut count = fewest(0, &[Step::Multiply]);
    if count <= most && !carries(count, &Step::ALL) {
        count = fewest(count, &Step::ALL);
    }
    let sizes = shape.sizes(count);
    (count <= most).then(|| {
        let work = follow(follower, &sizes, Step::Multiply, request).work;
        (sizes, work)
    })
}

fn follow(follower: &Follower, sizes: &Sizes, step: Step, request: &Request) -> End {
    follower.follow(sizes, step, request.depth + SLACK)
}

/// Sizes up to the number of large primes.
#[derive(Debug, Clone)]
struct Shape {
    large: f64,
    small: Vec<f64>,
    special: Vec<f64>,
    digit_limbs: usize,
}

impl Shape {
    fn sizes(&self, large: usize) -> Sizes {
        Sizes {
            large: vec![self.large; large],
            small: self.small.clone(),
            special: self.special.clone(),
            digit_limbs: self.digit_limbs,
        }
    }
}

/// What small primes to try, as fractions of a large one: their sums modulo a large prime should lie
/// evenly, about as far apart as a product costs. \[1/2, 3/4\] gives quarters, \[2/3, 2/3\] thirds,
/// \[4/7, 5/7, 6/7\] sevenths.
const FRACTIONS: [&[f64]; 11] = [
    &[],
    &[0.5],
    &[0.75],
    &[0.5, 0.75],
    &[0.6, 0.8],
    &[0.667, 0.667],
    &[0.571, 0.714, 0.857],
    &[0.625, 0.75, 0.875],
    &[0.65, 0.85],
    &[0.75, 0.875],
    &[0.7, 0.8, 0.9],
];

/// What is tried: large primes of some sizes, small ones with which moduli lie fractions of a large
/// prime apart, digits of one or more primes with a P of as many.
fn shapes(source: &PrimeSource, objective: Objective) -> Vec<Shape> {
    let min = f64::from(source.min_bits());
    // A little below the limit, so that several primes fit.
    let max = f64::from(PrimeSource::MAX_BITS) - 0.2;
    let mut shapes = Vec::new();
    for step in 0..14 {
        let large = max - f64::from(step);
        if large < min {
            break;
        }
        for fractions in FRACTIONS {
            let small: Vec<f64> = fractions.iter().map(|f| (f * large).max(min)).collect();
            for digit_limbs in 1..=MOST_DIGIT_LIMBS {
                // Noise of key switching may be as large as that of a product.
                let least = (large - 5.0).max(min);
                let with = |special: f64| Shape {
                    large,
                    small: small.clone(),
                    special: vec![special; digit_limbs],
                    digit_limbs,
                };
                if objective == Objective::Speed {
                    shapes.push(with(max));
                }
                if objective == Objective::Size || digit_limbs == 1 {
                    shapes.push(with(least));
                }
            }
        }
    }
    shapes
}

/// Parameters with primes of these sizes.
fn parameters(instance: &Instance, request: &Request) -> Result<Parameters, Error> {
    let mut used = Vec::new();
    let mut take = |sizes: &[f64]| -> Result<Vec<u64>, Error> {
        sizes.iter().map(|&size| instance.source.take(size, &mut used)).collect()
    };
    let Sizes { large, small, special, .. } = &instance.sizes;
    let special = take(special)?;
    let parameters = Parameters {
        index: instance.candidate.index.clone(),
        plaintext: request.plaintext,
        large: take(large)?,
        small: take(small)?,
        special,
        digit_limbs: instance.sizes.digit_limbs,
        fresh_log2_q: f64::INFINITY,
        secret: Distribution::Ternary,
        sigma: SIGMA,
    };
    parameters.check()?;
    Ok(parameters)
}
