//! BGV (Z. Brakerski, C. Gentry, V. Vaikuntanathan, ePrint 2011/277) over any index, in RNS form.
//!
//! A ciphertext (c_0, c_1) under the secret s has the phase v = c_0 + c_1·s = μ + t·e modulo Q: the
//! message sits in the low digits. Its noise is estimated as it is computed ([`crate::noise`]), and
//! the modulus is switched where the estimate says that it pays.
//!
//! - [`Parameters`] say everything about an instance; [`Context`] computes with them, over any
//!   [`Ring`](crate::Ring): the computing one, or one that counts.
//! - [`SecretKey`], [`PublicKey`], [`EvaluationKeys`]: keys. Key switching is hybrid (C. Gentry, S.
//!   Halevi, N. Smart, 2012/099 §3.1, with the digits of K. Han and D. Ki, 2019/688 §3).
//! - [`Ciphertext`], [`Plaintext`], [`Prepared`]: what is computed with.
//! - [`MessageFactor`]: what a message is multiplied by where primes are not 1 modulo t.
//! - [`ModulusChain`]: the moduli that a ciphertext may have. They are products of subsets of primes, so
//!   that consecutive ones differ by less than a prime (2014/106 §3.1.5).

mod context;
mod factor;
mod integers;
mod modulus;
mod modulus_chain;
mod packed;
mod parameters;
mod ring_switch;
mod rotate;
mod select;
mod tunnel;

pub(crate) use context::ephemeral;
pub use factor::MessageFactor;
pub use modulus::product_level;
pub use modulus_chain::{Level, ModulusChain};
pub use packed::Known;
pub use parameters::digit_groups;
pub use parameters::{Parameters, PlaintextModulus};
pub use ring_switch::RingSwitch;
pub use rotate::Rotation;
pub use tunnel::Tunnel;

use crate::hybrid;
pub use crate::{hybrid::KeySwitchingKey, noise::Measured, plaintext::Plaintext};

/// An instance of BGV.
pub type Context<R> = hybrid::Context<Parameters, R>;
/// The secret key s.
pub type SecretKey<R> = hybrid::SecretKey<Parameters, R>;
/// An encryption of 0.
pub type PublicKey<R> = hybrid::PublicKey<Parameters, R>;
/// What the holder of ciphertexts needs to multiply and rotate them.
pub type EvaluationKeys<R> = hybrid::EvaluationKeys<Parameters, R>;
/// A ciphertext of BGV.
pub type Ciphertext<R> = hybrid::Ciphertext<Parameters, R>;
/// A plaintext prepared for sums or products.
pub type Prepared<R> = hybrid::Prepared<Parameters, R>;
/// A ciphertext decomposed for several automorphisms.
pub type Hoisted<'a, R> = hybrid::Hoisted<'a, Parameters, R>;
