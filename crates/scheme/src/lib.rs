//! Homomorphic encryption schemes, written once over a ring.
//!
//! [`ring::Ring`] is the interface over which schemes are written. [`bgv`], [`bfv`] and [`ckks`] are schemes; what they
//! have in common, keys, ciphertexts and operations, is [`hybrid`]. [`IntegerScheme`] is the interface of those that
//! compute with integers. Every ciphertext carries a [`noise`] estimate; [`depth`] has
//! the depth formulas of papers; [`encoding`] places vectors in the slots of plaintexts; [`serial`] saves
//! and loads.
//!
//! [`Multiprecision`] is the interface for schemes whose coefficients are multiprecision integers modulo any
//! q: [`fv`], [`yashe`], [`fntru`] and [`shield`], built on [`rlwe`] and [`ntru`]. [`MultiprecisionScheme`] is
//! their common trait.

pub mod bfv;
pub mod bgv;
pub mod catalogue;
pub mod ckks;
pub mod depth;
pub mod encoding;
mod error;
pub mod fntru;
mod fresh;
pub mod fv;
pub mod hybrid;
pub mod integers;
mod kind;
pub mod multiprecision;
pub mod multiprecision_scheme;
pub mod noise;
pub mod ntru;
mod plaintext;
mod purpose;
pub mod ring;
pub mod rlwe;
pub mod serial;
pub mod shield;
pub mod yashe;

pub use catalogue::Scheme;
pub use error::Error;
pub use fresh::FreshSeed;
pub use hybrid::{PackedScheme, Role};
pub use integers::IntegerScheme;
pub use kind::ErrorKind;
pub use multiprecision::Multiprecision;
pub use multiprecision_scheme::MultiprecisionScheme;
pub use plaintext::Plaintext;
pub use ring::{Fused, Ring};
