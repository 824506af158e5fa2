//! The engine as a system under test: a client and a server for every scheme with slots, such as
//! `ringassay-bgv` and `ringassay-bfv`.
//!
//! The client chooses parameters for the vectors, depth and security it is asked for
//! ([`ringassay_params::Choosable`]), makes keys, encrypts and decrypts. The server plans circuits and
//! evaluates them. Between them travel, as bytes of [`ringassay_scheme::serial`]:
//!
//! - the key: a line that says what it is, the parameters, the evaluation keys;
//! - an input: a ciphertext for each wire; an output: one ciphertext.

mod about;
pub mod cli;
mod client;
pub(crate) mod describe;
mod instance;
mod key;
mod options;
pub(crate) mod released;
mod server;
pub mod threads;
pub mod words;

pub use about::build;
pub use client::{SlotClient, SlotKeys};
pub use instance::Instance;
pub use options::Options;
pub use server::SlotServer;

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
