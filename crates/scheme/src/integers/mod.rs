//! Schemes whose plaintexts are vectors of integers modulo t: BGV and BFV, as programs use them, whichever it is.
//!
//! An [`IntegerScheme`] is a [`PackedScheme`] of such plaintexts. Planners, systems under test and applications are
//! written once over its [`Context`]. A further scheme implements the trait beside its own files and is
//! named in [`integer_schemes`](crate::integer_schemes).
//!
//! Ciphertexts have a *level*: a place in the chain of moduli, 0 the smallest. Fresh ones lie at the highest.

mod list;
mod operations;

use std::ops::Range;

use ringassay_ring::{RnsRing, index::Index, sample::Distribution};

use crate::{
    Error, Plaintext, Ring,
    bgv::PlaintextModulus,
    encoding::{Encoder, KeySet, PlaintextRing, RotationPlan},
    hybrid::{Ciphertext, Context, EvaluationKeys, PackedScheme, SecretKey, UnscaledScheme},
    noise::{Measured, Noise},
    serial::SavedParameters,
};

/// A scheme of vectors of integers modulo t, as the type of its parameters.
pub trait IntegerScheme:
    PackedScheme<Plaintext = Plaintext> + UnscaledScheme + SavedParameters
{
    // ---- Parameters -----------------------------------------------------------------------------

    /// The index m of the ring.
    fn index(&self) -> &Index;

    /// The plaintext modulus.
    fn t(&self) -> u64;

    /// The primes of Q of fresh ciphertexts, all that there may be.
    fn ciphertext_primes(&self) -> Vec<u64>;

    /// The primes of P, the special modulus of key switching.
    fn special_primes(&self) -> &[u64];

    /// The distribution of secrets.
    fn secret(&self) -> Distribution;

    /// The width σ of errors.
    fn sigma(&self) -> f64;

    /// Whether changes of the modulus multiply messages by numbers that ciphertexts carry: in BGV with primes that are
    /// not 1 modulo t.
    fn has_factors(&self) -> bool {
        false
    }

    /// All primes by what they are for, under the names of the catalogue.
    fn named_primes(&self) -> Vec<(&'static str, &[u64])>;

    /// What only this scheme has, by name: for reports.
    fn facts(&self) -> Vec<(&'static str, u64)>;

    /// All primes, in the order of the ring's limbs.
    fn all_primes(&self) -> Vec<u64> {
        self.shape().primes
    }

    /// The digits of key switching: which primes of Q make each.
    fn digits(&self) -> Vec<Range<usize>> {
        self.shape().digits
    }

    /// log2 Q of fresh ciphertexts.
    fn log2_q(&self) -> f64 {
        log2(&self.ciphertext_primes())
    }

    /// log2 P.
    fn log2_p(&self) -> f64 {
        log2(self.special_primes())
    }

    /// log2 of the largest modulus at which something is published: Q·P, of keys for key switching.
    fn log2_qp(&self) -> f64 {
        self.log2_q() + self.log2_p()
    }

    /// The slots of plaintexts.
    ///
    /// # Errors
    /// Returns an error if the plaintext modulus is no power of a prime, or has no slots at this index.
    fn plaintext_ring(&self) -> Result<PlaintextRing, Error> {
        let PlaintextModulus { prime, exponent } = PlaintextModulus::try_from(self.t())?;
        Ok(PlaintextRing::new(self.index(), prime, exponent)?)
    }

    // ---- Operations -----------------------------------------------------------------------------

    /// The coefficients of the plaintext: see [`Context::decrypt`](Context::decrypt).
    ///
    /// # Errors
    /// Returns an error as said there.
    fn decrypt<R: Ring>(
        on: &Context<Self, R>,
        key: &SecretKey<Self, R>,
        a: &Ciphertext<Self, R>,
    ) -> Result<R::Message, Error>;

    /// The level at which a product of operands with these noises (level, noise, parts) leaves the largest
    /// noise budget, or nearly so with fewer primes.
    fn product_level<R: Ring>(
        on: &Context<Self, R>,
        operands: [(usize, &Noise, usize); 2],
    ) -> usize;

    /// a where the mask is 1, b where it is 0, at the lower of their levels: (a - b)·mask + b.
    ///
    /// # Errors
    /// Returns an error as [`Context::add`](Context::add).
    fn select<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
        b: &Ciphertext<Self, R>,
        mask: &Plaintext,
    ) -> Result<Ciphertext<Self, R>, Error> {
        on.add(&on.multiply_plain(&on.sub(a, b)?, mask)?, b)
    }

    /// The masked sum of automorphisms that `plan` says, each composed of those in the set, for which there are keys. The
    /// operand is decomposed once for all automorphisms.
    ///
    /// # Errors
    /// Returns [`Error::MissingKey`] if these do not compose it.
    fn rotate<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
        plan: &RotationPlan,
        encoder: &Encoder,
        keys: (&KeySet, &EvaluationKeys<Self, R>),
    ) -> Result<Ciphertext<Self, R>, Error> {
        on.sum_of_terms(a, plan, encoder, keys)
    }

    /// The noise of a ciphertext, exactly.
    ///
    /// # Errors
    /// Returns an error if an operand is of other parameters.
    fn measure(
        on: &Context<Self, RnsRing>,
        key: &SecretKey<Self, RnsRing>,
        a: &Ciphertext<Self, RnsRing>,
    ) -> Result<Measured, Error>;
}

/// log2 of a product of primes.
fn log2(primes: &[u64]) -> f64 {
    primes.iter().map(|&q| (q as f64).log2()).sum()
}
