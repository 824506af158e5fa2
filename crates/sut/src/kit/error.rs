//! Why a program stops.

use std::io;

use thiserror::Error;

use crate::kit::Failure;
use crate::packet::ProtocolError;

/// Why a program stopped serving.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The requests are no packets, or none for this program.
    #[error("the harness sent what is no request: {0}")]
    Request(#[from] ProtocolError),
    /// Standard input could not be read.
    #[error("cannot read standard input: {0}")]
    Input(#[source] io::Error),
    /// The answer could not be written.
    #[error("cannot write the answer: {0}")]
    Output(#[source] io::Error),
    /// The original protocol has no packet to say this.
    #[error("{0}")]
    Failure(Failure),
}
