//! The vocabulary of schemes whose coefficients are multiprecision integers, and the ring that computes.
//!
//! [`Ring`](ringassay_scheme::Ring) stands for Z_Q\[ζ_m\] in residues. FV, YASHE', F-NTRU and SHIELD write
//! coefficients in base w and scale them by t/q, for any q: they need Z_q\[x\]/(x^n + 1) with whole
//! coefficients in \[0, q). A scheme generic over [`Multiprecision`] has two interpreters: the ring of
//! `ringassay_bigring` computes, the tally of `ringassay-cost` counts.

mod exact;

use std::{fmt, ops::Range};

use num_bigint::BigUint;
use ringassay_bigring::{Gadget, Lift, Shape, Upper};
use ringassay_ring::sample::{Sampler, Seed, Stream};

use crate::Error;

/// Z_q\[x\]/(x^n + 1), n a power of two, any q, with what schemes do in it.
///
/// A value of the type is a handle to a ring. Every other value holds several elements, so that gadget
/// vectors and matrices are one value each: a tally is then as cheap for l of them as for one.
pub trait Multiprecision: Clone + PartialEq + fmt::Debug + Send + Sync + Sized + 'static {
    /// Elements with whole coefficients in \[0, q).
    type Vector: Clone + fmt::Debug + Send + Sync;
    /// Polynomials with small integer coefficients: secrets, errors.
    type Small: Clone + fmt::Debug + Send + Sync;
    /// Polynomials modulo NTT primes, where they are multiplied.
    type EvaluationForm: Clone + fmt::Debug + Send + Sync;
    /// Constant elements, ready for products with digits.
    type Table: Clone + fmt::Debug + Send + Sync;
    /// Decrypted messages: n residues for each.
    type Message: Clone + fmt::Debug + Send + Sync;

    // ---- Making elements ------------------------------------------------------------------------

    /// n, q and what follows from them.
    fn shape(&self) -> &Shape;

    /// `count` zeros.
    fn zero(&self, count: usize) -> Self::Vector;

    /// `count` public uniform elements, expanded from a seed.
    fn uniform(&self, seed: &Seed, count: usize) -> Self::Vector;

    /// Draws small polynomials.
    ///
    /// # Errors
    /// When the sampler is of another index than 2n.
    fn small(
        &self,
        sampler: &Sampler,
        stream: &mut Stream,
        count: usize,
    ) -> Result<Self::Small, Error>;

    /// The small polynomials of those coefficients, n for each: randomness that is given.
    ///
    /// # Errors
    /// When they are no whole polynomials, or one is not below 2^61 in magnitude.
    fn given(&self, coefficients: &[i64]) -> Result<Self::Small, Error>;

    /// m·factor modulo q for coefficients m of messages, n for each, and something more where m is
    /// large.
    ///
    /// # Errors
    /// When they are no whole elements, or one is not below 2^60.
    fn message(&self, m: &[u64], factor: &BigUint, upper: Upper) -> Result<Self::Vector, Error>;

    // ---- Small polynomials ----------------------------------------------------------------------

    /// x = factor·x + constant.
    ///
    /// # Errors
    /// When coefficients could reach 2^61.
    fn affine_assign(x: &mut Self::Small, factor: i64, constant: i64) -> Result<(), Error>;

    /// No coefficient is larger in magnitude.
    fn bound(x: &Self::Small) -> u64;

    // ---- Sums -----------------------------------------------------------------------------------

    /// The number of elements.
    fn count(x: &Self::Vector) -> usize;

    /// Some elements.
    ///
    /// # Errors
    /// When there are no such.
    fn slice(x: &Self::Vector, range: Range<usize>) -> Result<Self::Vector, Error>;

    /// Elements one after another.
    ///
    /// # Errors
    /// When there are none, or the rings differ.
    fn concatenate(parts: &[&Self::Vector]) -> Result<Self::Vector, Error>;

    /// Adds y to the elements from `at` on.
    ///
    /// # Errors
    /// When there are not so many elements, or the rings differ.
    fn add_assign(x: &mut Self::Vector, at: usize, y: &Self::Vector) -> Result<(), Error>;

    /// Subtracts y from the elements from `at` on.
    ///
    /// # Errors
    /// As [`Multiprecision::add_assign`].
    fn sub_assign(x: &mut Self::Vector, at: usize, y: &Self::Vector) -> Result<(), Error>;

    /// x = -x.
    fn neg_assign(x: &mut Self::Vector);

    /// Adds factor·y to the elements from `at` on.
    ///
    /// # Errors
    /// When there are not so many elements, or factor·y could reach 2^61.
    fn add_small_assign(
        x: &mut Self::Vector,
        at: usize,
        y: &Self::Small,
        factor: i64,
    ) -> Result<(), Error>;

    /// x, w·x, …, w^(count-1)·x for w = 2^`log2_w` and x the only element.
    ///
    /// # Errors
    /// When there are several, or no digits of that width.
    fn multiples(x: &Self::Vector, log2_w: u32, count: usize) -> Result<Self::Vector, Error>;

    /// Declares elements public, which were computed from secrets and do not reveal them.
    fn publish(x: &mut Self::Vector);

    // ---- Products -------------------------------------------------------------------------------

    /// Some elements as integer polynomials modulo `width` primes.
    ///
    /// # Errors
    /// When there are no such elements, or not so many primes.
    fn transform(
        x: &Self::Vector,
        range: Range<usize>,
        lift: Lift,
        width: usize,
    ) -> Result<Self::EvaluationForm, Error>;

    /// Small polynomials modulo `width` primes.
    ///
    /// # Errors
    /// When there are not so many primes.
    fn transform_small(&self, x: &Self::Small, width: usize)
    -> Result<Self::EvaluationForm, Error>;

    /// x_i·y_i, or x_i·y for the only y.
    ///
    /// # Errors
    /// When numbers of primes or of polynomials differ.
    fn mul_assign(x: &mut Self::EvaluationForm, y: &Self::EvaluationForm) -> Result<(), Error>;

    /// The product of Σ x_i·Z^i and Σ y_j·Z^j.
    ///
    /// # Errors
    /// When numbers of primes differ.
    fn tensor(
        x: &Self::EvaluationForm,
        y: &Self::EvaluationForm,
    ) -> Result<Self::EvaluationForm, Error>;

    /// The polynomials modulo q.
    ///
    /// # Errors
    /// When they could be larger than their primes can tell.
    fn reduce(x: Self::EvaluationForm) -> Result<Self::Vector, Error>;

    /// round(t/q·x) modulo q of the integer polynomials x.
    ///
    /// # Errors
    /// As [`Multiprecision::reduce`].
    fn round(x: Self::EvaluationForm, t: u64) -> Result<Self::Vector, Error>;

    /// x_i·y modulo q for some elements and the only y, one after another.
    ///
    /// # Errors
    /// When there are no such elements, or y has too few primes.
    fn product(
        x: &Self::Vector,
        range: Range<usize>,
        y: &Self::EvaluationForm,
    ) -> Result<Self::Vector, Error>;

    /// The table of some elements, column after column.
    ///
    /// # Errors
    /// When they are no whole columns.
    fn table(x: &Self::Vector, gadget: Gadget) -> Result<Self::Table, Error>;

    /// D_w(x)·T modulo q for the rows that the elements from `first` on make: see
    /// `ringassay_bigring::Vector::gadget_product`.
    ///
    /// # Errors
    /// When they make no whole rows.
    fn gadget_product(
        x: &Self::Vector,
        first: usize,
        table: &Self::Table,
    ) -> Result<Self::Vector, Error>;

    /// The inverse of the only element modulo q. The tally takes every element for invertible.
    ///
    /// # Errors
    /// When it has none: `MultiprecisionError::NotInvertible`.
    fn invert(x: &Self::Vector) -> Result<Self::Vector, Error>;

    // ---- Decryption -----------------------------------------------------------------------------

    /// round(t/q·x) modulo t.
    ///
    /// # Errors
    /// When t is not in \[2, 2^60).
    fn decode(x: &Self::Vector, t: u64) -> Result<Self::Message, Error>;

    /// The residues modulo t of centred coefficients.
    ///
    /// # Errors
    /// As [`Multiprecision::decode`].
    fn centred_residues(x: &Self::Vector, t: u64) -> Result<Self::Message, Error>;

    /// log2 of the largest magnitude of a centred coefficient; negative infinity where nothing is
    /// computed, and for 0.
    fn log2_largest(x: &Self::Vector) -> f64;
}
