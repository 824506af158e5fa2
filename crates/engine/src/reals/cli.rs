//! The command line of `ringassay-ckks`.

use std::process::ExitCode;

use clap::Subcommand;
use ringassay_sut::kit::{serve_client, serve_server};

use super::{RealClient, RealServer};
use crate::sut::cli::CommonArguments;

/// Which of the two programs.
#[derive(Debug, Subcommand)]
pub(crate) enum RealRole {
    /// Choose parameters, make keys, encrypt, decrypt.
    Client(CommonArguments),
    /// Run slot programs; plan circuits that come without one.
    Server(CommonArguments),
}

impl RealRole {
    /// Serves on standard input and output.
    pub(crate) fn serve(&self) -> Result<ExitCode, Box<dyn std::error::Error>> {
        Ok(match self {
            Self::Client(arguments) => serve_client(RealClient::new(arguments.options())?),
            Self::Server(arguments) => serve_server(RealServer::new(arguments.options())?),
        })
    }
}
