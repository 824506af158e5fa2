//! The command line of gates as a system under test.

use std::process::ExitCode;

use clap::Parser;

use super::{GateClient, GateOptions, GateParameters, GateServer};
use crate::{Error, Role, Threads};

/// Gates that refresh (FHEW, TFHE) by ringassay's own engine, as a pair of programs that speak the packets of
/// docs/protocol.md on standard input and output.
///
/// Key parameters such as `L=4,D=2.0,K=128` say how long vectors are; every depth is served. Both programs take the same
/// options.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    role: Role<Threads>,
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
        let options = |threads: &Threads| GateOptions {
            threads: threads.count(),
            parameters: GateParameters::Standard,
        };
        self.role
            .serve(|given| GateClient::new(options(given)), |given| GateServer::new(options(given)))
    }
}
