//! FV, YASHE', F-NTRU and SHIELD: n, q and w of an instance, from what is to be computed.
//!
//! The smallest n at which some modulus is both deep enough and secure; there the base of digits for
//! which a product takes the fewest operations, by the tally. Depth is that of the scheme's own formula
//! ([`crate::depth`]), and the instance, run on shapes, has to bear it out.

mod shapes;

use num_bigint::BigUint;
use ringassay_bigring::MAX_LOG2_W;
use ringassay_cost::Operations;
use ringassay_ring::rns::log2_big;
use ringassay_scheme::{Scheme, catalogue::ModulusForm};
use ringassay_security::{AttackStatus, Problem, Secret};

use crate::{
    MultiprecisionScheme,
    depth::{Formula, Setting, depth},
    rlwe::Parameters,
    scheme::Family,
    tally::TallyMultiprecision,
};

pub use shapes::{CiphertextOf, EvaluationOf, Shapes};

use ringassay_params::{Error, security};

/// Plaintext moduli lie below 2 to this power.
pub const MAX_LOG2_T: u32 = 31;

/// The degrees that are tried.
const DEGREES: std::ops::RangeInclusive<u32> = 10..=15;
/// The largest size of q.
const MAX_LOG2_Q: u32 = 511;
/// By how many bits q grows where the formula's does not suffice.
const STEP: u32 = 2;

/// What is to be computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Request {
    /// The plaintext modulus; 2 for bits.
    pub t: u64,
    /// The depth, in HEtest's units: 1 for a product, 0.5 for one with a constant, 0.1 for a sum.
    pub depth: f64,
    /// The least security in bits.
    pub security_bits: f64,
    /// n, if it is fixed.
    pub degree: Option<usize>,
    /// Accept a fixed n that offers less security.
    pub insist: bool,
    /// log2 w, if it is fixed.
    pub log2_w: Option<u32>,
    /// Sums in a row in front of each product.
    pub sums: u32,
}

/// Parameters with what is known of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The parameters.
    pub parameters: Parameters,
    /// The depth formula.
    pub formula: Formula,
    /// The depth by that formula.
    pub levels: u32,
    /// What is known of attacks.
    pub status: AttackStatus,
    /// Whether the security asked for is reached.
    pub is_secure: bool,
    /// Multiplications of words that a product takes, by the tally.
    pub complexity: f64,
}

/// Chooses parameters.
///
/// NTRU schemes are overstretched at every modulus that allows a product: they get the n at which
/// learning with errors alone would be as secure as asked, so that costs can be compared, and are
/// never called secure.
///
/// # Errors
/// [`Error::NoParameters`] when none are deep and secure enough.
pub fn choose<F: Family>(request: &Request) -> Result<Choice, Error> {
    let degrees: Vec<usize> = match request.degree {
        Some(degree) => vec![degree],
        None => DEGREES.map(|log2| 1 << log2).collect(),
    };
    let mut weakest = None;
    for degree in degrees {
        let mut best: Option<Choice> = None;
        for log2_w in bases::<F>(request) {
            let Some(choice) = candidate::<F>(request, degree, log2_w)? else { continue };
            let cheaper = best.as_ref().is_none_or(|best| choice.complexity < best.complexity);
            if cheaper && (request.insist || would_do(&choice, request)) {
                best = Some(choice);
            } else if weakest.is_none() {
                weakest = Some(choice);
            }
        }
        if let Some(best) = best {
            return Ok(best);
        }
    }
    let reason = match weakest {
        Some(found) => format!(
            "n = {} allows depth {} with q of {} bits, whose security is: {}; --degree with --insist \
             accepts that",
            found.parameters.degree,
            found.levels,
            found.parameters.q.bits(),
            found.status
        ),
        None => format!("no q of up to {MAX_LOG2_Q} bits is deep enough"),
    };
    let Request { t, depth, security_bits, .. } = *request;
    Err(Error::NoParameters { scheme: F::SCHEME.to_string(), depth, t, security_bits, reason })
}

fn bases<F: Family>(request: &Request) -> Vec<u32> {
    match request.log2_w {
        _ if F::SCHEME == Scheme::Shield => vec![1],
        Some(log2_w) => vec![log2_w],
        None => vec![1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 28, 32, 40, MAX_LOG2_W],
    }
}

/// Whether parameters are as secure as asked, or would be if they were no NTRU ones.
fn would_do(choice: &Choice, request: &Request) -> bool {
    let lwe = status(Problem::Lwe, &choice.parameters);
    choice.is_secure || (choice.formula.scheme().is_ntru() && lwe.reaches(request.security_bits))
}

fn status(problem: Problem, parameters: &Parameters) -> AttackStatus {
    let (degree, log2_q) = (parameters.degree, log2_big(&parameters.q));
    security::status(problem, degree, log2_q, parameters.sigma(), Secret::Ternary)
}

/// The parameters with the smallest q that is deep enough, for a degree and a base.
fn candidate<F: Family>(
    request: &Request,
    degree: usize,
    log2_w: u32,
) -> Result<Option<Choice>, Error> {
    let (scheme, t) = (F::SCHEME, request.t);
    let bound = Formula::bound(scheme);
    let formula = bound.ok_or_else(|| Error::NoParameters {
        scheme: scheme.to_string(),
        depth: request.depth,
        t,
        security_bits: request.security_bits,
        reason: "it has no depth formula".to_owned(),
    })?;
    let wanted = request.depth.ceil().max(0.0) as u32;
    // NTRU schemes have the largest suitable q below the power of two: w has to lie below that.
    let least = (log2_w + 1).max(t.next_power_of_two().ilog2() + 2).max(3);
    let found = |bits: u32| -> Result<Option<u32>, Error> {
        let log2_q = log2_big(&modulus(scheme, bits, t));
        let n = u32::try_from(degree).unwrap_or(u32::MAX);
        let setting = Setting::paper(n, log2_q, f64::from(log2_w), t);
        depth(formula, &setting)
            .map_err(|error| ringassay_scheme::Error::Parameters(error.to_string()).into())
    };
    let is_deep = |bits| Ok::<_, Error>(found(bits)?.is_some_and(|levels| levels >= wanted));
    if least > MAX_LOG2_Q || !is_deep(MAX_LOG2_Q)? {
        return Ok(None);
    }
    let (mut below, mut bits) = (least - 1, MAX_LOG2_Q);
    while bits - below > 1 {
        let middle = below.midpoint(bits);
        *(if is_deep(middle)? { &mut bits } else { &mut below }) = middle;
    }
    while bits <= MAX_LOG2_Q {
        let q = modulus(scheme, bits, t);
        let parameters = Parameters { degree, q, t, log2_w };
        let shapes = Shapes::<F>::new(&parameters)?;
        if carries(&shapes, request)? {
            let complexity = complexity(&shapes)?;
            let problem = if scheme.is_ntru() { Problem::Ntru } else { Problem::Lwe };
            let status = status(problem, &parameters);
            let is_secure = status.reaches(request.security_bits);
            let levels = found(bits)?.unwrap_or(0);
            return Ok(Some(Choice { parameters, formula, levels, status, is_secure, complexity }));
        }
        bits += STEP;
    }
    Ok(None)
}

/// A modulus of so many bits. SHIELD needs a power of two; for FV q = 0 modulo t leaves no remainder to
/// add to noise. NTRU schemes want q = 1 modulo t and odd: keys are multiples of t, and modulo a
/// divisor of t they would hide nothing.
fn modulus(scheme: Scheme, bits: u32, t: u64) -> BigUint {
    let power = BigUint::from(1_u32) << bits;
    match scheme.entry().modulus {
        ModulusForm::PowerOfTwo | ModulusForm::Primes => power,
        ModulusForm::MultipleOfT => &power / t * t,
        ModulusForm::OneModuloT => {
            let even = BigUint::from(t) * (1 + t % 2);
            (power - 2_u32) / &even * even + 1_u32
        }
    }
}

/// Whether an instance decrypts after the longest chains that a depth allows: products of equal depth
/// with up to so many sums in front of each, products with constants, sums.
fn carries<F: Family>(shapes: &Shapes<F>, request: &Request) -> Result<bool, Error> {
    let Request { depth, t, .. } = *request;
    let holds = |x: &CiphertextOf<F>| {
        let (noise_bits, limit_bits) = shapes.bits(x);
        noise_bits < limit_bits
    };
    let double = |x: CiphertextOf<F>| shapes.scheme.add(&x, &x, &shapes.key);
    for sums in 0..=request.sums {
        let one = 1.0 + 0.1 * f64::from(sums);
        let products = if sums == 0 { depth.ceil() } else { (depth / one).floor() };
        let mut x = shapes.fresh.clone();
        for _ in 0..products.max(0.0) as u32 {
            x = (0..sums).try_fold(x, |x, _| double(x))?;
            x = shapes.scheme.multiply(&x, &x, &shapes.key)?;
        }
        if !holds(&x) {
            return Ok(false);
        }
    }
    let mut x = shapes.fresh.clone();
    for _ in 0..(10.0 * depth).ceil().clamp(0.0, 10_000.0) as u32 {
        x = double(x)?;
    }
    let mut scaled = shapes.fresh.clone();
    if t > 2 {
        for _ in 0..(2.0 * depth).ceil().clamp(0.0, 1_000.0) as u32 {
            // t is below 2^60.
            scaled = shapes.scheme.scale(&scaled, (t / 2) as i64)?;
        }
    }
    Ok(holds(&x) && holds(&scaled))
}

/// What a product takes, by the tally.
fn complexity<F: Family>(shapes: &Shapes<F>) -> Result<f64, Error> {
    const PHASE: &str = "multiply";
    shapes.recorder.phase(PHASE);
    let product = shapes.scheme.multiply(&shapes.fresh, &shapes.fresh, &shapes.key)?;
    MultiprecisionScheme::<TallyMultiprecision>::ready(&shapes.scheme, product, &shapes.key)?;
    let seen = shapes.recorder.record();
    let counts = seen.phase(PHASE).into_iter().flat_map(|phase| &phase.counts);
    let all: Operations = counts.map(|(&call, &times)| Operations::of(call).times(times)).sum();
    Ok(all.complexity())
}
