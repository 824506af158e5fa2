//! What differs between vectors of integers modulo t and vectors of numbers.

mod functions;
mod integers;
mod numbers;

use ringassay_functions::Arithmetic;
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    Error, PackedScheme, Ring, Role,
    hybrid::{Ciphertext, Context, EvaluationKeys, SecretKey},
    serial::SavedParameters,
};

pub(super) use integers::Integers;
pub(super) use numbers::Numbers;

use super::{Operation, Shape, subject::Subject};
use crate::BenchError;

/// A plaintext of the scheme of some vectors.
pub(super) type PlaintextOf<V> = <<V as Vectors>::Scheme as PackedScheme>::Plaintext;

/// Evaluation keys, with what tells which rotations they compose.
pub(super) type Keys<'a, V, R> =
    (&'a <V as Vectors>::KeySet, &'a EvaluationKeys<<V as Vectors>::Scheme, R>);

/// What a shape leads to.
pub(super) struct Chosen<V: Vectors> {
    pub(super) parameters: V::Scheme,
    pub(super) vectors: V,
    /// Products in a row that are certain, by the noise estimate.
    pub(super) certain_levels: usize,
    /// log2 of the scale of fresh ciphertexts, where they have one.
    pub(super) log2_scale: Option<u32>,
}

/// The vectors of a scheme: how they are encoded, what is computed with them besides what all schemes compute, and what
/// operations result in.
pub(super) trait Vectors: Clone + Send + Sync + Sized + 'static {
    /// The scheme, as the type of its parameters.
    type Scheme: PackedScheme + SavedParameters;

    /// An entry.
    type Entry: Copy + Send + Sync + 'static;

    /// What decryption results in, to be decoded.
    type Message: Send + Sync + 'static;

    /// Which rotations keys compose.
    type KeySet: Send + Sync + 'static;

    /// A function that is measured of them.
    type Function<R: Ring>: Function<Self, R>;

    /// Arithmetic on ciphertexts.
    type Evaluator<'a, R: Ring>: Arithmetic<Ciphertext = Ciphertext<Self::Scheme, R>>;

    /// Whether products are rescaled. Otherwise rescaling is a change of modulus, of any ciphertext.
    const RESCALES_PRODUCTS: bool;

    /// The largest error of an entry of a right result.
    const TOLERANCE: f64;

    /// Parameters and vectors of a shape.
    ///
    /// # Errors
    /// Returns an error if there are none.
    fn of(shape: &Shape) -> Result<Chosen<Self>, BenchError>;

    /// The number of entries.
    fn slots(&self) -> usize;

    // ---- Encoding -------------------------------------------------------------------------------

    /// Two vectors without zeros that are not related.
    fn operands(&self) -> [Vec<Self::Entry>; 2];

    /// A vector to be encrypted, or to multiply fresh ciphertexts with.
    ///
    /// # Errors
    /// Returns an error if it is none of these.
    fn encode<R: Ring>(
        &self,
        on: &Context<Self::Scheme, R>,
        vector: &[Self::Entry],
        role: Role,
    ) -> Result<PlaintextOf<Self>, Error>;

    /// What a ciphertext holds, not decoded.
    ///
    /// # Errors
    /// Returns an error if it does not decrypt.
    fn decrypt(
        on: &Context<Self::Scheme, RnsRing>,
        key: &SecretKey<Self::Scheme, RnsRing>,
        a: &Ciphertext<Self::Scheme, RnsRing>,
    ) -> Result<Self::Message, Error>;

    /// The first `count` entries, at least, of what `a` decrypts to.
    ///
    /// # Errors
    /// Returns an error if the message is none of these vectors.
    fn decode(
        &self,
        message: &Self::Message,
        a: &Ciphertext<Self::Scheme, RnsRing>,
        count: usize,
    ) -> Result<Vec<Self::Entry>, BenchError>;

    // ---- Evaluation -----------------------------------------------------------------------------

    /// The automorphism that rotates vectors to the left by so many steps.
    ///
    /// # Errors
    /// Returns an error if it takes several.
    fn exponent(&self, parameters: &Self::Scheme, steps: i64) -> Result<u32, BenchError>;

    /// What composes rotations of these automorphisms.
    ///
    /// # Errors
    /// Returns an error if they are of another ring.
    fn key_set(&self, exponents: &[u32]) -> Result<Self::KeySet, BenchError>;

    /// Arithmetic with these keys.
    ///
    /// # Errors
    /// Returns an error if the vectors are of another scheme.
    fn evaluator<'a, R: Ring>(
        &'a self,
        on: &'a Context<Self::Scheme, R>,
        keys: Keys<'a, Self, R>,
    ) -> Result<Self::Evaluator<'a, R>, Error>;

    /// The ciphertext a level lower, divided by the primes of its level.
    ///
    /// # Errors
    /// Returns an error at level 0.
    fn rescale<R: Ring>(
        on: &Context<Self::Scheme, R>,
        a: &Ciphertext<Self::Scheme, R>,
    ) -> Result<Ciphertext<Self::Scheme, R>, Error>;

    // ---- In the clear ---------------------------------------------------------------------------

    /// A sum of entries.
    fn sum(&self, x: Self::Entry, y: Self::Entry) -> Self::Entry;

    /// A product of entries.
    fn product(&self, x: Self::Entry, y: Self::Entry) -> Self::Entry;

    /// The largest error of an entry of a right result, by its own estimate and [`Vectors::TOLERANCE`].
    fn largest_error(
        on: &Context<Self::Scheme, RnsRing>,
        a: &Ciphertext<Self::Scheme, RnsRing>,
    ) -> f64;

    /// The absolute value of the difference of two entries.
    fn distance(x: Self::Entry, y: Self::Entry) -> f64;

    /// An entry, to be read.
    fn shown(x: Self::Entry) -> String;
}

/// A conjugation, a polynomial or a linear transform with its prepared operands.
pub(super) trait Function<V: Vectors, R: Ring>: Send + Sync + Sized + 'static {
    /// The function of this name; `None` where it is not measured of the scheme, or there are too few levels.
    ///
    /// # Errors
    /// Returns an error if it cannot be prepared.
    fn of(subject: &Subject<V, R>, operation: Operation) -> Result<Option<Self>, BenchError>;

    /// The automorphisms that it takes.
    ///
    /// # Errors
    /// Returns an error if there is no such function of these vectors.
    fn exponents(on: &Context<V::Scheme, R>, operation: Operation) -> Result<Vec<u32>, BenchError>;

    /// The function of the first operand.
    ///
    /// # Errors
    /// Returns an error if it is not certain to decrypt.
    fn apply(
        &self,
        subject: &Subject<V, R>,
        keys: Keys<'_, V, R>,
    ) -> Result<Ciphertext<V::Scheme, R>, BenchError>;

    /// What it results in, by its definition.
    fn expected(operation: Operation, x: &[V::Entry]) -> Vec<V::Entry>;
}
