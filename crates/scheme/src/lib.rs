//! Homomorphic encryption schemes, written once over a ring.
//!
//! [`ring::Ring`] is the vocabulary in which schemes are written; [`bgv`] is a scheme; [`noise`]
//! estimates ride on every ciphertext; [`encoding`] puts vectors into the slots of plaintexts;
//! [`serial`] saves and loads.

pub mod bgv;
pub mod choice;
pub mod encoding;
mod error;
pub mod noise;
pub mod ring;
pub mod serial;

pub use error::Error;
pub use ring::Ring;
