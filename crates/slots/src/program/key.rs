//! Whether a program was planned for a key.

use thiserror::Error;

use crate::program::{Op, Program};
use crate::target::AnyTarget;

/// What a program asks of a key that it does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum KeyMismatch {
    /// Batch, row, modulus or the number of levels differ.
    #[error(
        "the program is for another key: its batch, row, modulus, levels or kind of numbers differ"
    )]
    Shape,
    /// There is no key for a rotation.
    #[error("the program rotates by {0}, for which there is no key")]
    Step(i32),
    /// Ciphertexts cannot be refreshed.
    #[error("the program refreshes ciphertexts, for which there is no key")]
    Refresh,
}

impl Program {
    /// Checks that the program can run under the key that declared `target`. Linear in the number
    /// of operations.
    ///
    /// # Errors
    /// If the key has another batch, row, modulus, number of levels or kind of numbers, or lacks a
    /// rotation or refreshes.
    pub fn check_key(&self, target: &AnyTarget) -> Result<(), KeyMismatch> {
        let same = self.layout() == target.layout() && self.modulus == target.modulus();
        if !same || self.levels != target.levels() || self.is_complex != target.is_complex() {
            return Err(KeyMismatch::Shape);
        }
        self.ops.iter().try_for_each(|op| match *op {
            Op::Rotate { step, .. } if !target.steps().contains(&step) => {
                Err(KeyMismatch::Step(step))
            }
            Op::Refresh { .. } if !target.refreshes() => Err(KeyMismatch::Refresh),
            _ => Ok(()),
        })
    }
}
