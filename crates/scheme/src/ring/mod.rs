//! The vocabulary in which schemes are written, and the ring that computes.
//!
//! A scheme is generic over [`Ring`] and so has several interpreters: `RnsRing` computes; the tally
//! ring of `ringassay-cost` holds only shapes, counts kernels and tracks what is alive. Both take
//! the same steps, because the scheme's control flow never depends on coefficients. A further interpreter
//! writes the operations of [`Ring`]; those of [`Fused`] follow from them.

mod exact;
mod exact_lwe;
mod fused;
mod integers;
mod lwe;

use std::{fmt, ops::Range};

use ringassay_kernels::Zq;
use ringassay_ring::{
    Basis, Crt, Powerful,
    index::Index,
    sample::{Sampler, Seed, Stream},
};

use crate::Error;
pub use fused::{Divided, Fresh, Fused, Rotation, Switching, Unfused};
pub use integers::IntegerBits;
pub use lwe::{Exponent, LweRing};

/// Below it, t·g·e is computed with integers: errors have about 30 bits at most.
const MAX_SMALL_FACTOR: u64 = 1 << 31;

/// R_Q = Z_Q\[ζ_m\], Q a product of primes, with what schemes do in it.
///
/// A value of the type is a handle to a ring; operations on elements are functions of the type. All
/// fail when operands lie in different rings.
pub trait Ring: Clone + PartialEq + fmt::Debug + Send + Sync + Sized + 'static {
    /// An element in the basis `B`.
    type Element<B: Basis>: Clone + fmt::Debug + Send + Sync;
    /// An element of Z\[ζ_m\] with small coefficients in the powerful basis: a secret.
    type Integer: Clone + fmt::Debug + Send + Sync;
    /// A decrypted message: n residues modulo a plaintext modulus, in the powerful basis.
    type Message: Clone + fmt::Debug + Send + Sync;
    /// A decrypted message of real or complex numbers: n integers, coefficients in the powerful basis.
    type Integers: Clone + fmt::Debug + Send + Sync;
    /// How elements are decomposed into digits.
    type Gadget: fmt::Debug + Send + Sync;
    /// The digits of an element, ready for products with tables.
    type Digits: fmt::Debug + Send + Sync;
    /// A constant element for each digit: one component of a key-switching key.
    type Table: Clone + fmt::Debug + Send + Sync;
    /// How elements change their modulus.
    type Switch: fmt::Debug + Send + Sync;
    /// A ring and the ring of a multiple of its index.
    type Extension: Clone + fmt::Debug + Send + Sync;
    /// What is computed better in one go than by the operations here; [`Unfused`] if nothing is.
    type Fused: Fused<Self>;

    // ---- The ring -------------------------------------------------------------------------------

    /// The index m.
    fn index(&self) -> &Index;

    /// The primes, in the order of the limbs.
    fn moduli(&self) -> &[u64];

    /// The ring of some limbs, in the given order.
    fn pick(&self, limbs: &[usize]) -> Self;

    /// The change of modulus from the limbs `from` to the limbs `to` that leaves residues modulo t
    /// alone (see `ringassay_ring::rns::Switch`).
    ///
    /// # Errors
    /// When no limb goes, or t is not coprime to one that does.
    fn switch_between(&self, from: &[usize], to: &[usize], t: u64) -> Result<Self::Switch, Error>;

    /// Digits for groups of neighbouring limbs, which start at limb 0 and follow on one another; the
    /// limbs after the last group are special.
    ///
    /// # Errors
    /// When the groups are not such.
    fn gadget(&self, groups: &[Range<usize>]) -> Result<Self::Gadget, Error>;

    /// This ring in `big`, which has a multiple of its index and the same moduli.
    ///
    /// # Errors
    /// When it does not lie in `big`.
    fn extension(&self, big: &Self) -> Result<Self::Extension, Error>;

    // ---- Making elements ------------------------------------------------------------------------

    /// 0.
    fn zero<B: Basis>(&self) -> Self::Element<B>;

    /// A public uniform element, expanded from a seed.
    fn uniform(&self, seed: &Seed) -> Self::Element<Crt>;

    /// A secret from a distribution over the powerful basis.
    ///
    /// # Errors
    /// When the sampler is one of errors, or of another index.
    fn secret(&self, sampler: &Sampler, stream: &mut Stream) -> Result<Self::Integer, Error>;

    /// t·g·e for an error e of a spherical distribution: spherical in the canonical embedding of R
    /// itself. (a, a·s + g·e) is as hard to tell from uniform as (a, a·s + e): multiply by g^-1.
    ///
    /// # Errors
    /// When the sampler is of another index, or coefficients of g·e exceed 64 bits.
    fn error(
        &self,
        sampler: &Sampler,
        stream: &mut Stream,
        t: u64,
    ) -> Result<Self::Element<Powerful>, Error> {
        if t < MAX_SMALL_FACTOR {
            return self.reduce(&self.small_error(sampler, stream, t)?);
        }
        // Coefficients of t·g·e may exceed a word.
        let mut error = self.reduce(&self.small_error(sampler, stream, 1)?)?;
        let factors: Vec<u64> = self.moduli().iter().map(|q| t % q).collect();
        Self::scale_assign(&mut error, &factors)?;
        Ok(error)
    }

    /// As [`Ring::error`], as an element of Z\[ζ_m\] in the powerful basis.
    ///
    /// # Errors
    /// As [`Ring::error`].
    fn small_error(
        &self,
        sampler: &Sampler,
        stream: &mut Stream,
        t: u64,
    ) -> Result<Self::Integer, Error>;

    /// A secret modulo Q.
    ///
    /// # Errors
    /// When it is of another index.
    fn reduce(&self, x: &Self::Integer) -> Result<Self::Element<Powerful>, Error>;

    /// A message modulo t as the element with the same residues, the smallest in magnitude.
    ///
    /// # Errors
    /// When there are not n residues below t.
    fn message(&self, message: &[u64], t: &Zq) -> Result<Self::Element<Powerful>, Error>;

    /// The element with these coefficients in the powerful basis, of at most `bits` bits, sign included.
    ///
    /// # Errors
    /// When there are not n, one has more bits, or `bits` exceeds 124.
    fn integers(&self, coefficients: &[i128], bits: u32) -> Result<Self::Element<Powerful>, Error>;

    /// The integers in (-Q/2, Q/2\] that the coefficients stand for, divided by 2^`dropped_bits` and rounded.
    ///
    /// # Errors
    /// When there are too many limbs, or one then has more than 127 bits.
    fn centred(x: &Self::Element<Powerful>, dropped_bits: u32) -> Result<Self::Integers, Error>;

    /// The residues modulo t of the integers in (-Q/2, Q/2\] that the coefficients stand for, times `factor`, a
    /// residue modulo t.
    ///
    /// # Errors
    /// When there are too many limbs.
    fn residues(x: &Self::Element<Powerful>, t: &Zq, factor: u64) -> Result<Self::Message, Error>;

    /// Whether a coefficient of the integers in (-Q/2, Q/2\] is certainly larger than 2^`log2_bound`: that alone is
    /// published. What does not exceed it never is, what exceeds it by a relative 2^-19 and L·2^-50·Q, for L limbs,
    /// always. Never where nothing is computed.
    fn is_larger(x: &Self::Element<Powerful>, log2_bound: f64) -> bool;

    /// BLAKE3 of the primes and residues of a public element, which names it; zeros where nothing is computed.
    fn digest(x: &Self::Element<Crt>) -> [u8; 32];

    // ---- Arithmetic in any basis ----------------------------------------------------------------

    /// The ring of an element.
    fn ring<B: Basis>(x: &Self::Element<B>) -> &Self;

    /// x += y.
    ///
    /// # Errors
    /// When the operands lie in different rings; likewise below.
    fn add_assign<B: Basis>(x: &mut Self::Element<B>, y: &Self::Element<B>) -> Result<(), Error>;

    /// x -= y.
    ///
    /// # Errors
    /// As [`Ring::add_assign`].
    fn sub_assign<B: Basis>(x: &mut Self::Element<B>, y: &Self::Element<B>) -> Result<(), Error>;

    /// x = -x.
    fn neg_assign<B: Basis>(x: &mut Self::Element<B>);

    /// Multiplies limb i by `factors[i]`.
    ///
    /// # Errors
    /// When there is not one canonical factor for each limb.
    fn scale_assign<B: Basis>(x: &mut Self::Element<B>, factors: &[u64]) -> Result<(), Error>;

    /// σ_k: ζ ↦ ζ^k.
    ///
    /// # Errors
    /// When k is no unit modulo m.
    fn automorphism<B: Basis>(x: &Self::Element<B>, k: u32) -> Result<Self::Element<B>, Error>;

    /// σ_k of a secret.
    ///
    /// # Errors
    /// When k is no unit modulo m.
    fn automorphism_of_secret(x: &Self::Integer, k: u32) -> Result<Self::Integer, Error>;

    /// Some limbs of an element, in the given order, as an element of `ring`, which has just these.
    ///
    /// # Errors
    /// When `ring` has others.
    fn pick_limbs<B: Basis>(
        x: &Self::Element<B>,
        ring: &Self,
        limbs: &[usize],
    ) -> Result<Self::Element<B>, Error>;

    /// Declares an element public, which was computed from secrets and does not reveal them.
    fn publish<B: Basis>(x: &mut Self::Element<B>);

    // ---- Between bases --------------------------------------------------------------------------

    /// The element in the CRT basis.
    fn into_crt(x: Self::Element<Powerful>) -> Self::Element<Crt>;

    /// The element in the powerful basis.
    fn into_powerful(x: Self::Element<Crt>) -> Self::Element<Powerful>;

    // ---- Products -------------------------------------------------------------------------------

    /// x *= y.
    ///
    /// # Errors
    /// As [`Ring::add_assign`].
    fn mul_assign(x: &mut Self::Element<Crt>, y: &Self::Element<Crt>) -> Result<(), Error>;

    // ---- Moduli and digits ----------------------------------------------------------------------

    /// The element modulo another modulus.
    ///
    /// # Errors
    /// When it does not lie where `switch` starts.
    fn switch(x: &Self::Element<Crt>, switch: &Self::Switch) -> Result<Self::Element<Crt>, Error>;

    /// The integers in (-Q/2, Q/2\] that the coefficients stand for, as an element of `ring`: it has
    /// other limbs, or first those of x and then others.
    ///
    /// # Errors
    /// When there are too many limbs, or the index is another.
    fn extend(x: &Self::Element<Powerful>, ring: &Self) -> Result<Self::Element<Powerful>, Error>;

    /// The limbs that a switch drops, in the ring where it starts.
    fn dropped_limbs(switch: &Self::Switch) -> &[usize];

    /// x times an integer, as an element of `ring`, whose first limbs are those of x. `factors` are
    /// the integer's residues modulo these; it is 0 modulo the others.
    ///
    /// # Errors
    /// When `ring` has other limbs, or there is not one canonical factor for each of x.
    fn raise(
        x: &Self::Element<Crt>,
        ring: &Self,
        factors: &[u64],
    ) -> Result<Self::Element<Crt>, Error>;

    /// The digits of x, as elements of `target`.
    ///
    /// # Errors
    /// When x or `target` have other limbs than the gadget.
    fn digits(
        x: &Self::Element<Crt>,
        gadget: &Self::Gadget,
        target: &Self,
    ) -> Result<Self::Digits, Error>;

    /// The table of constant elements, one for each digit.
    ///
    /// # Errors
    /// When there are none, or they lie in different rings.
    fn table(elements: &[Self::Element<Crt>]) -> Result<Self::Table, Error>;

    /// Σ digit_j · table_{`which[j]`}; limb i of the digits is limb `limbs[i]` of the table.
    ///
    /// # Errors
    /// When the table has no such limbs or elements.
    fn inner_product(
        digits: &Self::Digits,
        table: &Self::Table,
        limbs: &[usize],
        which: &[usize],
    ) -> Result<Self::Element<Crt>, Error>;

    // ---- Between rings --------------------------------------------------------------------------

    /// The element of the subring as one of the larger ring.
    ///
    /// # Errors
    /// When it does not lie in the subring.
    fn embed<B: Basis>(
        x: &Self::Element<B>,
        extension: &Self::Extension,
    ) -> Result<Self::Element<B>, Error>;

    /// The tweaked trace to the subring (ePrint 2015/1134).
    ///
    /// # Errors
    /// When it does not lie in the larger ring.
    fn twace<B: Basis>(
        x: &Self::Element<B>,
        extension: &Self::Extension,
    ) -> Result<Self::Element<B>, Error>;
}
