//! Why something is not a valid circuit.

use crate::model::GateKind;

/// A rule of the circuit model that was broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CircuitError {
    /// The plaintext modulus is out of range.
    #[error("the plaintext modulus must be at least 2 and below 2^62, got {0}")]
    Modulus(u64),
    /// The bound on inputs is out of range.
    #[error("the bound on inputs must lie between 2^-40 and 2^40, got {0}")]
    Bound(String),
    /// A polynomial of no degree, of too high a one, or with a coefficient that is no number.
    #[error(
        "a polynomial has between 2 and 256 coefficients, finite numbers of which the last is not \
         zero, got {0} of them"
    )]
    Polynomial(usize),
    /// A constant over real or complex numbers with an entry that is no number.
    #[error("entry {0} of the constant is not a finite number")]
    NotFinite(usize),
    /// The batch is out of range.
    #[error("the batch must be between 1 and 131072 slots, got {0}")]
    Batch(u64),
    /// The number of wires is out of range.
    #[error("the number of input wires must be between 1 and 1000000, got {0}")]
    Wires(u64),
    /// Too many gates.
    #[error("a circuit has at most 10000000 gates")]
    TooManyGates,
    /// The constants or values would not fit.
    #[error("the constants of a circuit may fill at most 4 GiB")]
    TooManyConstants,
    /// The constants of an expression, which stand in every slot, would take much more than its text.
    #[error(
        "the constants of an expression may fill at most 512 MiB, each in every slot: take fewer of \
         them, or a smaller batch"
    )]
    TooManyExpressionConstants,
    /// There is no output, or there are too many.
    #[error("a circuit has between 1 and 65536 outputs of at most 4 GiB in all, got {0}")]
    Outputs(usize),
    /// A fan-in circuit with other outputs than its last gate.
    #[error("the output of a fan-in circuit is its last gate")]
    FanInOutput,
    /// A circuit has no gate at all.
    #[error("a circuit needs at least one gate")]
    NoGate,
    /// Two gates carry one id.
    #[error("gate id {0} is used twice")]
    DuplicateLabel(u32),
    /// An operand is not defined before it is used.
    #[error("operand {0} is not a wire or an earlier gate")]
    UnknownNode(u32),
    /// The gate does not exist in this plaintext space or dialect.
    #[error("{gate} is not a gate of {space} circuits")]
    NotInSpace {
        /// The gate.
        gate: GateKind,
        /// The plaintext space or dialect.
        space: &'static str,
    },
    /// A constant does not have one entry per slot.
    #[error("a constant needs {expected} entries, one per slot, got {got}")]
    ConstantLength {
        /// The batch ℓ.
        expected: u32,
        /// Entries found.
        got: usize,
    },
    /// A constant's entry is out of range.
    #[error("entry {slot} of the constant is {value}, which is not below {bound}")]
    ConstantValue {
        /// The slot.
        slot: usize,
        /// What stood there.
        value: u64,
        /// Exclusive bound: t, or 2 for masks.
        bound: u64,
    },
    /// The rotation amount is not below the batch.
    #[error("the rotation amount must be below the batch {batch}, got {amount}")]
    Rotation {
        /// The amount.
        amount: u64,
        /// The batch ℓ.
        batch: u32,
    },
    /// A fan-in gate has too few or too many operands.
    #[error("a fan-in gate has between 2 and 10000 operands, got {0}")]
    FanIn(usize),
}
