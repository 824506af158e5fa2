//! The ring R_q over several limbs, in its three bases.

mod arithmetic;
mod automorphisms;
mod bases;
mod generator;
mod integers;
mod transcript;

use num_bigint::BigInt;

pub use transcript::{Answer, compare, same, transcript};

use super::transform::{self, Transform};
use super::verdict::Verdict;
use crate::inputs::Stream;
use crate::reference::numbers::gcd;
use crate::reference::{Cyclotomic, ModQ};

/// The basis that coefficients belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Products of powers of the ζ of the prime powers.
    Powerful,
    /// The dual of the conjugate powerful basis, times m̂/g.
    Decoding,
    /// Values at the primitive m-th roots of unity.
    Crt,
}

impl Basis {
    /// All three.
    pub const ALL: [Basis; 3] = [Basis::Powerful, Basis::Decoding, Basis::Crt];
}

/// An element: for each modulus the n residues of its coefficients.
pub type Limbs = Vec<Vec<u64>>;

/// An implementation of R/QR, Q = ∏ q_i, for one index. Inputs have φ(m) canonical residues per
/// limb.
pub trait Ring {
    /// What is judged, for messages.
    fn subject(&self) -> String;
    /// The index.
    fn m(&self) -> u64;
    /// The moduli q_i.
    fn moduli(&self) -> Vec<u64>;
    /// The root of unity modulo q_limb that belongs to each position of the CRT basis.
    fn roots(&self, limb: usize) -> Vec<u64>;
    /// The same element in another basis.
    fn convert(&self, x: &Limbs, from: Basis, to: Basis) -> Limbs;
    /// x + y, both in `basis`.
    fn add(&self, x: &Limbs, y: &Limbs, basis: Basis) -> Limbs;
    /// x - y, both in `basis`.
    fn sub(&self, x: &Limbs, y: &Limbs, basis: Basis) -> Limbs;
    /// -x.
    fn neg(&self, x: &Limbs, basis: Basis) -> Limbs;
    /// x·y, both in the CRT basis.
    fn mul(&self, x: &Limbs, y: &Limbs) -> Limbs;
    /// g·x.
    fn mul_g(&self, x: &Limbs, basis: Basis) -> Limbs;
    /// x/g, if x is divisible: always, modulo primes that do not divide m.
    fn div_g(&self, x: &Limbs, basis: Basis) -> Option<Limbs>;
    /// The image under ζ ↦ ζ^k.
    fn automorphism(&self, x: &Limbs, k: u64, basis: Basis) -> Limbs;
    /// Small integer coefficients as residues.
    fn reduce(&self, x: &[i64]) -> Limbs;
    /// The coefficients' representatives in `(-Q/2, Q/2]`.
    fn lift(&self, x: &Limbs, basis: Basis) -> Vec<BigInt>;
    /// g·x over the integers, in the powerful or decoding basis.
    fn mul_g_integers(&self, x: &[i64], basis: Basis) -> Vec<i64>;
    /// x/g over the integers, if g divides x in R.
    fn div_g_integers(&self, x: &[i64], basis: Basis) -> Option<Vec<i64>>;
}

/// Up to this degree, integers are compared with the model in integers of unbounded size.
const EXACT_DEGREE: usize = 1024;

/// All laws of a ring.
pub fn suite(ring: &impl Ring, stream: &mut Stream) -> Verdict {
    for limb in 0..ring.moduli().len() {
        transform::suite(&Limb { ring, limb }, stream)?;
    }
    let models = Models::new(ring);
    bases::suite(ring, &models, stream)?;
    generator::suite(ring, &models, stream)?;
    automorphisms::suite(ring, &models, stream)?;
    arithmetic::suite(ring, stream)?;
    integers::suite(ring, stream)
}

/// The exact ring modulo each q_i.
pub(super) struct Models(Vec<Cyclotomic<ModQ>>);

impl Models {
    pub(super) fn new(ring: &impl Ring) -> Self {
        Self(ring.moduli().into_iter().map(|q| Cyclotomic::new(ModQ(q), ring.m())).collect())
    }

    /// The exact ring modulo q_limb.
    pub(super) fn limb(&self, limb: usize) -> &Cyclotomic<ModQ> {
        &self.0[limb]
    }

    /// The element with these coefficients as polynomials in X. Only the powerful basis is used by
    /// definition; the ring converts the others, which has its own laws.
    pub(super) fn element(&self, ring: &impl Ring, x: &Limbs, basis: Basis) -> Limbs {
        let powerful = ring.convert(x, basis, Basis::Powerful);
        self.map(&powerful, |model, x| model.from_powerful(x))
    }

    /// `f` on each limb.
    pub(super) fn map(
        &self,
        x: &Limbs,
        f: impl Fn(&Cyclotomic<ModQ>, &[u64]) -> Vec<u64>,
    ) -> Limbs {
        self.0.iter().zip(x).map(|(model, x)| f(model, x)).collect()
    }
}

/// A random element.
pub(super) fn random(ring: &impl Ring, stream: &mut Stream) -> Limbs {
    let count = degree(ring);
    ring.moduli().into_iter().map(|q| stream.residues(count, q)).collect()
}

/// The element with the largest residues everywhere.
pub(super) fn largest(ring: &impl Ring) -> Limbs {
    ring.moduli().into_iter().map(|q| vec![q - 1; degree(ring)]).collect()
}

/// φ(m), from the number of roots.
pub(super) fn degree(ring: &impl Ring) -> usize {
    ring.roots(0).len()
}

/// Up to `count` random units mod m, and 1 and -1.
pub(super) fn some_units(m: u64, count: usize, stream: &mut Stream) -> Vec<u64> {
    let random = std::iter::repeat_with(|| 1 + stream.below(m)).filter(|&k| gcd(k, m) == 1);
    let mut units: Vec<u64> = random.take(count).chain([1, m - 1]).map(|k| k % m).collect();
    units.retain(|&k| gcd(k, m) == 1);
    units
}

/// One limb of a ring as a transform; the other limbs carry zeros.
struct Limb<'a, R> {
    ring: &'a R,
    limb: usize,
}

impl<R: Ring> Limb<'_, R> {
    fn convert(&self, x: &[u64], from: Basis, to: Basis) -> Vec<u64> {
        let mut limbs = vec![vec![0; x.len()]; self.ring.moduli().len()];
        limbs[self.limb] = x.to_vec();
        self.ring.convert(&limbs, from, to).swap_remove(self.limb)
    }
}

impl<R: Ring> Transform for Limb<'_, R> {
    fn subject(&self) -> String {
        format!("{}, limb {}", self.ring.subject(), self.limb)
    }

    fn q(&self) -> u64 {
        self.ring.moduli()[self.limb]
    }

    fn m(&self) -> u64 {
        self.ring.m()
    }

    fn roots(&self) -> Vec<u64> {
        self.ring.roots(self.limb)
    }

    fn forward(&self, x: &[u64]) -> Vec<u64> {
        self.convert(x, Basis::Powerful, Basis::Crt)
    }

    fn inverse(&self, x: &[u64]) -> Vec<u64> {
        self.convert(x, Basis::Crt, Basis::Powerful)
    }
}
