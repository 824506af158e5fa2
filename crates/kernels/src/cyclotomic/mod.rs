//! The CRT of one prime power p^e over Z_q, along an axis of a tensor.
//!
//! An element of Z_q\[X\]/Φ_{p^e} has φ(p^e) coefficients; its CRT are its values at the primitive
//! p^e-th roots of unity ω^i, p ∤ i. Write an exponent as p^(e-1)·j1 + j0 with j1 < p - 1 and
//! j0 < p^(e-1), and i = i0 + p·i1 with 0 < i0 < p. Then
//!
//! x(ω^i) = Σ_{j0} (ω^p)^(i1·j0) · ω^(i0·j0) · Σ_{j1} (ω^{p^(e-1)})^(i0·j1) · x_{j1,j0}:
//!
//! CRT_p along j1, twiddle factors ω^(i0·j0), and for each i0 a DFT of p^(e-1) points along j0
//! (ePrint 2013/293 §3, 2015/1134 appendix). Rows of coefficients are vectors across all other
//! axes of the tensor.
//!
//! CRT_p is a DFT of p points with x_{p-1} = 0, of which the value at 1 is not wanted. Its inverse
//! is the inverse DFT for the unknown value y_0, which x_{p-1} = 0 determines. [`Method`] says how
//! either is computed:
//!
//! - *Dense*: sums of products, halved by the symmetry of ω^ij and ω^-ij (`radix`).
//! - *Rader*: with a generator g of the units modulo p, the sum over j ≠ 0 is a cyclic convolution
//!   of p - 1 terms, done by DFTs of that length (`dft`), for which q ≡ 1 modulo p - 1.
//! - *Padded*: the same convolution by a transform of a power-of-two length.
//!
//! The exponents i come in an order that suits the method: [`Factor::exponents`].

mod access;
mod axis;
mod butterflies;
mod cost;
mod dft;
mod few;
mod line;
mod long;
mod method;
mod multiplier;
mod number;
mod padded;
mod pieces;
mod plan;
mod power;
mod products;
mod radix;
mod run;
mod scratch;
mod stage;
mod sweep;
#[cfg(test)]
mod tests;
mod tile;
mod twist;

use thiserror::Error;

use self::{cost::Costs, plan::Plan, stage::Direction};
pub use self::{
    method::{Method, MethodKind},
    scratch::Scratch,
};
use crate::{Backend, Zq, rns::CentredReduction};

crate::heap_bytes!(Factor: plan);

/// φ(p^e) is at most this.
pub const MAX_DEGREE: u32 = 1 << 17;

/// Why there is no such transform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FactorError {
    /// The number is composite, or 0 or 1.
    #[error("{0} is no prime")]
    NotPrime(u32),
    /// The exponent is 0, or the prime power too large.
    #[error("{prime}^{exponent}: exponents begin at 1, and φ(p^e) is at most 2^17")]
    OutOfRange {
        /// p.
        prime: u32,
        /// e.
        exponent: u32,
    },
    /// No primitive root of that order.
    #[error(
        "{root} is no primitive root of unity of order {prime}^{exponent} modulo {q}: choose a prime \
         q ≡ 1 mod {prime}^{exponent}"
    )]
    NoRoot {
        /// The supposed root.
        root: u64,
        /// p.
        prime: u32,
        /// e.
        exponent: u32,
        /// q.
        q: u64,
    },
    /// The method wants roots of unity that q does not have.
    #[error("the method {kind:?} for the prime {prime} is not possible modulo {q}")]
    NotAllowed {
        /// What was asked for.
        kind: MethodKind,
        /// p.
        prime: u32,
        /// q.
        q: u64,
    },
}

/// The CRT of one prime power modulo one prime q, there and back, with everything precomputed.
#[derive(Debug, Clone)]
pub struct Factor {
    zq: Zq,
    totient: usize,
    plan: Plan,
}

impl Factor {
    /// The transform of Z_q\[X\]/Φ_{prime^exponent} by the cheapest method that the prime q allows.
    /// `root` is a canonical residue of multiplicative order prime^exponent.
    ///
    /// # Errors
    /// When the prime is none, the power out of range, or `root` not of that order.
    pub fn new(zq: Zq, prime: u32, exponent: u32, root: u64) -> Result<Self, FactorError> {
        check(&zq, prime, exponent, root)?;
        let cheapest = |costs| match prime {
            2 => MethodKind::Dense,
            _ => method::cheapest(costs, prime, Some(zq.q())),
        };
        let kinds = [cheapest(Costs::of(zq.backend())), cheapest(Costs::of_order())];
        Self::planned(zq, prime, exponent, root, kinds)
    }

    /// As [`Factor::new`], by a given method; powers of two have but one.
    ///
    /// # Errors
    /// As [`Factor::new`], and when q has not the roots of unity that the method wants.
    #[doc(hidden)]
    pub fn with_method(
        zq: Zq,
        prime: u32,
        exponent: u32,
        root: u64,
        kind: MethodKind,
    ) -> Result<Self, FactorError> {
        check(&zq, prime, exponent, root)?;
        Self::planned(zq, prime, exponent, root, [kind; 2])
    }

    fn planned(
        zq: Zq,
        prime: u32,
        exponent: u32,
        root: u64,
        kinds: [MethodKind; 2],
    ) -> Result<Self, FactorError> {
        let not_allowed = FactorError::NotAllowed { kind: kinds[0], prime, q: zq.q() };
        let plan = Plan::new(&zq, prime, exponent, root, kinds).ok_or(not_allowed)?;
        Ok(Self { zq, totient: plan.exponents.len(), plan })
    }

    /// Coefficients to values: `data` is a tensor `[outer][φ(p^e)][inner]` of canonical residues,
    /// transformed along its middle axis in place.
    ///
    /// # Panics
    /// When `data` has another length.
    pub fn forward(&self, data: &mut [u64], outer: usize, inner: usize, scratch: &mut Scratch) {
        self.run(Direction::Forward, data, outer, inner, scratch);
    }

    /// [`Factor::forward`] of the one row of coefficients c mod q that a reduction makes of the residues `x` modulo
    /// another number, into `out`. Where the transform is a negacyclic one, see [`Negacyclic::forward_centred`].
    ///
    /// # Panics
    /// When `out` or `x` are not φ(p^e) long, or the reduction is not modulo q.
    ///
    /// [`Negacyclic::forward_centred`]: crate::ntt::Negacyclic::forward_centred
    pub fn forward_centred(
        &self,
        out: &mut [u64],
        x: &[u64],
        centred: &CentredReduction,
        scratch: &mut Scratch,
    ) {
        match self.plan.negacyclic() {
            Some(transform) => transform.forward_centred(out, x, centred),
            None => {
                assert_eq!(centred.to().q(), self.zq.q(), "a reduction modulo q");
                centred.apply(out, x);
                self.forward(out, 1, 1, scratch);
            }
        }
    }

    /// Values to coefficients, the exact inverse of [`Factor::forward`].
    ///
    /// # Panics
    /// When `data` has another length.
    pub fn inverse(&self, data: &mut [u64], outer: usize, inner: usize, scratch: &mut Scratch) {
        self.run(Direction::Inverse, data, outer, inner, scratch);
    }

    fn run(
        &self,
        direction: Direction,
        data: &mut [u64],
        outer: usize,
        inner: usize,
        scratch: &mut Scratch,
    ) {
        let wanted = outer.checked_mul(self.totient).and_then(|words| words.checked_mul(inner));
        assert_eq!(Some(data.len()), wanted, "a tensor of outer × totient × inner words");
        if !data.is_empty() {
            self.plan.run(&self.zq, direction, data, inner, scratch);
        }
    }

    /// Position a of the transformed axis holds the value at root^exponents\[a\]. The order depends
    /// on p, e, the method that is best on AVX-512, and which of the orders that its DFTs could use
    /// divide q - 1; it is the same for all backends, whatever method they choose, and shapes.
    pub fn exponents(&self) -> &[u32] {
        &self.plan.exponents
    }

    /// How it is computed.
    pub fn method(&self) -> &Method {
        &self.plan.method
    }

    /// φ(p^e), the length of the axis.
    pub fn totient(&self) -> usize {
        self.totient
    }

    /// The Z_q that it computes in.
    pub fn zq(&self) -> &Zq {
        &self.zq
    }

    /// The transform with a multiplier of the way forward changed (a twiddle factor, an entry of a
    /// spectrum or of a matrix; `position` says which): what a test suite must notice.
    #[cfg(feature = "fault-injection")]
    #[doc(hidden)]
    pub fn with_planted_fault(mut self, position: usize) -> Self {
        self.plan = self.plan.with_planted_fault(position);
        self
    }

    /// What q - 1 should be divisible by, beyond p^e, so that the best method of each backend is
    /// possible.
    pub fn friendly(prime: u32, _exponent: u32) -> u64 {
        method::friendly(prime)
    }

    /// What the transform costs for each coefficient on a backend, modulo a q that allows the best
    /// method: an estimate, in a unit of about 0.03 ns. It serves to compare indices.
    pub fn cost(backend: Backend, prime: u32, exponent: u32) -> f64 {
        Costs::of(backend).axis(prime, exponent)
    }
}

/// Checks the arguments.
fn check(zq: &Zq, prime: u32, exponent: u32, root: u64) -> Result<(), FactorError> {
    if !number::is_prime(prime) {
        return Err(FactorError::NotPrime(prime));
    }
    let out_of_range = FactorError::OutOfRange { prime, exponent };
    let rest = exponent.checked_sub(1).and_then(|e| prime.checked_pow(e)).ok_or(out_of_range)?;
    match rest.checked_mul(prime - 1) {
        Some(totient) if totient <= MAX_DEGREE => {}
        _ => return Err(out_of_range),
    }
    let (modulus, q) = (zq.modulus(), zq.q());
    let no_root = FactorError::NoRoot { root, prime, exponent, q };
    if root >= q || root == 0 {
        return Err(no_root);
    }
    let last = modulus.pow(root, u64::from(rest));
    if last == 1 || modulus.pow(last, u64::from(prime)) != 1 || modulus.inverse(last - 1).is_none()
    {
        return Err(no_root);
    }
    Ok(())
}
