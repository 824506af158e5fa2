//! Homomorphic encryption schemes, written once over a ring.
//!
//! [`ring::Ring`] is the interface over which schemes are written. [`bgv`], [`bfv`] and [`ckks`] are schemes; what they
//! have in common, keys, ciphertexts and operations, is [`hybrid`]. [`IntegerScheme`] is the interface of those that
//! compute with integers. Every ciphertext carries a [`noise`] estimate; [`encoding`] places vectors in the slots of
//! plaintexts; [`serial`] saves and loads. [`rgsw`] has what gates of single bits are made of, over samples of learning with
//! errors ([`ring::LweRing`]).
//!
//! The [`catalogue`] names every scheme of the workspace, those of `ringassay-papers` too.

pub mod bfv;
pub mod bgv;
pub mod catalogue;
pub mod ckks;
pub mod encoding;
mod error;
mod fresh;
pub mod hybrid;
pub mod integers;
mod kind;
pub mod noise;
mod plaintext;
pub mod purpose;
pub mod rgsw;
pub mod ring;
pub mod serial;

pub use catalogue::Scheme;
pub use error::Error;
pub use fresh::FreshSeed;
pub use hybrid::{PackedScheme, Role};
pub use integers::IntegerScheme;
pub use kind::ErrorKind;
pub use plaintext::Plaintext;
pub use ring::{Fused, Ring};
