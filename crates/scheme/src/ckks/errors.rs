//! Statements of those who know more of a ciphertext's errors than operations can.

use super::{Ciphertext, Context, Estimate};
use crate::{Ring, noise::Noise};

impl<R: Ring> Context<R> {
    /// The ciphertext, with whatever its phase holds as its message: what follows states the errors that follow, and
    /// [`Context::with_errors_of`] adds those that were there.
    #[must_use]
    pub fn as_exact(&self, a: Ciphertext<R>) -> Ciphertext<R> {
        let estimate = Estimate { noise: Noise::ZERO, approximation: Noise::ZERO, ..a.estimate };
        Ciphertext { estimate, ..a }
    }

    /// The ciphertext with the errors of another one beside its own, 2^`log2` times: of what a function with this Lipschitz
    /// constant was computed from.
    #[must_use]
    pub fn with_errors_of(&self, a: Ciphertext<R>, other: &Estimate, log2: f64) -> Ciphertext<R> {
        let scaled = |noise: &Noise| self.model().scaled(noise, log2);
        let others = Estimate {
            message: Noise::ZERO,
            noise: scaled(&other.noise),
            approximation: scaled(&other.approximation),
        };
        let sum = self.estimate_sum(&a.estimate, &others);
        Ciphertext { estimate: Estimate { message: a.estimate.message, ..sum }, ..a }
    }

    /// The ciphertext with its errors taken as normal in each slot, of the average that is known: as sums of very many terms
    /// are of which none dominates. How large they can be at most, whatever was drawn, is left as it is.
    #[must_use]
    pub fn with_normal_errors(&self, a: Ciphertext<R>) -> Ciphertext<R> {
        let model = self.model();
        let both = model.add_independent(&a.estimate.noise, &a.estimate.approximation);
        let noise = model.normal(&both);
        Ciphertext { estimate: Estimate { noise, approximation: Noise::ZERO, ..a.estimate }, ..a }
    }
}
