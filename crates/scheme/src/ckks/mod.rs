//! CKKS in RNS form: vectors of real or complex numbers, computed approximately.
//!
//! A ciphertext (c_0, c_1) of level l has coefficients modulo Q_l = q_0 ⋯ q_l and decrypts to
//! c_0 + c_1·s = Δ·m + e: Δ is its [`Scale`], m the message in the canonical embedding, e the error.
//! Products multiply scales; rescaling divides ciphertext and scale by the primes of a level. The scale is
//! exact: operands of unequal scales are refused, never added silently.
//!
//! The ring is Z\[X\]/(X^N + 1), or the conjugate-invariant one, which has N real slots in place of N/2
//! complex ones ([`RingType`]).
//!
//! Sources: 2016/421 (the scheme), 2018/931 (RNS form), 2018/952 (the conjugate-invariant ring), 2020/1118
//! (reduced error).

mod constant;
mod context;
mod decrypt;
pub mod encoding;
mod errors;
mod estimate;
mod magnitude;
mod measure;
mod packed;
mod parameters;
mod plaintext;
pub mod precision;
mod raise;
mod rescale;
mod ring_type;
mod rotate;
mod scale;

pub use constant::Constant;
pub use decrypt::Phase;
pub use estimate::Estimate;
pub use magnitude::Magnitude;
pub use measure::Measured;
pub use packed::Known;
pub use parameters::Parameters;
pub use plaintext::Plaintext;
pub use ring_type::RingType;
pub use scale::Scale;

use crate::{Ring, hybrid};

/// An instance of CKKS.
pub type Context<R> = hybrid::Context<Parameters, R>;
/// The secret key s.
pub type SecretKey<R> = hybrid::SecretKey<Parameters, R>;
/// An encryption of 0.
pub type PublicKey<R> = hybrid::PublicKey<Parameters, R>;
/// What the holder of ciphertexts needs to multiply, rotate and conjugate them.
pub type EvaluationKeys<R> = hybrid::EvaluationKeys<Parameters, R>;
/// A ciphertext of CKKS; its level says how often it can be rescaled.
pub type Ciphertext<R> = hybrid::Ciphertext<Parameters, R>;
/// A plaintext prepared for sums and products.
pub type Prepared<R> = hybrid::Prepared<Parameters, R>;
/// A ciphertext decomposed for several rotations.
pub type Hoisted<'a, R> = hybrid::Hoisted<'a, Parameters, R>;

impl<R: Ring> Ciphertext<R> {
    /// The exact scale Δ of its message.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }

    /// What is known of its message and errors.
    pub fn estimate(&self) -> &Estimate {
        &self.estimate
    }
}
