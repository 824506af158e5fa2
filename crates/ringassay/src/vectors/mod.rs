//! What differs from scheme to scheme in this API: the entries of vectors, and what operations do to the ciphertexts
//! that hold them.

mod integers;
mod noise;
mod numbers;

use std::{borrow::Cow, fmt::Debug};

use ringassay_circuit::Circuit;
use ringassay_functions::{
    Number,
    polynomial::SlotPolynomials,
    transform::{LinearTransform, Matrix, TransformPlan},
};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    PackedScheme,
    hybrid::{self, Context},
    serial::SavedParameters,
};

pub use integers::IntegerVectors;
pub use noise::Noise;
pub use numbers::Numbers;

use crate::{Error, RotationKeys};

/// The instance that computes.
pub(crate) type Instance<P> = Context<P, RnsRing>;

/// A ciphertext of the scheme.
pub(crate) type Inner<P> = hybrid::Ciphertext<P, RnsRing>;

/// Evaluation keys, with what tells which rotations they compose.
pub(crate) type EvaluationKeys<'a, P, V> =
    (&'a <V as Vectors<P>>::KeySet, &'a hybrid::EvaluationKeys<P, RnsRing>);

/// A scheme of this API, as the type of its parameters: BGV, BFV, CKKS.
pub trait Scheme: PackedScheme + SavedParameters {
    /// Between vectors of one length and plaintexts.
    type Vectors: Vectors<Self>;
}

/// Between vectors of one length and the plaintexts of a scheme, and what operations do entry by entry. Functions that
/// take an instance compute with that, which may [insist](Context::insisting).
pub trait Vectors<P: Scheme<Vectors = Self>>: Debug + Send + Sync + Sized + 'static {
    /// An entry: an integer modulo t, or a real number.
    type Entry: Copy + Debug + Send + Sync + 'static;

    /// What parameters are chosen for.
    type Request;

    /// An entry of a matrix: an integer modulo t, or a complex number.
    type Coefficient: Copy + Default + PartialEq + Debug + Send + Sync + 'static;

    /// A coefficient of a polynomial: an integer, or a complex number in double-double.
    type Number: Number;

    /// Parameters with the reasons for them.
    type Choice;

    /// Which rotations keys compose.
    type KeySet: Debug + Send + Sync;

    /// What is known of a ciphertext without its key.
    type Noise;

    /// The keys with which ciphertexts are refreshed; none where they are not.
    type RefreshKeys: Debug + Send + Sync;

    /// A circuit, planned for evaluation keys, its constants prepared.
    type Program: Debug + Send + Sync;

    // ---- Parameters -----------------------------------------------------------------------------

    /// The choice that serves a request best, and the length of the vectors that it asks for.
    ///
    /// # Errors
    /// Returns an error if no parameters serve it.
    fn choose(request: &Self::Request) -> Result<(Self::Choice, usize), Error>;

    /// The parameters of a choice, and the vectors of this length.
    ///
    /// # Errors
    /// Returns an error if there are fewer slots than entries.
    fn of(choice: &Self::Choice, length: usize) -> Result<(P, Self), Error>;

    /// The vectors of `length` entries with these parameters.
    ///
    /// # Errors
    /// Returns an error if there are fewer slots than entries.
    fn new(parameters: &P, length: usize) -> Result<Self, Error>;

    /// ℓ, the number of entries.
    fn length(&self) -> usize;

    /// Whether these are the same vectors, for the same parameters.
    fn is_like(&self, other: &Self) -> bool;

    // ---- Keys -----------------------------------------------------------------------------------

    /// The exponents of automorphisms to make keys for.
    ///
    /// # Errors
    /// Returns an error if they are too few to compose rotations of.
    fn exponents(&self, parameters: &P, rotations: &RotationKeys) -> Result<Vec<u32>, Error>;

    /// Which rotations keys compose.
    ///
    /// # Errors
    /// Returns an error if they are of other parameters.
    fn key_set(&self, keys: &hybrid::EvaluationKeys<P, RnsRing>) -> Result<Self::KeySet, Error>;

    /// How many of these keys are for rotations.
    fn rotation_keys(parameters: &P, keys: &hybrid::EvaluationKeys<P, RnsRing>) -> usize;

    // ---- Encryption -----------------------------------------------------------------------------

    /// The plaintext of a vector that is to be encrypted.
    ///
    /// # Errors
    /// Returns an error if the vector has another length, or an entry that no vector has.
    fn secret_plaintext(
        &self,
        on: &Instance<P>,
        vector: &[Self::Entry],
    ) -> Result<P::Plaintext, Error>;

    /// The vector that a ciphertext holds.
    ///
    /// # Errors
    /// Returns an error if noise may have destroyed it, or it is of another key.
    fn decrypt(
        &self,
        on: &Instance<P>,
        key: &hybrid::SecretKey<P, RnsRing>,
        a: &Inner<P>,
    ) -> Result<Vec<Self::Entry>, Error>;

    /// What is known of a ciphertext.
    fn noise(&self, on: &Instance<P>, a: &Inner<P>) -> Self::Noise;

    /// The same in a line, to be shown.
    fn describe(&self, on: &Instance<P>, a: &Inner<P>) -> String;

    // ---- Evaluation -----------------------------------------------------------------------------

    /// a + b.
    ///
    /// # Errors
    /// Returns an error if it is not guaranteed that the result decrypts; likewise all that follow.
    fn add(&self, on: &Instance<P>, a: &Inner<P>, b: &Inner<P>) -> Result<Inner<P>, Error>;

    /// a + b, in the memory of a where that is possible.
    ///
    /// # Errors
    /// Returns an error as [`Vectors::add`].
    fn add_into(&self, on: &Instance<P>, a: Inner<P>, b: &Inner<P>) -> Result<Inner<P>, Error>;

    /// a - b.
    ///
    /// # Errors
    /// Returns an error as [`Vectors::add`].
    fn sub(&self, on: &Instance<P>, a: &Inner<P>, b: &Inner<P>) -> Result<Inner<P>, Error>;

    /// a·b; the square where they are one object.
    ///
    /// # Errors
    /// Returns an error as [`Vectors::add`], and without the key for products.
    fn multiply(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        b: &Inner<P>,
        keys: EvaluationKeys<'_, P, Self>,
    ) -> Result<Inner<P>, Error>;

    /// Entry i becomes what entry i + `steps` was.
    ///
    /// # Errors
    /// Returns an error as [`Vectors::add`], and without keys that compose the rotation.
    fn rotate(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        steps: i64,
        keys: EvaluationKeys<'_, P, Self>,
    ) -> Result<Inner<P>, Error>;

    /// a + `vector`.
    ///
    /// # Errors
    /// Returns an error as [`Vectors::add`], and as [`Vectors::secret_plaintext`] for the vector.
    fn add_plain(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        vector: &[Self::Entry],
    ) -> Result<Inner<P>, Error>;

    /// -x, for an entry.
    fn negated(&self, x: Self::Entry) -> Self::Entry;

    /// a·`vector`.
    ///
    /// # Errors
    /// Returns an error as [`Vectors::add_plain`].
    fn multiply_plain(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        vector: &[Self::Entry],
    ) -> Result<Inner<P>, Error>;

    /// a where the mask is 1, b where it is 0.
    ///
    /// # Errors
    /// Returns an error as [`Vectors::add`], and if the mask has another length.
    fn select(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        b: &Inner<P>,
        mask: &[bool],
    ) -> Result<Inner<P>, Error>;

    // ---- Functions ------------------------------------------------------------------------------

    /// A polynomial of all entries, or one for each.
    ///
    /// # Errors
    /// Returns an error as [`Vectors::multiply`]; in CKKS if there are too few levels, or entries may lie outside of the
    /// interval.
    fn polynomial(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        polynomials: &SlotPolynomials<Self::Number>,
        keys: EvaluationKeys<'_, P, Self>,
    ) -> Result<Inner<P>, Error>;

    /// The sum of all entries, in every entry.
    ///
    /// # Errors
    /// Returns an error as [`Vectors::rotate`].
    fn sum(
        &self,
        on: &Instance<P>,
        a: &Inner<P>,
        keys: EvaluationKeys<'_, P, Self>,
    ) -> Result<Inner<P>, Error>;

    /// The ciphertext as a factor is multiplied with: in CKKS rescaled, if it is a product that was not.
    ///
    /// # Errors
    /// Returns an error if that is not possible.
    fn factor<'a>(&self, on: &Instance<P>, a: &'a Inner<P>) -> Result<Cow<'a, Inner<P>>, Error>;

    /// How a matrix is divided into steps.
    ///
    /// # Errors
    /// Returns an error if the matrix has not ℓ rows.
    fn plan(
        &self,
        on: &Instance<P>,
        matrix: &Matrix<Self::Coefficient>,
    ) -> Result<TransformPlan, Error>;

    /// The transform of a matrix, for ciphertexts of a level.
    ///
    /// # Errors
    /// Returns an error if an entry of the matrix is none of a vector's.
    fn transform(
        &self,
        on: &Instance<P>,
        matrix: &Matrix<Self::Coefficient>,
        plan: TransformPlan,
        level: usize,
    ) -> Result<LinearTransform<P, RnsRing>, Error>;

    // ---- Circuits -------------------------------------------------------------------------------

    /// A circuit, planned for these keys, and refreshed with those of a refresh if there are some.
    ///
    /// # Errors
    /// Returns an error if the circuit is too deep, of other vectors, or needs keys that are not there.
    fn compile(
        &self,
        on: &Instance<P>,
        circuit: &Circuit,
        keys: EvaluationKeys<'_, P, Self>,
        refresh: Option<&Self::RefreshKeys>,
    ) -> Result<Self::Program, Error>;

    /// How many inputs a program has.
    fn wires(program: &Self::Program) -> u32;

    /// The outputs for one ciphertext for each wire.
    ///
    /// # Errors
    /// Returns an error if an input is of another level or noise than the plan counts on.
    fn evaluate(
        &self,
        on: &Instance<P>,
        program: &Self::Program,
        inputs: &[&Inner<P>],
        keys: &hybrid::EvaluationKeys<P, RnsRing>,
    ) -> Result<Vec<Inner<P>>, Error>;
}
