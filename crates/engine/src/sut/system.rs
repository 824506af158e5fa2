//! What differs between schemes of integers and of numbers, as systems under test.

use std::fmt;

use ringassay_circuit::{Circuit, Vectors, text::KeyParameters};
use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    PackedScheme,
    hybrid::{Ciphertext, Context, EvaluationKeys, SecretKey},
    serial::{SavedParameters, SerialError},
};
use ringassay_slots::Program;
use ringassay_sut::kit::{Chunk, Failure, Remarks};

use super::Options;

/// What a client chooses for key parameters, before any key is made: the same each time.
pub trait Chosen: fmt::Debug + Send + Sync + Sized {
    /// Of the scheme.
    type Parameters: PackedScheme + SavedParameters;
    /// Between vectors and plaintexts.
    type Encoder: Send + Sync;

    /// The choice for these key parameters.
    ///
    /// # Errors
    /// Returns a refusal if no parameters serve them.
    fn choose(asked: &KeyParameters, options: &Options) -> Result<Self, Failure>;

    /// The scheme's parameters.
    fn parameters(&self) -> &Self::Parameters;

    /// Says everything about a key.
    fn describe(
        &self,
        context: &Context<Self::Parameters, RnsRing>,
        options: &Options,
        remarks: &mut Remarks,
    );

    /// The first chunk of the key: what the server plans for.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    fn title(&self, options: &Options) -> Result<Vec<u8>, Failure>;

    /// The evaluation keys, in the pieces in which they are made and written: whether one for products, and those for
    /// which automorphisms.
    fn pieces(&self) -> Vec<(bool, Vec<u32>)>;

    /// Further keys, saved one by one: by default none. `seed` is fresh.
    ///
    /// # Errors
    /// Returns an error if they cannot be made.
    fn further(
        &self,
        context: &Context<Self::Parameters, RnsRing>,
        secret: &SecretKey<Self::Parameters, RnsRing>,
        seed: &Seed,
    ) -> Result<Vec<Chunk>, Failure> {
        let _ = (context, secret, seed);
        Ok(Vec::new())
    }

    /// The encoder.
    ///
    /// # Errors
    /// Returns an error if there is none for the parameters.
    fn encoder(&self) -> Result<Self::Encoder, Failure>;

    /// The vectors of an input.
    ///
    /// # Errors
    /// Returns an error if the text is no input.
    fn read(&self, input: &[u8]) -> Result<Vectors, Failure>;

    /// The plaintext of a wire's vector.
    ///
    /// # Errors
    /// Returns an error if the vector cannot be encoded.
    fn encode(
        &self,
        encoder: &Self::Encoder,
        context: &Context<Self::Parameters, RnsRing>,
        input: (&Vectors, usize),
    ) -> Result<<Self::Parameters as PackedScheme>::Plaintext, Failure>;

    /// The text of an output.
    ///
    /// # Errors
    /// Returns an error if these are no ciphertexts of an output.
    fn decrypt(
        &self,
        encoder: &Self::Encoder,
        context: &Context<Self::Parameters, RnsRing>,
        secret: &SecretKey<Self::Parameters, RnsRing>,
        output: &[&[u8]],
    ) -> Result<Vec<u8>, Failure>;
}

/// What a server plans for under a client's key.
pub trait Planned: Send + Sync + Sized {
    /// Of the scheme.
    type Parameters: PackedScheme + SavedParameters;
    /// What the key's first chunk says.
    type Title;
    /// A circuit, planned, with its constants encoded.
    type Program: Send + Sync;

    /// Reads what [`Chosen::title`] wrote.
    ///
    /// # Errors
    /// Returns an error if it is of another system or version.
    fn read_title(title: &[u8]) -> Result<Self::Title, Failure>;

    /// The instance that is computed on.
    ///
    /// # Errors
    /// Returns an error if there is none, or the title is not that of the parameters.
    fn context(
        title: &Self::Title,
        parameters: &Self::Parameters,
    ) -> Result<Context<Self::Parameters, RnsRing>, Failure>;

    /// What circuits are planned for. `further` is what [`Chosen::further`] made.
    ///
    /// # Errors
    /// Returns an error if the title is not that of the keys, or there are further keys that are not known.
    fn new(
        title: Self::Title,
        context: &Context<Self::Parameters, RnsRing>,
        keys: &EvaluationKeys<Self::Parameters, RnsRing>,
        further: &[&[u8]],
        options: &Options,
    ) -> Result<Self, Failure>;

    /// Plans a circuit.
    ///
    /// # Errors
    /// Returns a refusal if the key does not serve it.
    fn plan(
        &self,
        circuit: &Circuit,
        context: &Context<Self::Parameters, RnsRing>,
        remarks: &mut Remarks,
    ) -> Result<Self::Program, Failure>;

    /// Encodes the constants of a program that was planned elsewhere.
    ///
    /// # Errors
    /// Returns an error if the key does not serve it; by default that no programs are taken.
    fn program(
        &self,
        program: Program,
        context: &Context<Self::Parameters, RnsRing>,
    ) -> Result<Self::Program, Failure> {
        let _ = (program, context);
        Err(Failure::failed("this system takes no slot programs"))
    }

    /// How many inputs a program has.
    fn wires(program: &Self::Program) -> u32;

    /// The saved outputs, for the ciphertexts that `load` has of each wire.
    ///
    /// # Errors
    /// Returns the errors of `load`, `save` and the scheme.
    fn evaluate(
        program: &Self::Program,
        keys: &EvaluationKeys<Self::Parameters, RnsRing>,
        load: impl Fn(u32) -> Result<Ciphertext<Self::Parameters, RnsRing>, SerialError> + Sync,
        save: impl Fn(&Ciphertext<Self::Parameters, RnsRing>) -> Result<Chunk, Failure>,
    ) -> Result<Vec<Chunk>, Failure>;
}
