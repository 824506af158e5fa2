//! The command line of FV, YASHE', F-NTRU and SHIELD as systems under test.

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ringassay_sut::kit::{serve_client, serve_server};

use super::{
    Family, FntruFamily, FvFamily, PositionalClient, PositionalOptions, PositionalServer,
    ShieldFamily, YasheFamily,
};
use crate::Error;

/// FV, YASHE', F-NTRU or SHIELD by ringassay's own engine, as a pair of programs that speak the packets
/// of docs/protocol.md on standard input and output.
///
/// Key parameters such as `L=4,D=2.0,K=80` decide on n, q and the base of digits. Both programs take the
/// same options, of which each uses its own.
#[derive(Debug, Parser)]
#[command(name = "ringassay-positional", version, max_term_width = 100)]
pub struct Cli {
    #[arg(value_enum)]
    scheme: SchemeArg,
    #[command(subcommand)]
    role: Role,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SchemeArg {
    /// Fan and Vercauteren (2012/144).
    Fv,
    /// YASHE' (2013/075): to study costs, for it protects nothing.
    Yashe,
    /// F-NTRU (2016/315): to study costs, for it protects nothing.
    Fntru,
    /// SHIELD (2014/838).
    Shield,
}

#[derive(Debug, Subcommand)]
enum Role {
    /// Choose parameters, make keys, encrypt, decrypt.
    Client(Arguments),
    /// Plan circuits and evaluate them.
    Server(Arguments),
}

#[derive(Debug, Args)]
struct Arguments {
    /// How many threads compute. The results are the same for any number.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The degree of the ring, a power of two, instead of the smallest that is secure.
    #[arg(long, value_name = "N")]
    degree: Option<u32>,
    /// Accept a degree that offers less security than asked; reports say so.
    #[arg(long, requires = "degree")]
    insist: bool,
    /// log2 of the base of digits, instead of the one with the cheapest products. SHIELD has 1.
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u32).range(1..=48))]
    log2_w: Option<u32>,
    /// Sums in a row in front of each product that parameters serve.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=20))]
    sums: u32,
    /// The depth that keys for fan-in circuits serve.
    #[arg(long, value_name = "D", default_value_t = 4.0)]
    fan_in_depth: f64,
}

impl Arguments {
    fn options(&self) -> PositionalOptions {
        PositionalOptions {
            threads: self.threads.into(),
            degree: self.degree.map(|degree| degree as usize),
            insist: self.insist,
            log2_w: self.log2_w,
            sums: self.sums,
            fan_in_depth: self.fan_in_depth,
        }
    }
}

impl Cli {
    /// Does what was asked.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let run = match self.scheme {
            SchemeArg::Fv => run::<FvFamily>,
            SchemeArg::Yashe => run::<YasheFamily>,
            SchemeArg::Fntru => run::<FntruFamily>,
            SchemeArg::Shield => run::<ShieldFamily>,
        };
        run(&self.role).unwrap_or_else(|error| {
            eprintln!("ringassay-runtime positional: {error}");
            ExitCode::FAILURE
        })
    }
}

fn run<F: Family>(role: &Role) -> Result<ExitCode, Error> {
    Ok(match role {
        Role::Client(arguments) => serve_client(PositionalClient::<F>::new(arguments.options())?),
        Role::Server(arguments) => serve_server(PositionalServer::<F>::new(arguments.options())?),
    })
}
