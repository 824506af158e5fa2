use crate::lwe::{LOG2_Q, MAX_DIMENSION, MIN_DIMENSION};
use crate::search::first_true;
use crate::{AttackStatus, CostModel, Error, Lwe, Problem, Secret, attack_status, estimate};

/// Steps of [`max_log2_q`] to one bit.
const STEPS: f64 = 64.0;

/// The largest log2 q with which `dimension` still has `bits` bits, to 1/64, for any number of
/// samples. Takes some twenty estimates.
///
/// # Errors
/// Parameters out of range; [`Error::Unreachable`] when even the smallest modulus has fewer bits, or
/// [`Error::Unlimited`] when even the largest has more.
pub fn max_log2_q(
    dimension: usize,
    secret: Secret,
    error_std: f64,
    bits: f64,
    model: CostModel,
) -> Result<f64, Error> {
    let lwe = Lwe { dimension, log2_q: LOG2_Q.0, error_std, secret, samples: None };
    max_log2_q_of(Problem::Lwe, &lwe, bits, model)
}

/// As [`max_log2_q`], of any problem and any number of samples; the modulus of `lwe` is not looked at.
/// For NTRU the modulus stays below the overstretched range.
///
/// # Errors
/// As [`max_log2_q`]; or so few samples that no attack modelled applies.
pub fn max_log2_q_of(
    problem: Problem,
    lwe: &Lwe,
    bits: f64,
    model: CostModel,
) -> Result<f64, Error> {
    check_target(bits)?;
    let falls_short = |step: usize| {
        let lwe = Lwe { log2_q: step as f64 / STEPS, ..*lwe };
        match attack_status(problem, &lwe, model) {
            AttackStatus::Estimated(estimate) => Ok(estimate.bits < bits),
            AttackStatus::Overstretched { .. } => Ok(true),
            AttackStatus::NotEstimated(error) => Err(error),
        }
    };
    // The error has to stay below q / 4.
    let lowest = LOG2_Q.0.max(lwe.error_std.log2() + 2.0);
    let least = (lowest * STEPS).floor() as usize + 1;
    // Doubles from the smallest modulus, so that most estimates are of small ones.
    let mut known = least;
    if falls_short(least)? {
        return Err(Error::Unreachable { bits, what: "the modulus" });
    }
    let end = (LOG2_Q.1 * STEPS) as usize;
    let mut beyond = (2 * least).min(end);
    while !falls_short(beyond)? {
        if beyond == end {
            return Err(Error::Unlimited { bits, log2_most: LOG2_Q.1 });
        }
        known = beyond;
        beyond = (2 * beyond).min(end);
    }
    let first = search(known, beyond, falls_short)?.unwrap_or(beyond);
    Ok((first - 1) as f64 / STEPS)
}

/// The smallest dimension in which a modulus of `log2_q` bits has `bits` bits of security, for any
/// number of samples; not rounded up to a power of two. Takes some twenty estimates.
///
/// # Errors
/// Parameters out of range; or [`Error::Unreachable`] when even 2^20 is too small.
pub fn min_dimension(
    log2_q: f64,
    secret: Secret,
    error_std: f64,
    bits: f64,
    model: CostModel,
) -> Result<usize, Error> {
    check_target(bits)?;
    let reaches = |dimension: usize| {
        let lwe = Lwe { dimension, log2_q, error_std, secret, samples: None };
        estimate(&lwe, model).map(|estimate| estimate.bits >= bits)
    };
    let least = match secret {
        Secret::SparseTernary { weight } => weight.clamp(MIN_DIMENSION, MAX_DIMENSION),
        _ => MIN_DIMENSION,
    };
    let (mut below, mut reached) = (least, least);
    while !reaches(reached)? {
        if reached == MAX_DIMENSION {
            return Err(Error::Unreachable { bits, what: "the dimension" });
        }
        below = reached;
        reached = (2 * reached).min(MAX_DIMENSION);
    }
    Ok(search(below, reached, reaches)?.unwrap_or(reached))
}

/// NaN is out of range as well.
fn check_target(bits: f64) -> Result<(), Error> {
    if (1.0..=4096.0).contains(&bits) { Ok(()) } else { Err(Error::Target(bits)) }
}

/// `first_true` of a condition that may fail.
fn search(
    lo: usize,
    hi: usize,
    holds: impl Fn(usize) -> Result<bool, Error>,
) -> Result<Option<usize>, Error> {
    let mut failure = None;
    let first = first_true(lo, hi, |x| {
        holds(x).unwrap_or_else(|error| {
            failure = Some(error);
            true
        })
    });
    failure.map_or(Ok(first), Err)
}
