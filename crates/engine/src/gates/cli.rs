//! The command line of gates as a system under test.

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use ringassay_sut::kit::{serve_client, serve_server};

use super::{GateClient, GateOptions, GateParameters, GateServer};
use crate::Error;

/// Gates that refresh (FHEW, TFHE) by ringassay's own engine, as a pair of programs that speak the packets of
/// docs/protocol.md on standard input and output.
///
/// Key parameters such as `L=4,D=2.0,K=128` say how long vectors are; every depth is served. Both programs take the same
/// options.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    role: Role,
}

#[derive(Debug, Subcommand)]
enum Role {
    /// Make keys, encrypt, decrypt.
    Client(Arguments),
    /// Plan circuits and evaluate them.
    Server(Arguments),
}

#[derive(Debug, Args)]
struct Arguments {
    /// How many threads compute. The results are the same for any number.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl Cli {
    /// Does what was asked.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        self.serve().unwrap_or_else(|error| {
            eprintln!("ringassay-runtime gates: {error}");
            ExitCode::FAILURE
        })
    }

    fn serve(&self) -> Result<ExitCode, Error> {
        let (Role::Client(given) | Role::Server(given)) = &self.role;
        let parameters = GateParameters::Standard;
        let options = GateOptions { threads: given.threads.into(), parameters };
        Ok(match self.role {
            Role::Client(_) => serve_client(GateClient::new(options)?),
            Role::Server(_) => serve_server(GateServer::new(options)?),
        })
    }
}
