//! Learning with errors without a ring: samples, secrets, and what leads to and from elements.
//!
//! A [`LweSample`] is (a_1, …, a_n, b) modulo q, any number from 2 to 2^52; its *phase* under a secret s is
//! b - Σ a_i·s_i, a message and an error. Bootstrapping of single bits (FHEW, ePrint 2014/816; TFHE, 2018/421) goes round
//! in a circle of them:
//!
//! | operation | from | to |
//! |---|---|---|
//! | [`LweSample::combine`] | samples modulo q | their combination |
//! | [`LweSample::switch_modulus`] | a sample modulo q | one modulo another q |
//! | [`LweSwitchTable::switch`] | a sample under s | one under another secret |
//! | [`Element::rotated`](crate::Element::rotated) | an element, an a_i modulo 2N | the element times ζ^(a_i) |
//! | [`LweSample::extract`] | elements A_1, …, A_k, B | a sample under the coefficients of k secrets |
//!
//! Samples are public. What touches a secret takes the same steps whatever it is.

mod encrypt;
mod error;
mod extract;
mod keep;
mod rotate;
mod sample;
mod secret;
mod switch;
mod switch_modulus;

pub use encrypt::LweEncryption;
pub use error::LweError;
pub use extract::negacyclic;
pub use rotate::Exponent;
pub use sample::LweSample;
pub use secret::{LweDistribution, LweSecret};
pub use switch::{LweSwitchKey, LweSwitchTable, SwitchShape};
pub use switch_modulus::SecretMean;

/// The largest modulus of samples, in bits.
pub const MAX_MODULUS_BITS: u32 = 52;

/// Fails unless samples may have this modulus.
///
/// # Errors
/// Returns an error if it is below 2 or above 2^52.
pub fn check_modulus(q: u64) -> Result<(), LweError> {
    if (2..=1 << MAX_MODULUS_BITS).contains(&q) { Ok(()) } else { Err(LweError::Modulus(q)) }
}
