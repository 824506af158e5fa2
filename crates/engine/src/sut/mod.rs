//! The engine as a system under test: a client and a server for every scheme of packed plaintexts,
//! `ringassay-bgv`, `ringassay-bfv` and `ringassay-ckks`.
//!
//! The client chooses parameters for the vectors, depth and security it is asked for, makes keys, encrypts and
//! decrypts. The server plans circuits and evaluates them. Both are written once, over what a scheme chooses
//! ([`Chosen`]) and what it plans for ([`Planned`]). Between them travel, as bytes of [`ringassay_scheme::serial`]:
//!
//! - the key: a title, which says what programs are planned for; the parameters; the evaluation keys;
//! - an input: a ciphertext for each wire; an output: one ciphertext, of numbers a header before it.

mod about;
pub mod cli;
mod client;
pub(crate) mod describe;
mod instance;
mod integers;
mod key;
mod options;
mod released;
mod server;
mod system;
pub mod threads;
pub mod words;

pub use about::build;
pub use client::{PackedClient, PackedKeys};
pub use instance::Instance;
pub use integers::{IntegerClient, IntegerServer};
pub use options::Options;
pub use server::PackedServer;
pub use system::{Chosen, Planned};

use ringassay_scheme::serial::SerialError;
use ringassay_sut::kit::Failure;

use crate::Error;

impl From<Error> for Failure {
    /// What another key or circuit would change is refused, anything else has failed.
    fn from(error: Error) -> Self {
        match error {
            Error::Space { .. }
            | Error::Length { .. }
            | Error::Rotation { .. }
            | Error::NoProducts
            | Error::Parameters(ringassay_params::Error::NoParameters { .. })
            | Error::Undecryptable { .. }
            | Error::TooLarge { .. }
            | Error::TooDeep(_) => Self::refused(error),
            _ => Self::failed(error),
        }
    }
}

pub(crate) fn damaged(error: SerialError) -> Failure {
    Failure::failed(error)
}
