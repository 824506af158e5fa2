//! The modulus chain of a refresh.

use ringassay_ring::{primes::search, sample::Distribution};
use ringassay_scheme::{Error, ckks::Parameters, serial::limits::MAX_PRIMES};

use super::Range;

/// What a refresh consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The sparse secret under which the modulus is raised, and the range that is reduced.
    pub range: Range,
    /// How many matrices, each of a level, take slots to coefficients.
    pub to_coefficients: usize,
    /// How many take coefficients to slots.
    pub to_slots: usize,
    /// The degree of the arcsine: 1 (none), 3, 5 or 7.
    pub arcsine: usize,
    /// log2 of the scale at which coefficients are computed with, and of what each of these levels divides by: 50, a prime, or
    /// up to 62, two of them. Each bit is one of precision until other errors prevail.
    pub bits: u32,
    /// How many primes make a digit of key switching, and P.
    pub digit_limbs: usize,
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            range: Range::USUAL,
            to_coefficients: 4,
            to_slots: 3,
            arcsine: 3,
            bits: 60,
            digit_limbs: 7,
        }
    }
}

/// Vector kernels take primes below 2^50.
const MOST_BITS: u32 = 50;

/// The parameters at which a ciphertext of `residual` is refreshed: its chain, and above it the levels that a refresh of
/// this shape uses up.
///
/// # Errors
/// Returns an error if the parameters are none for a refresh, or there are too few primes.
pub(super) fn raised(
    residual: &Parameters,
    shape: &Shape,
    depth: usize,
) -> Result<Parameters, Error> {
    check(residual, shape)?;
    let index = &residual.index;
    let mut used: Vec<u64> = residual.primes().collect();
    let mut levels = residual.levels.clone();
    for (bits, count) in
        [(residual.log2_scale, shape.to_slots), (shape.bits, depth + shape.to_coefficients)]
    {
        let own = if bits > MOST_BITS { 2 } else { 1 };
        for _ in 0..count {
            let mut level = search(index, bits / own, 1, &used).map_err(none)?;
            used.extend(&level);
            if own == 2 {
                level.extend(search(index, bits - bits / own, 1, &used).map_err(none)?);
                used.extend(&level[1..]);
            }
            levels.push(level);
        }
    }
    let special = search(index, MOST_BITS, shape.digit_limbs, &used).map_err(none)?;
    Ok(Parameters { levels, special, digit_limbs: shape.digit_limbs, ..residual.clone() })
}

/// The parameters of level 0 alone, with a sparse secret.
pub(super) fn lowest(raised: &Parameters, range: Range) -> Parameters {
    Parameters {
        levels: raised.levels[..1].to_vec(),
        special: raised.special[..1].to_vec(),
        digit_limbs: 1,
        secret: Distribution::SparseTernary { weight: range.weight },
        ..raised.clone()
    }
}

fn check(residual: &Parameters, shape: &Shape) -> Result<(), Error> {
    let refuse = |message: String| Err(Error::Parameters(message));
    if residual.conjugation().is_none() || residual.generator != 5 {
        return refuse(
            "ciphertexts of the standard ring whose slots have the generator 5 are refreshed, no others".to_owned(),
        );
    }
    if residual.levels.iter().any(|level| level.len() != 1) {
        return refuse("a level of a chain that is refreshed has one prime".to_owned());
    }
    let (q0, scale) = (residual.log2_q(0), f64::from(residual.log2_scale));
    if q0 - scale < LEAST_RATIO_BITS {
        return refuse(format!(
            "the prime of level 0 has to be 2^{LEAST_RATIO_BITS} times the scale for a refresh, not 2^{:.1} times: what is \
             reduced has to lie near multiples of it",
            q0 - scale
        ));
    }
    let matrices = 1..=MOST_MATRICES;
    if !matrices.contains(&shape.to_coefficients) || !matrices.contains(&shape.to_slots) {
        return refuse(format!(
            "a refresh has 1 to {MOST_MATRICES} matrices each way, not {} and {}",
            shape.to_coefficients, shape.to_slots
        ));
    }
    if !(1..=MAX_PRIMES).contains(&shape.digit_limbs) {
        return refuse(format!("1 to {MAX_PRIMES} primes make a digit, not {}", shape.digit_limbs));
    }
    if !(MOST_BITS..=LARGEST_BITS).contains(&shape.bits) {
        return refuse(format!(
            "coefficients are computed with at a scale of {MOST_BITS} to {LARGEST_BITS} bits, not {}",
            shape.bits
        ));
    }
    shape.range.check(residual.index.degree())
}

/// One for each stage of the largest transform.
const MOST_MATRICES: usize = 16;

/// Two primes of which there are enough at every degree.
const LARGEST_BITS: u32 = 62;

/// log2 of the least ratio of q_0 and the scale.
const LEAST_RATIO_BITS: f64 = 6.0;

fn none(error: impl std::fmt::Display) -> Error {
    Error::Parameters(error.to_string())
}
