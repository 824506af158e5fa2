//! The exact ring beside the one that is judged, and elements to try.

use super::interface::{Basis, Limbs, Ring};
use crate::inputs::Stream;
use crate::reference::numbers::gcd;
use crate::reference::{Cyclotomic, ModQ};

/// Up to this degree, integers are compared with the model in integers of unbounded size.
pub(in crate::laws) const EXACT_DEGREE: usize = 1024;

/// The exact ring modulo each q_i.
pub(in crate::laws) struct Models(Vec<Cyclotomic<ModQ>>);

impl Models {
    pub(in crate::laws) fn new(ring: &impl Ring) -> Self {
        Self(ring.moduli().into_iter().map(|q| Cyclotomic::new(ModQ(q), ring.m())).collect())
    }

    /// The exact ring modulo q_limb.
    pub(in crate::laws) fn limb(&self, limb: usize) -> &Cyclotomic<ModQ> {
        &self.0[limb]
    }

    /// The element with these coefficients as polynomials in X. Only the powerful basis is used by
    /// definition; the ring converts the others, which has its own laws.
    pub(in crate::laws) fn element(&self, ring: &impl Ring, x: &Limbs, basis: Basis) -> Limbs {
        let powerful = ring.convert(x, basis, Basis::Powerful);
        self.map(&powerful, |model, x| model.from_powerful(x))
    }

    /// `f` on each limb.
    pub(in crate::laws) fn map(
        &self,
        x: &Limbs,
        f: impl Fn(&Cyclotomic<ModQ>, &[u64]) -> Vec<u64>,
    ) -> Limbs {
        self.0.iter().zip(x).map(|(model, x)| f(model, x)).collect()
    }
}

/// A random element.
pub(in crate::laws) fn random(ring: &impl Ring, stream: &mut Stream) -> Limbs {
    let count = degree(ring);
    ring.moduli().into_iter().map(|q| stream.residues(count, q)).collect()
}

/// The element with the largest residues everywhere.
pub(in crate::laws) fn largest(ring: &impl Ring) -> Limbs {
    ring.moduli().into_iter().map(|q| vec![q - 1; degree(ring)]).collect()
}

/// φ(m), from the number of roots.
pub(in crate::laws) fn degree(ring: &impl Ring) -> usize {
    ring.roots(0).len()
}

/// Up to `count` random units mod m, and 1 and -1.
pub(in crate::laws) fn some_units(m: u64, count: usize, stream: &mut Stream) -> Vec<u64> {
    let random = std::iter::repeat_with(|| 1 + stream.below(m)).filter(|&k| gcd(k, m) == 1);
    let mut units: Vec<u64> = random.take(count).chain([1, m - 1]).map(|k| k % m).collect();
    units.retain(|&k| gcd(k, m) == 1);
    units
}
