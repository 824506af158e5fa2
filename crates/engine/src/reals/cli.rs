//! The command line of `ringassay-ckks`.

use std::process::ExitCode;

use clap::{
    Args, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use ringassay_scheme::ckks::RingType;
use ringassay_sut::kit::{serve_client, serve_server};

use super::{RealClient, RealServer};
use crate::sut::{Options, cli::CommonArguments};

/// Which of the two programs.
#[derive(Debug, Subcommand)]
pub(crate) enum RealRole {
    /// Choose parameters, make keys, encrypt, decrypt.
    Client(RealArguments),
    /// Run slot programs; plan circuits that come without one.
    Server(RealArguments),
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

#[derive(Debug, Args)]
pub(crate) struct RealArguments {
    #[command(flatten)]
    common: CommonArguments,
    /// The ring: with N/2 complex slots, or with N real ones, whose index is 4N [default: for real numbers the one
    /// in which a product takes less work, for complex ones the standard ring].
    #[arg(long, value_parser = rings())]
    ring: Option<RingType>,
}

fn rings() -> impl TypedValueParser<Value = RingType> {
    let unknown = "no such ring";
    PossibleValuesParser::new(RingType::ALL.map(RingType::name))
        .try_map(move |name| RingType::of_name(&name).ok_or(unknown))
}

impl RealArguments {
    fn options(&self) -> Options {
        Options { ring: self.ring, ..self.common.options() }
    }
}
