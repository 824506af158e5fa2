//! Kernels in the terms of the paper: operations on words, by kind.
//!
//! PAnTHErS counts multiplications, additions, divisions, subtractions, reductions modulo q, random
//! draws and roundings of polynomials' coefficients, whatever their size; so q enters its costs only
//! through the number of digits. Here the unit is a word of 64 bits, and a kernel on coefficients of
//! several words, or on several primes, counts for what it does. How each kernel is counted is said
//! where it is declared; orders of transforms whose method depends on m are counted as for powers of two.

use std::{
    iter::Sum,
    ops::{Add, Mul},
};

use serde::Serialize;

/// Word operations by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Operations {
    /// Products of words.
    pub multiplications: u64,
    /// Sums of words.
    pub additions: u64,
    /// Differences of words, negations among them.
    pub subtractions: u64,
    /// Quotients: those that are wanted as such, when t/q is multiplied with, or digits are taken.
    pub divisions: u64,
    /// Reductions of one number, of however many words.
    pub modulo: u64,
    /// Words that are drawn.
    pub random: u64,
    /// Roundings of one number.
    pub round: u64,
}

const NONE: Operations = Operations {
    multiplications: 0,
    additions: 0,
    subtractions: 0,
    divisions: 0,
    modulo: 0,
    random: 0,
    round: 0,
};

// One of each kind. A sum or difference modulo q is both: q may be due.
pub(super) const MUL: Operations = Operations { multiplications: 1, ..NONE };
pub(super) const ADD: Operations = Operations { additions: 1, ..NONE };
pub(super) const SUB: Operations = Operations { subtractions: 1, ..NONE };
pub(super) const DIV: Operations = Operations { divisions: 1, ..NONE };
pub(super) const MOD: Operations = Operations { modulo: 1, ..NONE };
pub(super) const RANDOM: Operations = Operations { random: 1, ..NONE };
pub(super) const ROUND: Operations = Operations { round: 1, ..NONE };
/// A product and its reduction.
pub(super) const PRODUCT: Operations = Operations { multiplications: 1, modulo: 1, ..NONE };

/// n/2·log2 n butterflies.
pub(super) fn butterflies(n: u32) -> Operations {
    (PRODUCT + ADD + SUB) * (n / 2) * n.max(2).ilog2()
}

/// A product for each limb that is read, and then for each that is written one for each that is read,
/// summed up before the reduction, and for the multiple of the modulus.
pub(super) fn extension(from: u32, to: u32) -> Operations {
    MUL * from + (MUL + ADD) * (from + 1) * to + MOD * (from + to)
}

/// Integers of as many words as there are limbs, from residues.
pub(super) fn lifting(limbs: u32) -> Operations {
    MUL * limbs * (limbs + 1) + ADD * limbs * limbs
}

/// A coefficient is joined from residues: each is scaled, and multiplied with W words.
pub(super) fn joining(words: u32, limbs: u32) -> Operations {
    MUL * limbs + (MUL + ADD) * (limbs + 1) * words
}

impl Operations {
    /// One number, in multiplications of words: a reduction (Barrett) takes two, a division or
    /// rounding likewise, a drawn word of ChaCha20 about four, additions a quarter.
    pub fn complexity(&self) -> f64 {
        let twice = self.modulo + self.divisions + self.round;
        self.multiplications as f64
            + 2.0 * twice as f64
            + 4.0 * self.random as f64
            + 0.25 * (self.additions + self.subtractions) as f64
    }

    /// So often.
    #[must_use]
    pub fn times(self, times: u64) -> Self {
        self.map(Self::default(), |x, _| x * times)
    }

    fn map(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            multiplications: f(self.multiplications, other.multiplications),
            additions: f(self.additions, other.additions),
            subtractions: f(self.subtractions, other.subtractions),
            divisions: f(self.divisions, other.divisions),
            modulo: f(self.modulo, other.modulo),
            random: f(self.random, other.random),
            round: f(self.round, other.round),
        }
    }
}

impl Add for Operations {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.map(other, |x, y| x + y)
    }
}

impl Mul<u32> for Operations {
    type Output = Self;

    fn mul(self, times: u32) -> Self {
        self.times(times.into())
    }
}

impl Sum for Operations {
    fn sum<I: Iterator<Item = Self>>(operations: I) -> Self {
        operations.fold(Self::default(), Add::add)
    }
}
