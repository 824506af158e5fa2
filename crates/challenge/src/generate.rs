//! Instances, each from its own seed.

use ringassay_ring::sample::{Label, Seed};

use crate::{
    Challenge, ChallengeError, Instance, Kind, Layout, Right, Sample, Secret,
    layout::{centred, residue},
    noise,
};

const SECRET: Label = Label::new("chsecret");
const UNIFORM: Label = Label::new("chunif");
const ERROR: Label = Label::new("cherror");

/// Attempts at an error below the bound, which one in 2^25 exceeds.
const ATTEMPTS: u64 = 8;

/// Instance number `number` of `challenge`: it and its secret follow from the seed.
///
/// # Errors
///
/// If a parameter is out of range.
pub fn instance(
    challenge: &Challenge,
    number: u32,
    seed: &Seed,
) -> Result<(Instance, Secret), ChallengeError> {
    counted(challenge, number, seed, &mut || {})
}

/// The same; `tick` is called after each sample.
pub(crate) fn counted(
    challenge: &Challenge,
    number: u32,
    seed: &Seed,
    tick: &mut dyn FnMut(),
) -> Result<(Instance, Secret), ChallengeError> {
    let challenge = challenge.checked()?;
    let parameters = challenge.parameters;
    let layout = parameters.layout()?;
    let n = layout.degree();
    let s = noise::uniform(n, parameters.q, &mut seed.stream(SECRET, 0));
    let samples = (0..parameters.samples as u64)
        .map(|i| {
            let a = noise::uniform(n, parameters.q, &mut seed.stream(UNIFORM, i));
            let product = layout.multiply(&a, &s, parameters.q);
            let b = right(&challenge, &layout, &product, seed, i)?;
            tick();
            Ok(Sample { a, b })
        })
        .collect::<Result<_, ChallengeError>>()?;
    let secret = Secret {
        challenge: challenge.id,
        instance: number,
        m: parameters.m,
        q: parameters.q,
        seed: *seed.expose(),
        s,
    };
    Ok((Instance { challenge: challenge.id, instance: number, parameters, samples }, secret))
}

fn right(
    challenge: &Challenge,
    layout: &Layout,
    product: &[u64],
    seed: &Seed,
    sample: u64,
) -> Result<Right, ChallengeError> {
    let parameters = challenge.parameters;
    let q = parameters.q;
    let (svar, bound, rounds) = match parameters.kind {
        Kind::Rounding { p } => {
            return Ok(Right::Integer(product.iter().map(|&x| rounded(x, q, p)).collect()));
        }
        Kind::Continuous { svar, bound } => (svar, bound, false),
        Kind::Discrete { svar, bound } => (svar, bound as f64, true),
    };
    for attempt in 0..ATTEMPTS {
        let mut stream = seed.stream(ERROR, sample * ATTEMPTS + attempt);
        let mut e = noise::gaussian(layout, parameters.m as usize, svar, &mut stream);
        if rounds {
            e.iter_mut().for_each(|x| *x = libm::rint(*x));
        }
        if layout.norm(&e) <= bound {
            let pairs = product.iter().zip(&e);
            return Ok(if rounds {
                let sum = |(&x, &e): (&u64, &f64)| centred(residue(x as i64 + e as i64, q), q);
                Right::Integer(pairs.map(sum).collect())
            } else {
                Right::Real(pairs.map(|(&x, &e)| centred(x, q) as f64 + e).collect())
            });
        }
    }
    Err(ChallengeError::Parameters("errors of this variance exceed their bound".into()))
}

/// ⌊(p/q)·x⌉ modulo p, halves upwards, centred.
pub(crate) fn rounded(x: u64, q: u64, p: u64) -> i64 {
    let twice = 2 * u128::from(x) * u128::from(p) + u128::from(q);
    let quotient = twice / (2 * u128::from(q));
    centred((quotient % u128::from(p)) as u64, p)
}
