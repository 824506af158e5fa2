//! CKKS in RNS form: vectors of real or complex numbers, computed approximately.
//!
//! A ciphertext (c_0, c_1) of level l has coefficients modulo Q_l = q_0 ⋯ q_l and decrypts to
//! c_0 + c_1·s = Δ·m + e: Δ is its [`Scale`], m the message in the canonical embedding, e the error.
//! Products multiply scales; rescaling divides ciphertext and scale by the primes of a level. The scale is
//! exact: operands of unequal scales are refused, never added silently.
//!
//! Sources: 2016/421 (the scheme), 2018/931 (RNS form), 2020/1118 (reduced error).

mod arithmetic;
mod ciphertext;
mod constant;
mod context;
pub mod encoding;
mod encrypt;
mod estimate;
mod key_switch;
mod keys;
mod magnitude;
mod measure;
mod multiply;
mod parameters;
mod plain;
mod plaintext;
pub mod polynomial;
pub mod precision;
mod rescale;
mod scale;
mod sums;
mod transform;

pub use ciphertext::Ciphertext;
pub use constant::Constant;
pub use context::Context;
pub use estimate::Estimate;
pub use key_switch::Hoisted;
pub use keys::{EvaluationKeys, PublicKey, SecretKey};
pub use magnitude::Magnitude;
pub use measure::Measured;
pub use parameters::Parameters;
pub use plaintext::{Plaintext, Prepared};
pub use scale::Scale;
pub use sums::inner_sum_rotations;
pub use transform::{Diagonal, LinearTransform, TransformPlan};
