//! Sums in every basis, products of values.

use super::super::verdict::{Verdict, equal};
use super::interface::{Basis, Limbs, Ring};
use super::models::{largest, random};
use crate::inputs::Stream;
use crate::reference::numbers::mul_mod;

pub(super) fn suite(ring: &impl Ring, stream: &mut Stream) -> Verdict {
    let moduli = ring.moduli();
    for (x, y) in [
        (random(ring, stream), random(ring, stream)),
        (largest(ring), largest(ring)),
        (largest(ring), random(ring, stream)),
    ] {
        for basis in Basis::ALL {
            let subject = format!("{}, {basis:?}", ring.subject());
            let sum = pairs(&moduli, &x, &y, |x, y, q| (x + y) % q);
            equal("sums", &subject, &ring.add(&x, &y, basis), &sum)?;
            let difference = pairs(&moduli, &x, &y, |x, y, q| (x + q - y) % q);
            equal("differences", &subject, &ring.sub(&x, &y, basis), &difference)?;
            let negative = pairs(&moduli, &x, &x, |x, _, q| (q - x) % q);
            equal("negatives", &subject, &ring.neg(&x, basis), &negative)?;
        }
        let product = pairs(&moduli, &x, &y, mul_mod);
        equal("products of values", &ring.subject(), &ring.mul(&x, &y), &product)?;
    }
    Ok(())
}

/// f(x, y, q) for each coefficient of each limb.
fn pairs(moduli: &[u64], x: &Limbs, y: &Limbs, f: impl Fn(u64, u64, u64) -> u64) -> Limbs {
    let limb = |((x, y), q): ((&Vec<u64>, &Vec<u64>), &u64)| {
        x.iter().zip(y).map(|(&x, &y)| f(x, y, *q)).collect()
    };
    x.iter().zip(y).zip(moduli).map(limb).collect()
}
