//! How many multiplications in a row a scheme allows, by the formulas of its paper.
//!
//! A depth L is the largest for which a ciphertext that went through L products, each with one that
//! went through as many, still decrypts. The formulas of one scheme do not agree, and no one setting
//! yields all the figures that papers print: so every figure carries its [`Formula`]. They are
//! worst-case bounds from a bound on each coefficient, but for [`Formula::FntruPublished`].
//!
//! Rings are Z\[x\]/(x^n + 1) with n a power of two, whose expansion factor δ is n. Noise is followed
//! by its logarithm (`log2`): the tests compare with exact integers.

mod affine;
mod fntru;
mod formula;
mod fv;
mod levels;
mod log2;
mod setting;
mod shield;
mod yashe;

pub use formula::Formula;
pub use levels::MAX_DEPTH;
pub use setting::{Setting, SettingError, TAIL};

/// The depth of `setting` by `formula`, at most [`MAX_DEPTH`]; `None` where not even a fresh
/// ciphertext surely decrypts.
///
/// # Errors
/// A setting out of range, or one that the formula's scheme does not have.
pub fn depth(formula: Formula, setting: &Setting) -> Result<Option<u32>, SettingError> {
    setting.validate(formula.scheme())?;
    Ok(match formula {
        Formula::FvRecurrence => fv::noise(setting).and_then(|noise| noise.recurrence()),
        Formula::FvClosed => fv::noise(setting).and_then(|noise| noise.closed()),
        Formula::FvTheorem1 => fv::theorem_1(setting),
        Formula::YasheRecurrence => yashe::noise(setting).and_then(|noise| noise.recurrence()),
        Formula::YasheClosed => yashe::noise(setting).and_then(|noise| noise.closed()),
        Formula::FntruPublished => fntru::published(setting),
        Formula::FntruDerived => fntru::derived(setting),
        Formula::ShieldChain => shield::chain(setting),
        Formula::ShieldTree => shield::tree(setting),
    })
}
