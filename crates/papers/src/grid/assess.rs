//! Many points at once.

use std::collections::HashMap;

use rayon::prelude::*;
use ringassay_circuit::Facts;
use ringassay_interrupt::checkpoint;
use ringassay_security::{AttackStatus, CostModel, Lwe, Problem, attack_status};

use super::{Point, Structure, failure::log2_failure};
use crate::depth::{Formula, depth};

/// How deep a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// So many multiplications in a row.
    Levels(u32),
    /// Not even fresh ciphertexts surely decrypt.
    Undecryptable,
    /// No such parameters: digits beyond the modulus, say.
    Impossible,
}

/// How secure a point is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Security {
    /// Bits of the cheapest attack.
    Bits(f64),
    /// Overstretched NTRU: broken, whatever else is said.
    Overstretched,
    /// Outside what the models were made for.
    NotEstimated,
}

/// All that is known of a point without executing it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    /// By the formula that was asked for.
    pub depth: Depth,
    /// By the cheapest attack known.
    pub security: Security,
    /// log2 of the probability of a wrong result at an allowed depth; `None` for formulas that are
    /// averages.
    pub log2_failure: Option<f64>,
    /// Counts and sizes.
    pub structure: Structure,
}

/// What security depends on, as bits.
type Instance = (Problem, usize, u64, u64, (u8, u64));

fn instance_of(problem: Problem, lwe: &Lwe, point: &Point) -> Instance {
    let key = match point.key {
        super::Key::Ternary => (0, 0),
        super::Key::Sparse(weight) => (1, u64::from(weight)),
        super::Key::Gaussian(std) => (2, std.to_bits()),
    };
    (problem, lwe.dimension, lwe.log2_q.to_bits(), lwe.error_std.to_bits(), key)
}

/// Assesses every point for an application; in parallel, in the order of the points. A formula of
/// another scheme finds every point impossible.
#[must_use]
pub fn assess(points: &[Point], formula: Formula, facts: &Facts) -> Vec<Assessment> {
    let mut instances: HashMap<Instance, (Problem, Lwe)> = HashMap::new();
    for point in points {
        let (problem, lwe) = point.instance();
        instances.entry(instance_of(problem, &lwe, point)).or_insert((problem, lwe));
    }
    let verdicts: HashMap<Instance, Security> = instances
        .into_par_iter()
        .map(|(instance, (problem, lwe))| {
            checkpoint();
            let security = match attack_status(problem, &lwe, CostModel::Matzov) {
                AttackStatus::Estimated(estimate) => Security::Bits(estimate.bits),
                AttackStatus::Overstretched { .. } => Security::Overstretched,
                _ => Security::NotEstimated,
            };
            (instance, security)
        })
        .collect();
    points
        .par_iter()
        .map(|point| {
            checkpoint();
            let structure = Structure::of(point, facts);
            let levels = if point.scheme == formula.scheme() {
                depth(formula, &point.setting()).ok()
            } else {
                None
            };
            let depth = match levels {
                None => Depth::Impossible,
                Some(None) => Depth::Undecryptable,
                Some(Some(levels)) => Depth::Levels(levels),
            };
            let (problem, lwe) = point.instance();
            let security = verdicts.get(&instance_of(problem, &lwe, point));
            Assessment {
                depth,
                security: security.copied().unwrap_or(Security::NotEstimated),
                log2_failure: formula
                    .is_bound()
                    .then(|| log2_failure(point, facts, structure.digits)),
                structure,
            }
        })
        .collect()
}
