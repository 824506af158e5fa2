//! The command line of the built-in systems under test.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::Serialize;

use crate::builtin::attack::{self, Attack, Target};
use crate::builtin::clear_slots::{SlotsClient, SlotsServer};
use crate::builtin::echo::EchoSession;
use crate::builtin::faulty::cheats::{self, Cheat};
use crate::builtin::faulty::helper::{self, Helper};
use crate::builtin::faulty::{self, Fault, Plan, Point, table};
use crate::builtin::plaintext::{PlaintextClient, PlaintextServer};
use crate::hello::Role;
use crate::kit::{
    ClientSession, Protocol, ServeError, ServerSession, Session, offered_protocol, serve,
};

/// What these programs are called as a part of `ringassay-runtime`.
const VERB: &str = "sut";

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

#[derive(Debug, Subcommand)]
enum SutCommand {
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
    /// As plaintext, but misbehave at a given point in a given way, to try a harness on.
    ///
    /// Without --at and --do, or --cheat, the program behaves. What each fault does, where it can strike and
    /// which outcome a harness must record: ringassay-runtime sut faulty --list.
    Faulty(FaultyArgs),
    /// As plaintext, but attack its surroundings at the start, to try a harness on.
    ///
    /// Ends with code 66 where the attack succeeds and behaves where it does not. Without --do the
    /// program behaves. For tests in surroundings that one can do without.
    Attack(AttackArgs),
    #[command(hide = true)]
    Helper {
        #[command(subcommand)]
        helper: Helper,
    },
}

/// Which of the two programs to be.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RoleArg {
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
struct PlaintextArgs {
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
struct SlotsArgs {
    /// Which of the two programs to be.
    role: RoleArg,
    /// How many slots rotate together; the largest batch.
    #[arg(long, value_name = "N", default_value_t = 1024,
        value_parser = clap::value_parser!(u32).range(1..=1 << 17))]
    row: u32,
}

#[derive(Debug, Args)]
struct EchoArgs {
    /// Which of the two programs to be.
    role: RoleArg,
    /// Size of public keys and ciphertexts in bytes.
    #[arg(long, value_name = "N", default_value_t = 64)]
    bytes: usize,
}

#[derive(Debug, Args)]
struct FaultyArgs {
    /// Which of the two programs to be.
    #[arg(required_unless_present = "list")]
    role: Option<RoleArg>,
    /// Where to misbehave.
    #[arg(long, value_name = "POINT", requires = "fault")]
    at: Option<Point>,
    /// How to misbehave; see --list.
    #[arg(long = "do", id = "fault", value_name = "FAULT", requires = "at")]
    fault: Option<Fault>,
    /// Pretend to encrypt, in this way.
    #[arg(long, value_name = "CHEAT", conflicts_with_all = ["at", "fault"])]
    cheat: Option<Cheat>,
    /// Pass the point N times without a fault, then misbehave every time.
    #[arg(long, value_name = "N", default_value_t = 0)]
    after: u64,
    /// Misbehave only in this role, whichever is played [default: both].
    #[arg(long = "role", id = "culprit", value_name = "ROLE")]
    culprit: Option<RoleArg>,
    /// How much to write, allocate or keep of the answer [default: see --list].
    #[arg(long, value_name = "N")]
    bytes: Option<u64>,
    /// How long to wait or leave processes behind [default: see --list].
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// How many processes fork-bomb has at most.
    #[arg(long, value_name = "N", default_value_t = 510)]
    count: u32,
    /// How often flaky is wrong, from 0 to 1.
    #[arg(long, value_name = "P", default_value_t = 0.5)]
    probability: f64,
    /// Seed of what is left to chance [default: from the system].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// List every fault, where it can strike and what a harness must record, and end.
    #[arg(long)]
    list: bool,
    /// With --list: as a JSON array with an object for each fault, point and role.
    #[arg(long, requires = "list")]
    json: bool,
}

#[derive(Debug, Args)]
struct AttackArgs {
    /// Which of the two programs to be.
    #[arg(required_unless_present = "list")]
    role: Option<RoleArg>,
    /// How to attack; see --list.
    #[arg(long = "do", id = "attack", value_name = "ATTACK")]
    attack: Option<Attack>,
    /// A file that must be out of reach.
    #[arg(long)]
    path: Option<PathBuf>,
    /// A port of this machine on which somebody listens.
    #[arg(long)]
    port: Option<u16>,
    /// What to call what is left behind.
    #[arg(long, default_value = "ringassay-left")]
    mark: String,
    /// How much to write.
    #[arg(long, value_name = "N", default_value_t = 1 << 30)]
    bytes: u64,
    /// List every attack, and end.
    #[arg(long)]
    list: bool,
    /// With --list: as a JSON array with an object for each attack.
    #[arg(long, requires = "list")]
    json: bool,
}

impl Cli {
    /// Does what was asked.
    #[must_use]
    pub fn run(self) -> ExitCode {
        let result = match self.command {
            SutCommand::Plaintext(args) => plaintext(&args, offered_protocol()),
            SutCommand::Original(args) => plaintext(&args, Protocol::Original),
            SutCommand::Slots(args) => slots(&args),
            SutCommand::Echo(args) => {
                let protocol = offered_protocol();
                serve_to_end(&mut EchoSession::new(args.role.into(), protocol, args.bytes))
            }
            SutCommand::Faulty(args) if args.list => list(args.json, &table::cells(), table::text),
            SutCommand::Faulty(args) => faulty(&args),
            SutCommand::Attack(args) if args.list => list(args.json, &attack::TABLE, attack::text),
            SutCommand::Attack(args) => attack(args),
            SutCommand::Helper { helper } => Ok(helper::run(helper)),
        };
        result.unwrap_or_else(|error| {
            eprintln!("ringassay-runtime sut: {error}");
            ExitCode::FAILURE
        })
    }
}

/// This program, started again: with the verb under which it runs, where it has one.
pub(crate) fn own_command_line() -> io::Result<Vec<OsString>> {
    let verb = std::env::args_os().nth(1).filter(|first| first == VERB);
    Ok([std::env::current_exe()?.into()].into_iter().chain(verb).collect())
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
        Role::Client => serve_to_end(&mut ClientSession::new(SlotsClient::new(args.row), protocol)),
        Role::Server => serve_to_end(&mut ServerSession::new(SlotsServer::default(), protocol)),
    }
}

fn faulty(args: &FaultyArgs) -> Result<ExitCode, ServeError> {
    let protocol = offered_protocol();
    // The parser demands the role here, and --at and --do only together.
    let role = args.role.unwrap_or(RoleArg::Client);
    if let Some(cheat) = args.cheat {
        return cheats::run(cheat, role.into(), protocol);
    }
    let (Some(at), Some(fault)) = (args.at, args.fault) else {
        let honest = PlaintextArgs { role, reverse_output: false };
        return plaintext(&honest, protocol);
    };
    let plan = Plan {
        role: role.into(),
        culprit: args.culprit.map(Role::from),
        at,
        fault,
        after: args.after,
        bytes: args.bytes,
        seconds: args.seconds,
        count: args.count,
        probability: args.probability,
        seed: args.seed,
    };
    if !table::can_strike(fault, at) {
        eprintln!(
            "ringassay-runtime sut: {} cannot happen at this point; see ringassay-runtime sut faulty --list",
            fault.name()
        );
        return Ok(ExitCode::from(2));
    }
    faulty::run(plan, protocol)
}

fn attack(args: AttackArgs) -> Result<ExitCode, ServeError> {
    let role = args.role.unwrap_or(RoleArg::Client);
    let Some(attack) = args.attack else {
        return plaintext(&PlaintextArgs { role, reverse_output: false }, offered_protocol());
    };
    let AttackArgs { path, port, mark, bytes, .. } = args;
    attack::run(attack, &Target { path, port, mark, bytes }, role.into(), offered_protocol())
}

/// Writes a table, of faults or attacks.
fn list(
    json: bool,
    rows: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<ExitCode, ServeError> {
    let text = if json {
        serde_json::to_string_pretty(rows).map_err(|error| ServeError::Output(error.into()))?
    } else {
        text()
    };
    match writeln!(std::io::stdout(), "{}", text.trim_end()) {
        // Whoever reads through `head` has seen enough.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(ServeError::Output(error))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
