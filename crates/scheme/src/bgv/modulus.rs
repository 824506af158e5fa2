//! At which modulus to multiply.

use super::ModulusChain;
use crate::noise::{Model, Noise};

/// Levels whose product loses less than this many bits against the best are as good: then fewer
/// limbs decide.
const TOLERANCE_BITS: f64 = 0.5;

/// Levels below one that loses so many bits against the best are not looked at.
const FAR_BITS: f64 = 20.0;

/// The level at which a product of operands with these noises (level, noise, parts) leaves most room between noise and
/// modulus.
pub fn product_level(
    model: &Model,
    modulus_chain: &ModulusChain,
    operands: [(usize, &Noise, usize); 2],
) -> usize {
    let levels = modulus_chain.levels();
    let top = operands[0].0.min(operands[1].0);
    let room = |level: usize| {
        let switched = |(from, noise, parts): (usize, &Noise, usize)| {
            if from == level {
                return *noise;
            }
            model.switch(noise, levels[level].log2_q - levels[from].log2_q, parts)
        };
        let a = switched(operands[0]);
        let b = if operands[0] == operands[1] { a } else { switched(operands[1]) };
        levels[level].log2_q - model.bound_bits(&model.multiply(&a, &b))
    };
    // Room grows while noise shrinks with the modulus, and falls once rounding dominates.
    let mut budgets: Vec<(usize, f64)> = Vec::new();
    let mut best = f64::NEG_INFINITY;
    for level in (0..=top).rev() {
        let room = room(level);
        if room < best - FAR_BITS {
            break;
        }
        best = best.max(room);
        budgets.push((level, room));
    }
    let good = budgets.iter().filter(|(_, room)| *room >= best - TOLERANCE_BITS);
    let cheapest =
        good.min_by_key(|(level, _)| (levels[*level].limbs.len(), std::cmp::Reverse(*level)));
    cheapest.map_or(top, |(level, _)| *level)
}
