//! Why there is no program.

use ringassay_circuit::CircuitError;
use thiserror::Error;

/// Why a circuit cannot run under a target.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refusal {
    /// Another batch than the key's.
    #[error("the circuit's batch is {circuit}, the key's is {key}: make a key with the same L")]
    Batch {
        /// The circuit's.
        circuit: u32,
        /// The key's.
        key: u32,
    },
    /// Another plaintext modulus than the key's.
    #[error("the circuit works mod {circuit}, the key mod {key}: make a key with the same T")]
    Modulus {
        /// The circuit's.
        circuit: u64,
        /// The key's.
        key: u64,
    },
    /// Reals under a key for integers or for complex numbers, or the other way round.
    #[error("the key is for {key}, the circuit is not: make a key with the circuit's parameters")]
    Reals {
        /// What the key is for.
        key: &'static str,
    },
    /// The integers behind bits do not fit the plaintext modulus.
    #[error(
        "even with all operands reduced mod 2, integers of {bits} bits arise, and the plaintext \
         modulus {modulus} has {}", 64 - modulus.leading_zeros()
    )]
    TooWide {
        /// Bits of the widest range.
        bits: u32,
        /// The key's modulus.
        modulus: u64,
    },
    /// The noise does not fit.
    #[error("too deep: the noise of step {steps} reaches {needed:.0} bits")]
    TooDeep {
        /// The noise, in bits.
        needed: f64,
        /// Steps that were followed.
        steps: usize,
    },
    /// As [`TooDeep`](Self::TooDeep), with what a person wants to know.
    #[error("{0}")]
    Explained(String),
    /// The rotation keys do not compose a rotation.
    #[error(
        "no keys for a rotation by {shift} slots: the circuit rotates further or more often than the \
         key provides for; make a key with a larger D"
    )]
    NoKeys {
        /// By how many slots.
        shift: i32,
    },
    /// The program would be too large.
    #[error("the circuit takes more than {steps} operations on slots")]
    TooLarge {
        /// The bound.
        steps: usize,
    },
    /// The program would be too long to send.
    #[error("the circuit's program takes more than {0} bytes")]
    TooLong(usize),
    /// A circuit that cannot be expressed by gates with two operands.
    #[error(transparent)]
    Circuit(#[from] CircuitError),
    /// Our own fault.
    #[error("the planner lost {0}")]
    Internal(&'static str),
}
