//! Homomorphic encryption in four statements: the public API, which re-exports the layers below.
//!
//! ```
//! use ringassay::bgv::{Request, Session};
//!
//! let session = Session::choose(&Request::bits(6, 1.0))?;
//! let keys = session.keys()?;
//! let sum = (keys.encrypt(&[1, 0, 0, 1, 1, 0])? + keys.encrypt(&[1, 1, 0, 0, 1, 1])?)?;
//! assert_eq!(keys.decrypt(&sum)?, [0, 1, 0, 1, 0, 1]);
//! # Ok::<(), ringassay::Error>(())
//! ```
//!
//! A [`Session`] is a parameter set ready to compute with vectors of one length, [`Keys`] are one user's,
//! [`Ciphertext`]s have operators. All three are generic over the [`Scheme`]; [`bgv`], [`bfv`] and [`ckks`] name those
//! of BGV, BFV and CKKS. Errors have a [kind](ErrorKind), which programs act on.
//!
//! Operations use all processors where that pays; [`Threads::run`] says how many threads, one for instance. Results are
//! the same for any number.
//!
//! Randomness comes from the operating system. To supply it (`encrypt_with`, `keys_with`), pass a
//! [`FreshSeed`], which cannot be used twice.
//!
//! Re-exported modules:
//!
//! | module | what it is |
//! |---|---|
//! | [`ring`] | rings of integers of cyclotomic fields of any index, in RNS form; transforms, samplers |
//! | [`scheme`] | BGV, BFV and CKKS over such rings; noise, encodings, serialisation |
//! | [`security`] | how hard parameters are to break |
//! | [`circuit`] | circuits: text formats, generator, plaintext evaluation |
//! | [`engine`] | circuits planned and executed on ciphertexts |
//!
//! The Python package of the same name binds this crate.

/// The program in the chapter on gates is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/gates.md")]
struct ChapterOnGates;

/// The program in the chapter on refreshing is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/refresh.md")]
struct ChapterOnRefreshing;

/// The program in the chapter on parties is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/parties.md")]
struct ChapterOnParties;

/// The fourth lesson is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/lessons/rust-04-a-session.md")]
struct Lesson;

/// What a registry shows is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod bfv;
pub mod bgv;
mod ciphertext;
pub mod ckks;
mod error;
mod keys;
mod measure;
mod operators;
mod owner;
pub mod parties;
mod program;
mod rotation_keys;
mod session;
mod transform;
mod types;
pub mod vectors;

pub use ciphertext::Ciphertext;
pub use error::Error;
pub use keys::{EvaluationKeys, Keys, PublicKey, SecretKey};
pub use program::Program;
pub use ringassay_circuit as circuit;
pub use ringassay_engine as engine;
pub use ringassay_functions as functions;
pub use ringassay_gates as gates;
pub use ringassay_ring as ring;
pub use ringassay_ring::{Threads, ThreadsError};
pub use ringassay_scheme as scheme;
pub use ringassay_scheme::{ErrorKind, FreshSeed};
pub use ringassay_security as security;
pub use rotation_keys::RotationKeys;
pub use session::Session;
pub use transform::{Matrix, Transform};
pub use vectors::{Noise, Scheme};
