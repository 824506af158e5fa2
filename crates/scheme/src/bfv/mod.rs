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
//! [`fv`](crate::fv) is the same scheme with whole coefficients for any q, as it was published.

mod context;
mod key_switch;
mod keys;
mod multiply;
mod operations;
mod parameters;
mod plaintext;
mod slot_scheme;

pub use context::Context;
pub use key_switch::Hoisted;
pub use keys::{EvaluationKey, EvaluationKeys, PublicKey, SecretKey};
pub use operations::Ciphertext;
pub use parameters::Parameters;
pub use plaintext::Prepared;
