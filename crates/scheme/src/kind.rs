//! Kinds of errors: what callers tell apart.

/// Why something was refused, as far as a caller acts on it. Every error of this crate and of those above it
/// has one (`kind()`); the error itself says more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The result would not be certain to decrypt: choose parameters of greater depth.
    NoiseBudget,
    /// A ciphertext whose noise has, or may have, destroyed the message; or one of another key.
    Undecryptable,
    /// An evaluation key that was not generated or not given.
    MissingKey,
    /// No such parameters: they do not exist, or are not secure enough.
    Parameters,
    /// Operands, keys or bytes of different parameters.
    Mismatch,
    /// A vector of another length or with entries out of range, or a plaintext that holds none.
    Vector,
    /// A ciphertext that the operation cannot take: not relinearised, or of another modulus.
    Operand,
    /// A circuit that these keys cannot evaluate.
    Circuit,
    /// Bytes that hold no such object.
    Data,
    /// The operating system refuses: randomness, threads.
    System,
    /// A fault of this program.
    Internal,
}

impl ErrorKind {
    /// Whether noise is the reason.
    pub fn is_noise(self) -> bool {
        matches!(self, Self::NoiseBudget | Self::Undecryptable)
    }
}
