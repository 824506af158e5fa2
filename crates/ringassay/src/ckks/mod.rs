//! CKKS: vectors of real or complex numbers, computed approximately, each result with a bound of its error.
//!
//! ```
//! use ringassay::ckks::{Request, Session};
//!
//! let session = Session::choose(&Request { slots: 4, ..Request::new(2, 20.0) })?;
//! let keys = session.keys()?;
//! let a = keys.encrypt(&[0.5, -0.25, 1.0, 0.0])?;
//! let b = keys.encrypt(&[0.125, 0.5, -1.0, 0.75])?;
//! let result = ((&a * &b)? + a.rotate(1)?)?;
//! let expected = [-0.1875, 0.875, -1.0, 0.5];
//! for (found, expected) in keys.decrypt(&result)?.iter().zip(expected) {
//!     assert!((found - expected).abs() <= result.worst_error());
//! }
//! # Ok::<(), ringassay::Error>(())
//! ```
//!
//! Vectors of real numbers alone may have as many entries as the ring has coefficients, in the
//! conjugate-invariant ring: `Request { ring: Some(RingType::ConjugateInvariant), .. }`, or `ring: None` for the
//! cheaper of the two.
//!
//! Levels and scales are managed: a product is rescaled before the next one (ePrint 2020/1118), operands of
//! different levels are brought to one scale, exactly. Whoever wants to do that uses
//! [`scheme::ckks`](crate::scheme::ckks) itself.
//!
//! What decrypts carries noise that depends on the key: publish results only after rounding them (ePrint
//! 2020/1533; docs/ckks.md says to how many bits).

mod complex;
mod functions;
mod noise;
mod numbers;
mod refresh;

pub use ringassay_functions::refresh::{Range as RefreshRange, Shape as RefreshShape};
pub use ringassay_functions::{
    inverse::Inverse,
    polynomial::{Basis, Plan, Polynomial, SlotPolynomials, interpolate, largest_error},
    sign::CompositeSign,
};
pub use ringassay_params::ckks::{
    Choice, RefreshChoice, RefreshRequest, Request, choose, choose_refreshed,
};
pub use ringassay_scheme::ckks::{
    Constant, Magnitude, Parameters, RingType, Scale,
    encoding::Complex64 as Complex,
    precision::{Errors, Precision},
};

pub use noise::Noise;
pub(crate) use refresh::check_refresh_range;
pub use refresh::{RefreshKeys, Refresher};

/// An instance for vectors of one length, of numbers up to a range.
pub type Session = crate::Session<Parameters>;
/// The keys of one user.
pub type Keys = crate::Keys<Parameters>;
/// Decrypts.
pub type SecretKey = crate::SecretKey<Parameters>;
/// Encrypts.
pub type PublicKey = crate::PublicKey<Parameters>;
/// Multiplies, rotates and conjugates.
pub type EvaluationKeys = crate::EvaluationKeys<Parameters>;
/// A matrix that multiplies encrypted vectors.
pub type Transform = crate::Transform<Parameters>;
/// A circuit, planned for some evaluation keys.
pub type Program = crate::Program<Parameters>;
/// An encrypted vector.
pub type Ciphertext = crate::Ciphertext<Parameters>;
