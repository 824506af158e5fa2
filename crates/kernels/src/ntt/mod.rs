//! Negacyclic number-theoretic transforms of power-of-two length.
//!
//! For a primitive 2N-th root of unity ψ modulo q the transform maps the coefficients of a
//! polynomial f of degree below N, in natural order, to its values at the roots of X^N + 1: position
//! i of the result holds f(ψ^(2·brv(i)+1)), brv reversing the log2(N) bits of i.
//!
//! Forward it splits X^(2t) - ψ^(2e) into (X^t - ψ^e)(X^t + ψ^e), layer by layer (Cooley and
//! Tukey's butterflies with the twist by ψ merged in, as in Longa and Naehrig, ePrint 2016/504,
//! §3), backward it undoes this (Gentleman and Sande), the factor 1/N merged into the last layer.
//! Multipliers carry a precomputed second word, and residues stay lazily reduced between the layers
//! (Harvey, "Faster arithmetic for number-theoretic transforms", §3).
//!
//! # Passes
//!
//! Layers are taken several at a time while their operands stay in registers (`butterfly`); the
//! last ones, whose butterflies lie within two vectors, rearrange them. What bounds the speed is
//! latency: a butterfly waits some fifteen cycles for its product, and the instructions of one
//! vector's whole way through a pass do not fit a processor's window. So passes go layer by layer
//! over as many vectors as there are registers. A transform that exceeds the first-level cache is
//! cut into leaves that fit, each finished before the next begins (`plan`).
//!
//! # Classes
//!
//! (See `lanes`.) *Forward:* between layers residues are of class 4. Lanes of words fold the first
//! operand x (to class 2) and multiply the second one, y (class 4; the product has class 2), so
//! that x ± w·y are of class 4 again. Lanes of doubles fold x every third layer only: to class 1,
//! then sums are of class 2, 3 and 4. The first layer's operands are canonical and not folded.
//! *Inverse:* between layers residues are of class 2. x + y (class 4) is folded, x - y (class 4)
//! multiplied, both to class 2. Lanes of doubles have products and folded sums of class 1, so that
//! two layers make sums of class 2 and 4 before they fold.

mod butterfly;
mod columns;
mod conjugate_invariant;
mod fold;
mod forward;
mod inverse;
mod layers;
mod plan;
mod tables;

#[cfg(test)]
mod tests;

use thiserror::Error;

use crate::{Modulus, Zq, rns::CentredReduction};
pub use conjugate_invariant::ConjugateInvariant;
use layers::Layers;
use tables::{powers, reverse};

crate::heap_bytes!(Negacyclic: layers);

/// The largest log2(N).
pub const MAX_LOG: u32 = 17;

/// Why there is no such transform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NttError {
    /// A length out of range.
    #[error("a transform of length 2^{0}: lengths are 2^1 … 2^{MAX_LOG}")]
    Length(u32),
    /// The root is no primitive root of unity of the order that the transform needs.
    #[error(
        "{psi} is no primitive root of unity of order {order} modulo {q}: \
         its power {order}/2 has to be -1"
    )]
    NoRoot {
        /// What was given.
        psi: u64,
        /// 2N, or 4N for [`ConjugateInvariant`].
        order: u64,
        /// The modulus.
        q: u64,
    },
}

/// The transform of length N = 2^1 … 2^17 modulo a prime q ≡ 1 mod 2N, both ways.
///
/// Takes and gives canonical residues; coefficients in natural order, values in bit-reversed
/// order ([`Negacyclic::exponents`]). Vectors may lie anywhere (64-byte alignment is fastest).
/// Clones share their tables.
#[derive(Debug, Clone)]
pub struct Negacyclic {
    layers: Layers,
    #[cfg_attr(not(feature = "fault-injection"), allow(dead_code))]
    psi: u64,
}

/// Fails unless `psi` is a primitive root of unity of order 2^`log_order` modulo q.
fn check_root(modulus: &Modulus, psi: u64, log_order: u32) -> Result<(), NttError> {
    let q = modulus.value();
    if psi < q && q >= 3 && modulus.pow(psi, 1 << (log_order - 1)) == q - 1 {
        return Ok(());
    }
    Err(NttError::NoRoot { psi, order: 1 << log_order, q })
}

/// Fails unless there are transforms of length 2^`log_n`.
fn check_length(log_n: u32) -> Result<(), NttError> {
    if (1..=MAX_LOG).contains(&log_n) { Ok(()) } else { Err(NttError::Length(log_n)) }
}

impl Negacyclic {
    /// The transform of length 2^`log_n` with respect to `psi`, a primitive root of unity of twice
    /// that order modulo the prime of `zq`.
    ///
    /// Transforms shorter than two vectors are computed portably.
    ///
    /// # Errors
    /// When the length is out of range, or `psi` is no such root.
    pub fn new(zq: Zq, log_n: u32, psi: u64) -> Result<Self, NttError> {
        Self::build(zq, log_n, psi, None)
    }

    /// The transform with one multiplier of the forward table changed: what a test suite must
    /// notice. `position` is 1 … N-1.
    #[cfg(feature = "fault-injection")]
    #[doc(hidden)]
    pub fn with_planted_fault(self, position: usize) -> Self {
        Self::build(*self.zq(), self.layers.log_n(), self.psi, Some(position)).unwrap_or(self)
    }

    fn build(zq: Zq, log_n: u32, psi: u64, fault: Option<usize>) -> Result<Self, NttError> {
        check_length(log_n)?;
        let modulus = zq.modulus();
        check_root(modulus, psi, log_n + 1)?;
        let inverse = modulus.pow(psi, (2 << log_n) - 1);
        let roots = [psi, inverse].map(|psi| powers(modulus, log_n, psi));
        let n = modulus.reduce(1 << log_n);
        Ok(Self { layers: Layers::new(zq, roots, n, fault), psi })
    }

    /// Z_q, with the backend that really computes.
    pub fn zq(&self) -> &Zq {
        self.layers.zq()
    }

    /// N.
    pub fn len(&self) -> usize {
        1 << self.layers.log_n()
    }

    /// Never.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The exponents e of the roots ψ^e at which the positions of a transform hold the values: odd,
    /// below 2N.
    pub fn exponents(&self) -> Vec<u32> {
        let log_n = self.layers.log_n();
        (0..1 << log_n).map(|i| 2 * reverse(i, log_n) as u32 + 1).collect()
    }

    /// Coefficients to values.
    ///
    /// # Panics
    /// When `x` is not N long.
    pub fn forward(&self, x: &mut [u64]) {
        assert_eq!(x.len(), self.len(), "a vector of the transform's length");
        self.forward_rows(x);
    }

    /// [`Negacyclic::forward`] of the coefficients c mod q that a reduction makes of the residues `x` modulo another
    /// number, into `out`. They are read by the first pass, where the numbers allow it, and not stored before.
    ///
    /// # Panics
    /// When `out` or `x` are not N long, or the reduction is not modulo q.
    pub fn forward_centred(&self, out: &mut [u64], x: &[u64], centred: &CentredReduction) {
        self.layers.forward_centred(out, x, centred);
    }

    /// Values to coefficients, undoing [`Negacyclic::forward`] exactly.
    ///
    /// # Panics
    /// When `x` is not N long.
    pub fn inverse(&self, x: &mut [u64]) {
        assert_eq!(x.len(), self.len(), "a vector of the transform's length");
        self.inverse_rows(x);
    }

    /// [`Negacyclic::forward`] of each of the vectors of length N that lie one after another.
    ///
    /// # Panics
    /// When `rows` is no multiple of N long.
    pub fn forward_rows(&self, rows: &mut [u64]) {
        self.layers.forward(rows);
    }

    /// [`Negacyclic::inverse`] of each of the vectors of length N that lie one after another.
    ///
    /// # Panics
    /// When `rows` is no multiple of N long.
    pub fn inverse_rows(&self, rows: &mut [u64]) {
        self.layers.inverse(rows);
    }
}
