//! Implementations with a planted fault: the control experiments of the suites.

use num_bigint::BigInt;

use super::ring::{Basis, Limbs, Ring};
use super::subring::Subring;
use crate::reference::numbers::inverse_mod;
use crate::reference::rns;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing: the control of the control.
    None,
    /// One value at a root of unity has a multiple of one coefficient too much, as from one wrong
    /// entry in a table of twiddles.
    Twiddle,
    /// One value is not reduced, and only when all coefficients are as large as they can be, as from
    /// a lazy range that is one too wide.
    LazyRange,
    /// The inverse transform leaves out its factor 1/n.
    Scaling,
    /// Decoding coefficients are taken for powerful ones: with them an error that is spherical in
    /// the decoding basis is no longer so.
    ErrorBasis,
    /// g is taken to be its own conjugate ∏ (1 - ζ_p^-1).
    ConjugateOfG,
    /// Division by g over the integers rounds instead of refusing.
    RoundingDivision,
    /// ζ ↦ ζ^k is carried out as ζ ↦ ζ^(1/k).
    InverseAutomorphism,
    /// Representatives are in `[0, Q)`.
    LeastRepresentative,
    /// embed puts coefficients one position too far.
    ShiftedEmbedding,
    /// The trace is not tweaked by g/g_sub in the CRT basis.
    PlainTrace,
}

/// An implementation with a fault.
#[derive(Clone, Debug)]
pub struct Mutant<R> {
    /// What it does otherwise.
    pub original: R,
    /// The fault.
    pub fault: Fault,
}

impl<R: Ring> Ring for Mutant<R> {
    fn subject(&self) -> String {
        format!("{} with {:?}", self.original.subject(), self.fault)
    }

    fn m(&self) -> u64 {
        self.original.m()
    }

    fn moduli(&self) -> Vec<u64> {
        self.original.moduli()
    }

    fn roots(&self, limb: usize) -> Vec<u64> {
        self.original.roots(limb)
    }

    fn convert(&self, x: &Limbs, from: Basis, to: Basis) -> Limbs {
        let q = self.moduli()[0];
        let from = match (self.fault, from) {
            (Fault::ErrorBasis, Basis::Decoding) if to != Basis::Decoding => Basis::Powerful,
            _ => from,
        };
        let mut out = self.original.convert(x, from, to);
        let last = out[0].len() - 1;
        match (self.fault, from, to) {
            (Fault::Twiddle, Basis::Powerful, Basis::Crt) => {
                out[0][last / 2] = (out[0][last / 2] + x[0][last]) % q;
            }
            (Fault::LazyRange, Basis::Powerful, Basis::Crt) if x[0].iter().all(|&x| x == q - 1) => {
                out[0][last] += q;
            }
            (Fault::Scaling, Basis::Crt, Basis::Powerful) => {
                let n = out[0].len() as u64;
                out[0].iter_mut().for_each(|y| *y = *y * (n % q) % q);
            }
            _ => {}
        }
        out
    }

    fn add(&self, x: &Limbs, y: &Limbs, basis: Basis) -> Limbs {
        self.original.add(x, y, basis)
    }

    fn sub(&self, x: &Limbs, y: &Limbs, basis: Basis) -> Limbs {
        self.original.sub(x, y, basis)
    }

    fn neg(&self, x: &Limbs, basis: Basis) -> Limbs {
        self.original.neg(x, basis)
    }

    fn mul(&self, x: &Limbs, y: &Limbs) -> Limbs {
        self.original.mul(x, y)
    }

    fn mul_g(&self, x: &Limbs, basis: Basis) -> Limbs {
        if self.fault != Fault::ConjugateOfG {
            return self.original.mul_g(x, basis);
        }
        let k = self.m() - 1;
        let conjugate = self.original.automorphism(x, k, basis);
        self.original.automorphism(&self.original.mul_g(&conjugate, basis), k, basis)
    }

    fn div_g(&self, x: &Limbs, basis: Basis) -> Option<Limbs> {
        if self.fault != Fault::ConjugateOfG {
            return self.original.div_g(x, basis);
        }
        let k = self.m() - 1;
        let conjugate = self.original.automorphism(x, k, basis);
        Some(self.original.automorphism(&self.original.div_g(&conjugate, basis)?, k, basis))
    }

    fn automorphism(&self, x: &Limbs, k: u64, basis: Basis) -> Limbs {
        let inverse = inverse_mod(k, self.m()).filter(|_| self.fault == Fault::InverseAutomorphism);
        self.original.automorphism(x, inverse.unwrap_or(k), basis)
    }

    fn reduce(&self, x: &[i64]) -> Limbs {
        self.original.reduce(x)
    }

    fn lift(&self, x: &Limbs, basis: Basis) -> Vec<BigInt> {
        let mut lifted = self.original.lift(x, basis);
        if self.fault == Fault::LeastRepresentative {
            let q = rns::product(&self.moduli());
            lifted.iter_mut().for_each(|x| *x = (&*x + &q) % &q);
        }
        lifted
    }

    fn mul_g_integers(&self, x: &[i64], basis: Basis) -> Vec<i64> {
        self.original.mul_g_integers(x, basis)
    }

    fn div_g_integers(&self, x: &[i64], basis: Basis) -> Option<Vec<i64>> {
        let quotient = self.original.div_g_integers(x, basis);
        if self.fault == Fault::RoundingDivision { quotient.or(Some(x.to_vec())) } else { quotient }
    }
}

impl<S: Subring> Subring for Mutant<S> {
    type Ring = S::Ring;

    fn large(&self) -> &S::Ring {
        self.original.large()
    }

    fn small(&self) -> &S::Ring {
        self.original.small()
    }

    fn embed(&self, x: &Limbs, basis: Basis) -> Limbs {
        let mut out = self.original.embed(x, basis);
        if self.fault == Fault::ShiftedEmbedding && basis == Basis::Powerful {
            out.iter_mut().for_each(|limb| limb.rotate_right(1));
        }
        out
    }

    fn twace(&self, x: &Limbs, basis: Basis) -> Limbs {
        if self.fault != Fault::PlainTrace || basis != Basis::Crt {
            return self.original.twace(x, basis);
        }
        // The tweak is g/g_sub: twace(x·g_sub/g) is the plain trace, up to a constant.
        let (small, large) = (self.small(), self.large());
        let quotient = large.div_g(x, basis).unwrap_or_else(|| x.clone());
        small.mul_g(&self.original.twace(&quotient, basis), basis)
    }
}
