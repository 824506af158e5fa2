//! The ring R_q over several limbs, in its three bases.

mod arithmetic;
mod automorphisms;
mod bases;
mod generator;
mod integers;
mod interface;
pub(super) mod models;
mod transcript;

pub use interface::{Basis, Limbs, Ring};
pub use transcript::{Answer, compare, same, transcript};

use super::transform::{self, Transform};
use super::verdict::Verdict;
use crate::inputs::Stream;
use models::Models;

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
