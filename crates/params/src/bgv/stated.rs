//! BGV with moduli that the user states.

use ringassay_interrupt::checkpoint;
use ringassay_ring::index::Index;
use ringassay_scheme::{
    bgv::{Parameters, PlaintextModulus, digit_groups},
    noise::Model,
};

use super::chain::{CHAINS, Follower, Sizes};
use crate::{
    Error, Rotations,
    request::{SECRET, SIGMA, refused},
    slots::{End, Reach},
    stated::{Moduli, Resolved, digits_of},
};

/// The parameters with these moduli.
pub(super) fn of_moduli(
    index: &Index,
    plaintext: PlaintextModulus,
    moduli: &Moduli,
) -> Result<Parameters, Error> {
    let t =
        plaintext.value().ok_or_else(|| refused("the plaintext modulus lies below 2^31".into()))?;
    // Digits are bounded by a multiple of the largest prime, so that neighbours of other sizes share them.
    digits_of(1, moduli.digits)?;
    let small = moduli.small.len();
    let limbs_of = |q: &[u64]| digits_of(q.len() + small, moduli.digits).unwrap_or(1);
    let Resolved { q, small, special } = Resolved::new(index, t, moduli, limbs_of)?;
    let most = limbs_of(&q);
    let digits = |limbs| digit_groups(&bits(&q), &bits(&small), &bits(&special), limbs).len();
    let wanted = moduli.digits.unwrap_or(usize::MAX);
    let digit_limbs = (1..=most).find(|&limbs| digits(limbs) <= wanted).unwrap_or(most);
    let parameters = Parameters {
        index: index.clone(),
        plaintext,
        large: q,
        small,
        special,
        digit_limbs,
        fresh_log2_q: f64::INFINITY,
        secret: SECRET,
        sigma: SIGMA,
    };
    parameters.check()?;
    Ok(parameters)
}

/// How far parameters carry: the noise along chains of operations.
pub(super) fn reach(parameters: &Parameters, rotations: Rotations) -> Result<Reach<'_>, Error> {
    let Parameters { index, large, small, special, digit_limbs, .. } = parameters;
    let t = parameters.t();
    let model = Model::new(index, t, parameters.secret, parameters.error())?;
    let follower = Follower::new(model, index, t, rotations);
    let sizes = Sizes {
        large: bits(large),
        small: bits(small),
        special: bits(special),
        digit_limbs: *digit_limbs,
    };
    Ok(Box::new(move |depth| {
        let mut worst = End { budget_bits: f64::INFINITY, log2_failure: f64::NEG_INFINITY };
        for chain in CHAINS {
            checkpoint();
            let end = follower.follow(&sizes, chain, depth);
            worst.budget_bits = worst.budget_bits.min(end.budget_bits);
            worst.log2_failure = worst.log2_failure.max(end.log2_failure);
        }
        Ok((worst.budget_bits > 0.0).then_some(worst))
    }))
}

fn bits(primes: &[u64]) -> Vec<f64> {
    primes.iter().map(|&q| (q as f64).log2()).collect()
}
