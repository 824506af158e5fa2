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
    request::{SECRET, SIGMA, too_large},
    slots::{End, Reach},
    stated::{Moduli, Resolved, Rule, digits_of, limbs_up_to_p},
};

/// The parameters with these moduli.
pub(super) fn of_moduli(
    index: &Index,
    plaintext: PlaintextModulus,
    moduli: &Moduli,
) -> Result<Parameters, Error> {
    plaintext.value().ok_or_else(too_large)?;
    // Digits are bounded by a multiple of the largest prime, so that neighbours of other sizes share them.
    digits_of(1, moduli.digits)?;
    let small = moduli.small.len();
    let limbs_of = |q: &[u64]| digits_of(q.len() + small, moduli.digits).unwrap_or(1);
    let resolved = |rule| Resolved::new(index, rule, moduli, limbs_of);
    // Where there are too few primes that are 1 modulo t, others do.
    let found = resolved(Rule::OneModulo(plaintext));
    let Resolved { q, small, special } =
        found.or_else(|refusal| resolved(Rule::CoprimeTo(plaintext)).map_err(|_| refusal))?;
    let groups = |limbs| digit_groups(&bits(&q), &bits(&small), &bits(&special), limbs);
    let digit_limbs = match moduli.digits {
        Some(wanted) => {
            let most = limbs_of(&q);
            (1..=most).find(|&limbs| groups(limbs).len() <= wanted).unwrap_or(most)
        }
        None => {
            let all = [bits(&q), bits(&small)].concat();
            limbs_up_to_p(&special, all.len(), |limbs| {
                let sizes = groups(limbs).into_iter().map(|group| all[group].iter().sum());
                sizes.fold(0.0, f64::max)
            })
        }
    };
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
    let plain = Follower::new(model, index, parameters.plaintext, rotations);
    let follower = match parameters.has_factors() {
        true => plain.with_factors(parameters.plaintext),
        false => plain,
    };
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
            let end = follower.follow(&sizes, chain, depth).end();
            worst.budget_bits = worst.budget_bits.min(end.budget_bits);
            worst.log2_failure = worst.log2_failure.max(end.log2_failure);
        }
        Ok((worst.budget_bits > 0.0).then_some(worst))
    }))
}

fn bits(primes: &[u64]) -> Vec<f64> {
    primes.iter().map(|&q| (q as f64).log2()).collect()
}
