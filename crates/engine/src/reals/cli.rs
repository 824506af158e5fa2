//! The command line of `ringassay-ckks`.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use ringassay_sut::kit::{serve_client, serve_server};

use super::{RealClient, RealServer};
use crate::sut::{Options, cli::EncryptionArg};

/// Which of the two programs.
#[derive(Debug, Subcommand)]
pub(crate) enum RealRole {
    /// Choose parameters, make keys, encrypt, decrypt.
    Client(Arguments),
    /// Run slot programs; plan circuits that come without one.
    Server(Arguments),
}

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How many threads compute. The results are the same for any number.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The index of the ring, twice its degree and a power of two, instead of the smallest that serves.
    #[arg(long, value_name = "M")]
    index: Option<u64>,
    /// Accept an index that offers less security than asked; reports say so.
    #[arg(long, requires = "index")]
    insist: bool,
    /// With which key the client encrypts.
    #[arg(long, value_enum, default_value_t = EncryptionArg::Public)]
    encryption: EncryptionArg,
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

impl Arguments {
    fn options(&self) -> Options {
        Options {
            threads: self.threads.into(),
            index: self.index,
            insist: self.insist,
            encryption: self.encryption.into(),
            ..Options::default()
        }
    }
}
