//! The command line of the built-in systems under test.

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::builtin::clear_slots::{ClearKeys, ClearLibrary};
use crate::builtin::echo::EchoSession;
use crate::builtin::plaintext::{PlaintextClient, PlaintextServer};
use crate::hello::Role;
use crate::kit::{
    ClientSession, Protocol, ServeError, ServerSession, Session, SlotClient, SlotServer,
    offered_protocol, serve,
};

/// The built-in systems under test of ringassay: client and server programs that speak the packets
/// of docs/protocol.md on standard input and output.
///
/// Each command is one of the two programs of a pair. It speaks the protocol of HEtest, and says
/// HELLO first when RINGASSAY_PROTOCOL=2 is in its environment. It ends with the end of input.
#[derive(Debug, Parser)]
#[command(name = "ringassay-sut", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: SutCommand,
}

/// The systems under test that ship.
#[derive(Debug, Subcommand)]
pub(crate) enum SutCommand {
    /// Evaluate without encrypting: the baseline in the place of a library.
    ///
    /// Ciphertexts are the texts of inputs and outputs. Takes circuits over gf2 and zt, and fan-in
    /// circuits.
    Plaintext(PlaintextArgs),
    /// As plaintext, and never says HELLO: a pair as it was written for HEtest.
    Original(PlaintextArgs),
    /// Run slot programs on slots in the clear: the planner in the place of a library.
    ///
    /// Ciphertexts are rows of integers mod t. Takes what plaintext takes.
    Slots(SlotsArgs),
    /// Compute nothing: keys and ciphertexts of a given size, to measure what the harness costs.
    ///
    /// Answers have no REPORT; every decryption is `0`.
    Echo(EchoArgs),
}

/// Which of the two programs to be.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RoleArg {
    /// Make keys, encrypt, decrypt.
    Client,
    /// Take circuits, evaluate.
    Server,
}

impl From<RoleArg> for Role {
    fn from(role: RoleArg) -> Self {
        match role {
            RoleArg::Client => Self::Client,
            RoleArg::Server => Self::Server,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct PlaintextArgs {
    /// Which of the two programs to be.
    role: RoleArg,
    /// Put the last slot of an output first.
    ///
    /// The original HEtest baseline writes its outputs so. Give it to the server to stand in for
    /// that baseline, or to the client to understand it; given to both, it cancels out.
    #[arg(long)]
    reverse_output: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SlotsArgs {
    /// Which of the two programs to be.
    role: RoleArg,
    /// How many slots rotate together; the largest batch.
    #[arg(long, value_name = "N", default_value_t = 1024,
        value_parser = clap::value_parser!(u32).range(1..=1 << 17))]
    row: u32,
}

#[derive(Debug, Args)]
pub(crate) struct EchoArgs {
    /// Which of the two programs to be.
    role: RoleArg,
    /// Size of public keys and ciphertexts in bytes.
    #[arg(long, value_name = "N", default_value_t = 64)]
    bytes: usize,
}

impl Cli {
    /// Does what was asked.
    #[must_use]
    pub fn run(self) -> ExitCode {
        exit_code("ringassay-runtime sut", self.command.run())
    }
}

impl SutCommand {
    /// Does what was asked.
    pub(crate) fn run(&self) -> Result<ExitCode, ServeError> {
        match self {
            Self::Plaintext(args) => plaintext(args, offered_protocol()),
            Self::Original(args) => plaintext(args, Protocol::Original),
            Self::Slots(args) => slots(args),
            Self::Echo(args) => {
                let protocol = offered_protocol();
                serve_to_end(&mut EchoSession::new(args.role.into(), protocol, args.bytes))
            }
        }
    }
}

/// The code that a program ends with; says what went wrong.
pub(crate) fn exit_code(program: &str, result: Result<ExitCode, ServeError>) -> ExitCode {
    result.unwrap_or_else(|error| {
        eprintln!("{program}: {error}");
        ExitCode::FAILURE
    })
}

/// The plaintext pair as it ships.
pub(crate) fn honest(role: RoleArg) -> Result<ExitCode, ServeError> {
    plaintext(&PlaintextArgs { role, reverse_output: false }, offered_protocol())
}

fn serve_to_end(session: &mut dyn Session) -> Result<ExitCode, ServeError> {
    serve(session).map(|()| ExitCode::SUCCESS)
}

fn plaintext(args: &PlaintextArgs, protocol: Protocol) -> Result<ExitCode, ServeError> {
    let reverse_output = args.reverse_output;
    match Role::from(args.role) {
        Role::Client => {
            let client = PlaintextClient { reverse_output };
            serve_to_end(&mut ClientSession::new(client, protocol))
        }
        Role::Server => {
            let server = PlaintextServer::new(reverse_output);
            serve_to_end(&mut ServerSession::new(server, protocol))
        }
    }
}

fn slots(args: &SlotsArgs) -> Result<ExitCode, ServeError> {
    let protocol = offered_protocol();
    match Role::from(args.role) {
        Role::Client => serve_to_end(&mut ClientSession::new(
            SlotClient::new(ClearLibrary::new(args.row)),
            protocol,
        )),
        Role::Server => serve_to_end(&mut ServerSession::new(SlotServer::new(ClearKeys), protocol)),
    }
}
