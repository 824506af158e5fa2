//! What is known of the noise in a ciphertext without its key.
//!
//! The *noise* v of a ciphertext (c_0, c_1, …) is its phase Σ c_j·s^j modulo Q, an element of R
//! whose residue modulo t is the message. It decrypts if every coefficient of v is below Q/2. We
//! follow v in the canonical embedding, where products are taken coordinate by coordinate:
//! E|v_i|², which is the same for all i because every source of noise is spherical (errors are g·e,
//! see [`Ring::error`](crate::Ring::error); rounded coefficients in the powerful basis are
//! independent). In the conjugate-invariant ring the embeddings are real ([`Embeddings`]): of one E|v_i|²
//! they have larger fourth moments and wider tails.
//!
//! Every ciphertext carries three figures ([`Noise`]):
//!
//! - **mean**, the average case: operands are independent given the secret, plaintexts random.
//! - **bound**: as the mean, but sums take operands as fully dependent, and products bound the covariance of
//!   their operands by their variances. A coefficient exceeds [`Model::bound_bits`] with less than a stated probability if
//!   coefficients are normal.
//! - **worst**: what no randomness can exceed.
//!
//! Sources: "Algorithms in HElib" (2014/106 §3.1.4) for noise in the embedding; A. Costache, R.
//! Player et al. (2019/493, 2022/162) for average-case variances; B. Biasioli, C. Marcolla, M.
//! Calderini and J. Mono (2023/693) for the powers of s in products.

mod embedding;
mod embeddings;
mod failure;
mod gauss;
mod measured;
mod model;
mod parties;
mod plaintext;
mod profile;
mod tail;

pub use embedding::{log2_coefficient_variance, mean_square};
pub use embeddings::Embeddings;
pub use failure::Coefficients;
pub use gauss::{log2_tail, quantile};
pub use measured::Measured;
pub use model::Model;
pub use plaintext::PlaintextSize;
pub use profile::Profile;
pub use tail::Tail;

/// What is guaranteed to decrypt does with all but this probability, as the exponent of 1/2, however
/// operands are related, unless a computation was searched for among very many that fails
/// (docs/noise.md says how many; ePrint 2024/116, 2024/127). With operands that are not related,
/// failures are far rarer still: [`Model::log2_average_failure`].
pub const FAILURE_BITS: f64 = 64.0;

/// No probability is stated below 2 to the power of minus this: noise is not normal so far out.
pub const REACH_BITS: f64 = 128.0;

/// What is known of the noise of one ciphertext: see the [module](self).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// E|v_i|² in the average case.
    pub mean: Profile,
    /// E|v_i|⁴/2 in the average case: the square of `mean` for a complex normal v_i, half as much again for
    /// a real one.
    pub fourth: Profile,
    /// E|v_i|² for dependent operands.
    pub bound: Profile,
    /// What no |v_i| exceeds, except with some probability.
    pub tail: Tail,
    /// log2 of the largest |v_i| possible.
    pub log2_worst: f64,
}

impl Noise {
    /// No noise.
    pub const ZERO: Self = Self {
        mean: Profile::ZERO,
        fourth: Profile::ZERO,
        bound: Profile::ZERO,
        tail: Tail::ZERO,
        log2_worst: f64::NEG_INFINITY,
    };

    /// Whether nothing is left of it in any figure.
    fn is_zero(&self) -> bool {
        let profiles = [&self.mean, &self.fourth, &self.bound].map(Profile::log2);
        let figures = profiles.into_iter().chain([self.tail.log2(), self.log2_worst]);
        figures.into_iter().all(|log2| log2 == f64::NEG_INFINITY)
    }

    /// log2 of the root mean square of the embeddings in the average case.
    pub fn log2_mean(&self) -> f64 {
        self.mean.log2_mean() / 2.0
    }

    /// E|v_i|⁴ over what it is for complex normal v_i of this E|v_i|², less 1: 0 where all embeddings are
    /// such and equally wide, 1/2 where they are real.
    fn unevenness(&self) -> f64 {
        let ratio = (self.fourth.log2_mean() - 2.0 * self.mean.log2_mean()).exp2();
        if ratio.is_finite() { (ratio - 1.0).max(0.0) } else { 0.0 }
    }

    /// The variance of |v_i|² in units of the square of its mean: 1 for normal v_i, 2 for real ones.
    fn relative_variance(&self) -> f64 {
        2.0 * self.unevenness() + 1.0
    }
}

/// log2(2^a + 2^b).
pub(crate) fn log2_sum(a: f64, b: f64) -> f64 {
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    if small == f64::NEG_INFINITY {
        large
    } else {
        large + (small - large).exp2().ln_1p() / std::f64::consts::LN_2
    }
}
