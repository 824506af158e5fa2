//! All attacks on an instance, the cheapest first.

use crate::estimate::{Attack, AttackEstimate, Estimate};
use crate::lwe::Instance;
use crate::{CostModel, Error, Lwe, dual, guess, hybrid, primal};

/// Bits of security: log2 of the cost of the cheapest attack modelled, each at its best
/// parameters. Below about 45 bits the estimate only says "broken".
///
/// # Errors
/// Parameters out of range, or so few samples that no attack modelled applies.
pub fn estimate(lwe: &Lwe, model: CostModel) -> Result<Estimate, Error> {
    estimate_attacks(lwe, model, &Attack::ALL)
}

/// As [`estimate`], of some attacks only. Attacks that do not apply to the secret are left out.
///
/// # Errors
/// Parameters out of range, no attack given, or none of them applies.
pub fn estimate_attacks(
    lwe: &Lwe,
    model: CostModel,
    attacks: &[Attack],
) -> Result<Estimate, Error> {
    let instance = Instance::new(lwe)?;
    if attacks.is_empty() {
        return Err(Error::NoAttack);
    }
    let mut results: Vec<AttackEstimate> = attacks
        .iter()
        .filter_map(|attack| match attack {
            Attack::PrimalUsvp => primal::usvp(&instance, model),
            Attack::PrimalBdd => primal::bdd(&instance, model),
            Attack::PrimalHybrid => hybrid::primal(&instance, model),
            Attack::Dual => dual::plain(&instance, model),
            Attack::DualHybrid => [dual::fourier(&instance, model), hybrid::dual(&instance, model)]
                .into_iter()
                .flatten()
                .min_by(|x, y| x.bits.total_cmp(&y.bits)),
            Attack::MeetInTheMiddle => guess::meet_in_the_middle(&instance),
        })
        .collect();
    results.sort_by(|x, y| x.bits.total_cmp(&y.bits));
    let best = results
        .first()
        .ok_or(Error::TooFewSamples { samples: lwe.samples.unwrap_or(usize::MAX) })?;
    Ok(Estimate { bits: best.bits, attack: best.attack, model, attacks: results })
}
