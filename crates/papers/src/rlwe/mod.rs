//! What FV, YASHE', F-NTRU and SHIELD have in common: parameters, distributions, messages, and
//! samples of ring learning with errors.
//!
//! They are studied as the paper on predicting them does (PAnTHErS): narrow keys (B_key = 1), errors of
//! σ = 2·√n with B_err = 9.2·σ. Their noise is followed by the papers' worst cases, where a product of
//! polynomials is at most δ = n times as large as both factors together; typical noise is far smaller.
//! None of these parameter sets is secure merely because it is deep enough.

mod context;
mod noise;
mod parameters;

pub use context::Context;
pub use noise::{Noise, Unchecked};
pub use parameters::Parameters;
