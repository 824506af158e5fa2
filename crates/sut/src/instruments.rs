//! The command line of `ringassay-sut`: the systems under test that ship, and those that a harness is
//! tried on. The latter are in no program that ships.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use serde::Serialize;

use crate::builtin::attack::{self, Attack, Target};
use crate::builtin::faulty::cheats::{self, Cheat};
use crate::builtin::faulty::helper::{self, Helper};
use crate::builtin::faulty::{self, Fault, Plan, Point, table};
use crate::cli::{RoleArg, SutCommand, exit_code, honest};
use crate::hello::Role;
use crate::kit::{ServeError, offered_protocol};

const PROGRAM: &str = "ringassay-sut";

/// Systems under test for tests of a harness: what ships, what misbehaves, what attacks.
///
/// Each command is one of the two programs of a pair. It speaks the protocol of HEtest, and says
/// HELLO first when RINGASSAY_PROTOCOL=2 is in its environment. It ends with the end of input.
#[derive(Debug, Parser)]
#[command(name = PROGRAM, version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Instrument,
}

#[derive(Debug, Subcommand)]
enum Instrument {
    #[command(flatten)]
    Shipped(SutCommand),
    /// As plaintext, but misbehave at a given point in a given way, to try a harness on.
    ///
    /// Without --at and --do, or --cheat, the program behaves. What each fault does, where it can strike and
    /// which outcome a harness must record: ringassay-sut faulty --list.
    Faulty(FaultyArgs),
    /// As plaintext, but attack its environment at the start, to try a harness on.
    ///
    /// Ends with code 66 where the attack succeeds and behaves where it does not. Without --do the
    /// program behaves. For tests in an environment that one can do without.
    Attack(AttackArgs),
    #[command(hide = true)]
    Helper {
        #[command(subcommand)]
        helper: Helper,
    },
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
            Instrument::Shipped(command) => command.run(),
            Instrument::Faulty(args) if args.list => list(args.json, &table::cells(), table::text),
            Instrument::Faulty(args) => faulty(&args),
            Instrument::Attack(args) if args.list => list(args.json, &attack::TABLE, attack::text),
            Instrument::Attack(args) => attack(args),
            Instrument::Helper { helper } => Ok(helper::run(helper)),
        };
        exit_code(PROGRAM, result)
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
        return honest(role);
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
            "{PROGRAM}: {} cannot happen at this point; see {PROGRAM} faulty --list",
            fault.name()
        );
        return Ok(ExitCode::from(2));
    }
    faulty::run(plan, protocol)
}

fn attack(args: AttackArgs) -> Result<ExitCode, ServeError> {
    let role = args.role.unwrap_or(RoleArg::Client);
    let Some(attack) = args.attack else {
        return honest(role);
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
