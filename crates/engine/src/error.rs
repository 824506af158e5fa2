//! Why a circuit cannot be planned or evaluated.

use ringassay_circuit::CircuitError;
use ringassay_scheme::{ErrorKind, encoding::EncodingError, serial::SerialError};
use ringassay_slots::RunError;

use crate::too_deep::TooDeep;

/// What can go wrong between a circuit and its answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// The scheme refuses.
    #[error(transparent)]
    Scheme(#[from] ringassay_scheme::Error),
    /// Gates refuse.
    #[error(transparent)]
    Gates(#[from] ringassay_gates::Error),
    /// The fan-in circuit is too large.
    #[error(transparent)]
    Circuit(#[from] CircuitError),
    /// The circuit is of another plaintext space than the key.
    #[error(
        "the circuit works with integers modulo {circuit}, the key with integers modulo {key}: make a \
         key for the plaintext modulus {circuit}"
    )]
    Space {
        /// t of the circuit.
        circuit: u64,
        /// t of the key.
        key: u64,
    },
    /// The circuit is one over real numbers.
    #[error("the circuit works with real numbers, the scheme computes exactly: use CKKS")]
    Reals,
    /// The circuit's vectors have another length than the key's.
    #[error(
        "the circuit works with vectors of {circuit} entries, the key was made for {key}: make a key \
         with L={circuit}"
    )]
    Length {
        /// ℓ of the circuit.
        circuit: usize,
        /// ℓ of the key.
        key: usize,
    },
    /// A rotation that the keys do not compose.
    #[error(
        "the rotation by {amount} needs ζ ↦ ζ^{exponent}, which the keys do not compose: \
         generate evaluation keys for the exponents of a KeySet of the layout"
    )]
    Rotation {
        /// The amount.
        amount: u32,
        /// The automorphism.
        exponent: u32,
    },
    /// Products without a key for them.
    #[error("the circuit multiplies encrypted values: generate evaluation keys with products")]
    NoProducts,
    /// The noise would exceed the modulus.
    #[error(transparent)]
    TooDeep(#[from] TooDeep),
    /// No parameters for what was asked.
    #[error(transparent)]
    Parameters(#[from] ringassay_params::Error),
    /// An output whose noise would be too large.
    #[error(
        "the noise of an output may reach {noise_bits:.1} bits, and {limit_bits:.1} are the most that \
         decrypt: make a key for a greater depth D, or with more --sums"
    )]
    Undecryptable {
        /// log2 of the noise bound.
        noise_bits: f64,
        /// log2 of what decrypts.
        limit_bits: f64,
    },
    /// More entries than are held one by one.
    #[error("gates times entries are {entries}, and at most {most} are evaluated entry by entry")]
    TooLarge {
        /// The gates times the length of vectors.
        entries: u64,
        /// The most.
        most: u64,
    },
    /// Not one ciphertext for each wire.
    #[error("the circuit has {wires} wires, not {given}: send one ciphertext for each wire")]
    Inputs {
        /// The wires.
        wires: u32,
        /// The ciphertexts.
        given: usize,
    },
    /// A ciphertext that is not as the client encrypts it.
    #[error(
        "the input of wire {wire} is not a fresh ciphertext of this key: it lies at level {level} with \
         noise of {noise_bits:.1} bits, where level {expected_level} and {expected_noise_bits:.1} bits \
         are expected"
    )]
    NotFresh {
        /// The wire.
        wire: u32,
        /// Its level.
        level: usize,
        /// log2 of its noise.
        noise_bits: f64,
        /// The level of fresh ciphertexts.
        expected_level: usize,
        /// log2 of the noise of fresh ciphertexts.
        expected_noise_bits: f64,
    },
    /// A ciphertext that cannot be read.
    #[error("the input of wire {wire} cannot be read: {reason}")]
    Unreadable {
        /// The wire.
        wire: u32,
        /// Why.
        reason: String,
    },
    /// A program over numbers that was planned for more levels.
    #[error("level {level} lies above level {inputs}, at which inputs enter")]
    Level {
        /// Of a step.
        level: u32,
        /// Of the inputs.
        inputs: usize,
    },
    /// A program that refreshes ciphertexts under keys that do not.
    #[error("the program refreshes ciphertexts: make keys for that")]
    NoRefresh,
    /// Numbers beyond what can be refreshed.
    #[error(
        "numbers that are to be refreshed may reach {largest}, and the range is {range}: choose parameters with \
         a larger range, or declare a smaller bound of the circuit's inputs"
    )]
    RefreshRange {
        /// The largest absolute value.
        largest: f64,
        /// The largest that can be refreshed.
        range: f64,
    },
    /// A circuit that cannot be planned as a slot program.
    #[error(transparent)]
    Refused(#[from] ringassay_slots::Refusal),
    /// Threads that the system refuses.
    #[error(transparent)]
    Threads(#[from] ringassay_ring::ThreadsError),
    /// A plan that is none: a fault of this program.
    #[error("internal error: {0}; please report it with the circuit")]
    Internal(&'static str),
}

impl Error {
    /// The ciphertext of a wire that does not load.
    pub(crate) fn unreadable(wire: u32, error: &SerialError) -> Self {
        Self::Unreadable { wire, reason: error.to_string() }
    }

    /// What kind of refusal it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Scheme(error) => error.kind(),
            Self::Gates(error) => error.kind(),
            Self::TooDeep(_) | Self::Undecryptable { .. } => ErrorKind::NoiseBudget,
            Self::NoProducts | Self::NoRefresh | Self::Rotation { .. } => ErrorKind::MissingKey,
            Self::Circuit(_)
            | Self::Space { .. }
            | Self::Reals
            | Self::Length { .. }
            | Self::TooLarge { .. }
            | Self::Level { .. }
            | Self::RefreshRange { .. }
            | Self::Refused(_)
            | Self::Inputs { .. } => ErrorKind::Circuit,
            Self::NotFresh { .. } => ErrorKind::Operand,
            Self::Parameters(error) => error.kind(),
            Self::Unreadable { .. } => ErrorKind::Data,
            Self::Threads(_) => ErrorKind::System,
            Self::Internal(_) => ErrorKind::Internal,
        }
    }
}

impl From<RunError<Self>> for Error {
    fn from(error: RunError<Self>) -> Self {
        match error {
            RunError::Library(error) => error,
            RunError::NoConjugation => Self::Internal("CKKS conjugates"),
            RunError::NoRefresh => Self::NoRefresh,
            RunError::Empty(_) => Self::Internal("a register holds nothing"),
        }
    }
}

impl From<EncodingError> for Error {
    fn from(error: EncodingError) -> Self {
        Self::Scheme(error.into())
    }
}
