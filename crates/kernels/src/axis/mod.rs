//! One odd prime's axis of a tensor: L, L⁻¹ and g in the powerful and in the decoding basis.
//!
//! The powerful basis of index p^e is a tensor `[p-1][p^(e-1)]`, of which L and g = 1 - ζ_p touch the
//! first axis only (ePrint 2013/293 §2.5, §6.2). So all six maps act on the fibres (x_0, …, x_{p-2})
//! along the middle axis of a tensor `[outer][p-1][inner]`, inner a multiple of p^(e-1). With x = Σ x_j·ζ^j, ζ^(p-1) = -(1 + ζ + … + ζ^(p-2)):
//!
//! | map | formula (indices below 0 give 0) |
//! |---|---|
//! | L | y_j = x_0 + … + x_j |
//! | L⁻¹ | y_j = x_j - x_{j-1} |
//! | ·g, powerful | y_j = x_j - x_{j-1} + x_{p-2} |
//! | /g, powerful | x_j = x_{j-1} + y_j - s, s = x_{p-2} = (y_0 + … + y_{p-2})/p |
//! | ·g, decoding | c'_0 = c_0 + t, c'_j = c_j - c_{j-1}, t = c_0 + … + c_{p-2} |
//! | /g, decoding | c_0 = c'_0 - t, c_j = c_{j-1} + c'_j, t = (Σ_j (c'_0 + … + c'_j))/p |
//!
//! Division in the powerful basis: with y = g·x, y_0 + … + y_j = x_j + (j+1)·x_{p-2}, and for
//! j = p-2 that is p·x_{p-2}. Multiplication in the decoding basis: the powerful coefficients of the
//! element are L(c), the last of which is t, so those of its product with g are
//! L(c)_j - L(c)_{j-1} + t = c_j + t, whose differences are the formula. Division there: these
//! c_j + t are also L(c')_j, and their sum over all j is t + (p-1)·t = p·t.
//!
//! So an inverse costs one multiplication for each fibre, not for each coefficient.

mod fibres;
mod maps;

#[cfg(test)]
mod tests;

use thiserror::Error;

use crate::{Prepared, Zq, lanes::Lanes, scalar::Scalar};
use fibres::{OnFibres, Tensor};

/// Why there is no such axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AxisError {
    /// The number has no ζ_p other than ±1.
    #[error("{0} is no odd prime: only odd primes have a factor 1 - ζ_p of g")]
    NotOdd(u32),
    /// p is no unit modulo q.
    #[error("{prime} has no inverse modulo {q}, so nothing can be divided by 1 - ζ_{prime}")]
    NoInverse {
        /// The prime of the axis.
        prime: u32,
        /// The modulus.
        q: u64,
    },
}

/// The axis of an odd prime p in tensors `[outer][p-1][inner]` of canonical residues modulo q.
///
/// All methods work in place, take and give canonical residues, allocate nothing, and take the same
/// steps whatever the residues are.
///
/// # Panics
/// The methods panic when the slice is not outer·(p-1)·inner long.
#[derive(Debug, Clone)]
pub struct PrimeAxis {
    zq: Zq,
    tensor: Tensor,
    prime: u32,
    /// 1/p, for the lanes of `zq` and for the columns left over.
    inverse: Prepared,
    inverse_scalar: Prepared,
}

impl PrimeAxis {
    /// The axis of `prime` in tensors of that shape.
    ///
    /// # Errors
    /// When `prime` is even or below 3, or not a unit modulo q. (That it is a prime is not needed:
    /// the formulas hold modulo 1 + X + … + X^(p-1).)
    pub fn new(zq: Zq, prime: u32, outer: usize, inner: usize) -> Result<Self, AxisError> {
        if prime < 3 || prime.is_multiple_of(2) {
            return Err(AxisError::NotOdd(prime));
        }
        let modulus = zq.modulus();
        let q = modulus.value();
        let inverse = modulus
            .inverse(modulus.reduce(u64::from(prime)))
            .ok_or(AxisError::NoInverse { prime, q })?;
        let (value, quotient) = Scalar::prepare(modulus, inverse);
        Ok(Self {
            zq,
            tensor: Tensor { outer, rows: prime as usize - 1, inner },
            prime,
            inverse: zq.prepare(inverse),
            inverse_scalar: Prepared(value, quotient),
        })
    }

    /// The prime p.
    pub fn prime(&self) -> u32 {
        self.prime
    }

    /// L: decoding to powerful coefficients.
    pub fn sum_assign(&self, x: &mut [u64]) {
        self.apply(maps::Sum, x);
    }

    /// L⁻¹: powerful to decoding coefficients.
    pub fn difference_assign(&self, x: &mut [u64]) {
        self.apply(maps::Difference, x);
    }

    /// Multiplies by 1 - ζ_p in the powerful basis.
    pub fn mul_g_powerful_assign(&self, x: &mut [u64]) {
        self.apply(maps::MulPowerful, x);
    }

    /// Divides by 1 - ζ_p in the powerful basis.
    pub fn div_g_powerful_assign(&self, x: &mut [u64]) {
        self.apply(maps::DivPowerful, x);
    }

    /// Multiplies by 1 - ζ_p in the decoding basis.
    pub fn mul_g_decoding_assign(&self, x: &mut [u64]) {
        self.apply(maps::MulDecoding, x);
    }

    /// Divides by 1 - ζ_p in the decoding basis.
    pub fn div_g_decoding_assign(&self, x: &mut [u64]) {
        self.apply(maps::DivDecoding, x);
    }

    fn apply<M: maps::Map>(&self, map: M, x: &mut [u64]) {
        self.zq.run(OnFibres {
            map,
            x,
            tensor: self.tensor,
            modulus: self.zq.modulus(),
            inverse: self.inverse,
            inverse_scalar: self.inverse_scalar,
        });
    }
}
