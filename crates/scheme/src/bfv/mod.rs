//! BFV (Z. Brakerski, ePrint 2012/078; J. Fan, F. Vercauteren, 2012/144) in RNS form, over any index.
//!
//! A ciphertext (c_0, c_1) under the secret s has the phase c_0 + c_1·s = (Q/t)·m + w modulo Q: the
//! message sits in the high digits, and noise w below Q/(2·t) does no harm. t is any number of up to 60
//! bits that is coprime to Q.
//!
//! Products are those of S. Halevi, Y. Polyakov, V. Shoup (2018/117): both factors are extended
//! exactly to Q·B, multiplied there, multiplied with t/Q and rounded to residues modulo B, and extended
//! back to Q. Key switching is hybrid, as BGV's (`hybrid`).
//!
//! Ciphertexts are levelled: scaled by Q'/Q and rounded, the same message lies modulo a smaller Q', with noise
//! that is smaller by as much, until the rounding is as large as it. As noise grows, products and key switches
//! so have fewer primes to compute with (A. Kim, Y. Polyakov, V. Zucca, 2021/204).
//!
//! FV (`ringassay-papers`) is the same scheme with whole coefficients for any q, as it was published.

mod context;
mod encode;
mod integers;
mod levels;
mod multiply;
mod packed;
mod parameters;

pub use parameters::Parameters;

use crate::hybrid;

/// An instance of BFV.
pub type Context<R> = hybrid::Context<Parameters, R>;
/// The secret key s.
pub type SecretKey<R> = hybrid::SecretKey<Parameters, R>;
/// An encryption of 0 modulo Q.
pub type PublicKey<R> = hybrid::PublicKey<Parameters, R>;
/// What the holder of ciphertexts needs to multiply and rotate them.
pub type EvaluationKeys<R> = hybrid::EvaluationKeys<Parameters, R>;
/// A ciphertext of BFV.
pub type Ciphertext<R> = hybrid::Ciphertext<Parameters, R>;
/// A plaintext prepared for sums or for products.
pub type Prepared<R> = hybrid::Prepared<Parameters, R>;
/// A ciphertext decomposed for several automorphisms.
pub type Hoisted<'a, R> = hybrid::Hoisted<'a, Parameters, R>;
