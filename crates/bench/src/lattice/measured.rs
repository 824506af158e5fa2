//! What is the same in all schemes.

use super::{Counted, Facts, Operation};
use crate::{BenchError, case::Work};

/// Keys and operands of a scheme, ready to be measured.
pub trait Instance: Send + Sync {
    /// What it is, and what its objects weigh.
    ///
    /// # Errors
    /// Returns an error if an object cannot be saved, or no longer decrypts.
    fn facts(&self) -> Result<Facts, BenchError>;

    /// Makes the keys that these operations take, all at once: operations share them.
    ///
    /// # Errors
    /// Returns an error if the system gives no randomness.
    fn publish(&self, operations: &[Operation]) -> Result<(), BenchError>;

    /// An operation, with the number of times that one call does it; `None` where the scheme has none of the name, or
    /// the instance too few levels for it.
    ///
    /// # Errors
    /// Returns an error if it fails on these operands; [`BenchError::Wrong`] if its result does not decrypt to what is computed in
    /// the clear.
    fn work(&self, operation: Operation) -> Result<Option<(Work, u64)>, BenchError>;

    /// Transforms and memory of the operations that switch keys or rescale.
    ///
    /// # Errors
    /// Returns an error if an operation fails.
    fn counted(&self) -> Result<Vec<Counted>, BenchError>;

    /// The words of a fresh ciphertext, little endian, limb after limb, where the scheme shows them: it compresses as all
    /// ciphertexts do.
    fn ciphertext_words(&self) -> Option<Vec<u8>>;

    /// N.
    fn n(&self) -> usize;

    /// The backend that computes.
    fn backend(&self) -> String;
}
