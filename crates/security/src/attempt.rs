//! All attacks on an instance, the cheapest first.

use crate::estimate::{Attack, AttackEstimate, Estimate};
use crate::lwe::Instance;
use crate::{CostModel, Error, Lwe, collision, dual, guess, hybrid, primal};

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
    lwe.validate_error()?;
    of_instance(lwe, model, attacks)
}

/// The same for errors of any width: those of NTRU are parts of its keys.
pub(crate) fn of_instance(
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
            Attack::DualHybrid => dual_hybrid(&instance, model),
            Attack::MeetInTheMiddle => guess::meet_in_the_middle(&instance),
        })
        .collect();
    results.sort_by(|x, y| x.bits.total_cmp(&y.bits));
    let best = results
        .first()
        .ok_or(Error::TooFewSamples { samples: lwe.samples.unwrap_or(usize::MAX) })?;
    Ok(Estimate { bits: best.bits, attack: best.attack, model, attacks: results })
}

/// The cheapest of the dual attacks that guess.
fn dual_hybrid(instance: &Instance, model: CostModel) -> Option<AttackEstimate> {
    let found = [dual::fourier(instance, model), hybrid::dual(instance, model)];
    let best = found.into_iter().flatten().min_by(|x, y| x.bits.total_cmp(&y.bits));
    let most_bits = best.map_or(1000.0, |best| best.bits);
    let most_beta =
        dual::plain(instance, model).map_or_else(|| primal::max_beta(instance), |plain| plain.beta);
    best.into_iter()
        .chain(collision::dual(instance, model, most_bits, most_beta))
        .min_by(|x, y| x.bits.total_cmp(&y.bits))
}
