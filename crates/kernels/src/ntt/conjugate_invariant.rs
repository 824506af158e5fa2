//! Transforms of conjugate-invariant polynomials.

use super::{
    NttError, check_length, check_root,
    fold::{Fold, Unfold},
    layers::Layers,
    tables::{powers, reverse},
};
use crate::{Prepared, Zq};

crate::heap_bytes!(ConjugateInvariant: layers);

/// The transform of Z_q\[X + 1/X\]/(X^(2N) + 1), N = 2^1 … 2^16, modulo a prime q ≡ 1 mod 4N, both
/// ways: between the coefficients of a_0 + Σ_{0<k<N} a_k·(X^k + X^-k), in natural order, and the
/// values at the powers of ψ, a primitive 4N-th root of unity ([`ConjugateInvariant::exponents`]).
///
/// X^-k is -X^(2N-k). Modulo X^N - i, i = ψ^N, which has one of each pair of roots ψ^u and ψ^-u, the
/// element is the polynomial with the coefficients a_0 and a_k - i·a_(N-k) (D. Kim and Y. Song,
/// ePrint 2018/952 §4.2). That is the folding; X^N - i is what the first layer of a transform of
/// length 2N splits off, and the layers below it are half of its others.
///
/// Takes and gives canonical residues. Vectors may lie anywhere (64-byte alignment is fastest).
/// Clones share their tables.
#[derive(Debug, Clone)]
pub struct ConjugateInvariant {
    layers: Layers,
    /// -i and i.
    minus_i: Prepared,
    i: Prepared,
}

impl ConjugateInvariant {
    /// The transform of length N = 2^`log_n` with respect to `psi`, a primitive root of unity of order
    /// 4N modulo the prime of `zq`.
    ///
    /// Transforms shorter than two vectors are computed portably.
    ///
    /// # Errors
    /// When the length is out of range, or `psi` is no such root.
    pub fn new(zq: Zq, log_n: u32, psi: u64) -> Result<Self, NttError> {
        // The multipliers are taken from a table of length 2N.
        check_length(log_n)?;
        check_length(log_n + 1).map_err(|_| NttError::Length(log_n))?;
        let modulus = zq.modulus();
        check_root(modulus, psi, log_n + 2)?;
        let inverse = modulus.pow(psi, (4 << log_n) - 1);
        let roots = [psi, inverse].map(|psi| left_half(&powers(modulus, log_n + 1, psi)));
        // Unfolding adds up what was folded, twice each coefficient.
        let twice_n = modulus.reduce(2 << log_n);
        let layers = Layers::new(zq, roots, twice_n, None);
        let i = modulus.pow(psi, 1 << log_n);
        let [minus_i, i] = [modulus.neg(i), i].map(|w| layers.zq().prepare(w));
        Ok(Self { layers, minus_i, i })
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

    /// The exponents u of the roots ψ^u at which the positions of a transform hold the values: those
    /// below 4N that are 1 modulo 4. The value at ψ^-u is the same.
    pub fn exponents(&self) -> Vec<u32> {
        let log_n = self.layers.log_n();
        (0..1 << log_n).map(|i| 4 * reverse(i, log_n) as u32 + 1).collect()
    }

    /// Coefficients to values.
    ///
    /// # Panics
    /// When `x` is not N long.
    pub fn forward(&self, x: &mut [u64]) {
        assert_eq!(x.len(), self.len(), "a vector of the transform's length");
        self.zq().run(Fold { x, minus_i: self.minus_i });
        self.layers.forward(x);
    }

    /// Values to coefficients, undoing [`ConjugateInvariant::forward`] exactly.
    ///
    /// # Panics
    /// When `x` is not N long.
    pub fn inverse(&self, x: &mut [u64]) {
        assert_eq!(x.len(), self.len(), "a vector of the transform's length");
        self.layers.inverse(x);
        self.zq().run(Unfold { x, i: self.i });
    }
}

/// The multipliers of the left half of a transform's layers below its first: those of blocks 0 to m/2
/// of each layer with m blocks.
fn left_half(roots: &[u64]) -> Vec<u64> {
    let layers = (0..roots.len().ilog2() - 1).map(|layer| 1_usize << layer);
    let blocks = layers.flat_map(|blocks| &roots[2 * blocks..3 * blocks]);
    std::iter::once(&1).chain(blocks).copied().collect()
}
