//! ζ ↦ ζ^k.

use super::super::verdict::{Verdict, equal};
use super::interface::{Basis, Ring};
use super::models::{Models, random, some_units};
use crate::inputs::Stream;

pub(super) fn suite(ring: &impl Ring, models: &Models, stream: &mut Stream) -> Verdict {
    let m = ring.m();
    let units = some_units(m, 3, stream);
    let x = random(ring, stream);
    for &k in &units {
        let subject = format!("{}, k = {k}", ring.subject());
        let image = ring.automorphism(&x, k, Basis::Powerful);
        let found = models.element(ring, &image, Basis::Powerful);
        let element = models.element(ring, &x, Basis::Powerful);
        let expected = models.map(&element, |model, x| model.automorphism(x, k));
        equal("automorphisms raise ζ to the k", &subject, &found, &expected)?;
        for basis in [Basis::Decoding, Basis::Crt] {
            let there = ring.automorphism(&ring.convert(&x, Basis::Powerful, basis), k, basis);
            let expected = ring.convert(&image, Basis::Powerful, basis);
            let subject = format!("{subject}, {basis:?}");
            equal("automorphisms commute with the change of basis", &subject, &there, &expected)?;
        }
        for &l in &units {
            let product = (u128::from(k) * u128::from(l) % u128::from(m)) as u64;
            for basis in Basis::ALL {
                let twice = ring.automorphism(&ring.automorphism(&x, k, basis), l, basis);
                let once = ring.automorphism(&x, product, basis);
                let subject = format!("{subject}, then {l}, {basis:?}");
                equal("automorphisms compose", &subject, &twice, &once)?;
            }
        }
    }
    Ok(())
}
