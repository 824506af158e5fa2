//! Homomorphic encryption schemes, written once over a ring.
//!
//! [`ring::Ring`] is the interface over which schemes are written. [`bgv`], [`bfv`] and [`ckks`] are schemes, and
//! [`SlotScheme`] is the common interface of the first two. Every ciphertext carries a [`noise`] estimate;
//! [`encoding`] places vectors in the slots of plaintexts; [`serial`] saves and loads.
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
mod kind;
pub mod noise;
mod plaintext;
pub mod purpose;
pub mod ring;
pub mod serial;
pub mod slot_scheme;

pub use catalogue::Scheme;
pub use error::Error;
pub use fresh::FreshSeed;
pub use kind::ErrorKind;
pub use plaintext::Plaintext;
pub use ring::Ring;
pub use slot_scheme::{SlotParameters, SlotScheme};
