//! The command line of schemes with slots as systems under test.

use std::{fmt, process::ExitCode};

use clap::{
    ArgMatches, Args, Command, Error as Misread, FromArgMatches, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};
use ringassay_params::{Choosable, SlotVisitor, bgv::Objective, with_slot_scheme};
use ringassay_scheme::{Scheme, ckks::RingType};

use super::{Chosen, Instance, Options, PackedClient, PackedServer, Planned};
use crate::{
    Encryption, Error, Role, Target, Threads,
    reals::{RealInstance, RealPlanner},
    secrets,
};

/// A system under test of ringassay's own engine.
#[derive(Debug, Parser)]
#[command(name = "ringassay-slots", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

impl Cli {
    /// Does what was asked.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        self.verb.run(&[])
    }
}

/// A scheme with slots, by the verb that the catalogue gives its system under test, and what it is to do.
#[derive(Debug)]
pub struct Verb {
    scheme: Scheme,
    role: AnyRole,
}

/// What a scheme's system is to do.
#[derive(Debug)]
enum AnyRole {
    Integers(IntegerRole),
    Reals(Role<RealArguments>),
}

/// The schemes with slots that are systems under test, by their verbs.
fn verbs() -> impl Iterator<Item = (Scheme, &'static str)> {
    let verb = |scheme: Scheme| Some((scheme, *scheme.entry().sut?.arguments.first()?));
    Scheme::ALL.iter().copied().filter(|scheme| scheme.entry().has_slots).filter_map(verb)
}

impl Subcommand for Verb {
    fn augment_subcommands(command: Command) -> Command {
        verbs().fold(command, |command, (scheme, verb)| {
            let is_real = scheme.is_approximate();
            let parameters = match is_real {
                true => "L=64,D=3,K=128,R=1,P=20,M=2,G=3",
                false => "L=378,D=5.0,K=128",
            };
            let about = format!(
                "{scheme} by ringassay's own engine, as a pair of programs that speak the packets of \
                 `ringassay --page protocol` on standard input and output"
            );
            let own = Command::new(verb)
                .long_about(format!(
                    "{about}.\n\nKey parameters such as `{parameters}` decide on the ring and its moduli. Both \
                     programs take the same options, of which each uses its own."
                ))
                .about(about)
                .subcommand_required(true)
                .arg_required_else_help(true);
            command.subcommand(match is_real {
                true => Role::<RealArguments>::augment_subcommands(own),
                false => IntegerRole::augment_subcommands(own),
            })
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        verbs().any(|(_, verb)| verb == name)
    }
}

impl FromArgMatches for Verb {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Misread> {
        let missing = || Misread::new(ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let (scheme, _) = verbs().find(|(_, verb)| *verb == name).ok_or_else(missing)?;
        let role = match scheme {
            Scheme::Ckks => AnyRole::Reals(Role::from_arg_matches(matches)?),
            _ => AnyRole::Integers(IntegerRole::from_arg_matches(matches)?),
        };
        Ok(Self { scheme, role })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Misread> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Verb {
    /// Does what was asked; with the secrets of the schemes here, those of `others` are watched.
    #[must_use]
    pub fn run(&self, others: &[secrets::Check]) -> ExitCode {
        let ended = match &self.role {
            AnyRole::Reals(role) => {
                Some(serve::<_, RealInstance, RealPlanner>(role).map_err(Into::into))
            }
            AnyRole::Integers(role) => with_slot_scheme(self.scheme, Serve(role, others)),
        };
        let ended = ended.unwrap_or_else(|| Err(format!("{} has no slots", self.scheme).into()));
        ended.unwrap_or_else(|error| {
            eprintln!("ringassay-runtime {}: {error}", self.scheme.key());
            ExitCode::FAILURE
        })
    }
}

/// Serves with a scheme of integers.
struct Serve<'a>(&'a IntegerRole, &'a [secrets::Check]);

impl SlotVisitor for Serve<'_> {
    type Output = Result<ExitCode, Box<dyn std::error::Error>>;

    fn visit<P: Choosable>(self) -> Self::Output {
        match self.0 {
            IntegerRole::Serve(role) => Ok(serve::<_, Instance<P>, Target<P>>(role)?),
            IntegerRole::Secrets { verbose } => Ok(secrets::run(*verbose, self.1)?),
        }
    }
}

/// Serves a role of a scheme.
fn serve<A, C: Chosen, T: Planned>(role: &Role<A>) -> Result<ExitCode, Error>
where
    A: Args + fmt::Debug,
    for<'a> &'a A: Into<Options>,
{
    role.serve(
        |given| PackedClient::<C>::new(given.into()),
        |given| PackedServer::<T>::new(given.into()),
    )
}

#[derive(Debug, Subcommand)]
enum IntegerRole {
    #[command(flatten)]
    Serve(Role<Arguments>),
    /// Run the functions that touch secrets under Valgrind, which counts the branches and addresses that
    /// depend on them. Fails if there are any. RINGASSAY_BACKEND says with which instructions: portable
    /// or avx2 (Valgrind knows none of AVX-512).
    Secrets {
        /// Show where each is.
        #[arg(long)]
        verbose: bool,
    },
}

/// What the programs of all schemes with hybrid key switching are told.
#[derive(Debug, Args)]
struct CommonArguments {
    #[command(flatten)]
    threads: Threads,
    /// The index of the ring, instead of the best one; CKKS takes powers of two: twice the degree, or four times
    /// that of the conjugate-invariant ring.
    #[arg(long, value_name = "M")]
    index: Option<u64>,
    /// Accept an index that offers less security than asked; reports say so.
    #[arg(long, requires = "index")]
    insist: bool,
    /// With which key the client encrypts.
    #[arg(long, value_enum, default_value_t = EncryptionArg::Public)]
    encryption: EncryptionArg,
}

impl CommonArguments {
    /// With the other options as they are by default.
    fn options(&self) -> Options {
        Options {
            threads: self.threads.count(),
            index: self.index,
            insist: self.insist,
            encryption: self.encryption.into(),
            ..Options::default()
        }
    }
}

#[derive(Debug, Args)]
struct Arguments {
    #[command(flatten)]
    common: CommonArguments,
    /// What parameters are chosen for.
    #[arg(long, value_enum, default_value_t = ObjectiveArg::Speed)]
    objective: ObjectiveArg,
    /// Choose the index by what transforms cost on the client's machine, where otherwise the costs on AVX2
    /// decide for all machines. Keys, sizes and security then depend on the machine.
    #[arg(long, conflicts_with = "index")]
    for_this_machine: bool,
    /// The most keys for rotations [default: what suits the parameters].
    #[arg(long, value_name = "N")]
    rotation_keys: Option<usize>,
    /// The depth that keys for fan-in circuits serve.
    #[arg(long, value_name = "D", default_value_t = 8.0)]
    fan_in_depth: f64,
    /// The most memory for prepared constants, in MiB.
    #[arg(long, value_name = "N", default_value_t = 4096)]
    constants_mib: u32,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ObjectiveArg {
    /// The time of gates.
    Speed,
    /// The bytes of keys and ciphertexts.
    Size,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum EncryptionArg {
    /// The public key.
    Public,
    /// The secret key: half the bytes.
    Secret,
}

impl From<EncryptionArg> for Encryption {
    fn from(argument: EncryptionArg) -> Self {
        match argument {
            EncryptionArg::Public => Self::Public,
            EncryptionArg::Secret => Self::Secret,
        }
    }
}

impl From<&Arguments> for Options {
    fn from(arguments: &Arguments) -> Self {
        Self {
            objective: match arguments.objective {
                ObjectiveArg::Speed => Objective::Speed,
                ObjectiveArg::Size => Objective::Size,
            },
            for_this_machine: arguments.for_this_machine,
            rotation_keys: arguments.rotation_keys,
            fan_in_depth: arguments.fan_in_depth,
            constants_bytes: u64::from(arguments.constants_mib) << 20,
            ..arguments.common.options()
        }
    }
}

#[derive(Debug, Args)]
struct RealArguments {
    #[command(flatten)]
    common: CommonArguments,
    /// The ring: with N/2 complex slots, or with N real ones, whose index is 4N [default: for real numbers the one
    /// in which a product takes less work, for complex ones the standard ring].
    #[arg(long, value_parser = rings())]
    ring: Option<RingType>,
    /// Refresh (bootstrap) ciphertexts, which then allow any depth, after at most so many products in a row. Keys take
    /// gigabytes at 128 bits of security.
    #[arg(long, value_name = "PRODUCTS", value_parser = clap::value_parser!(u16).range(1..=24))]
    refresh: Option<u16>,
}

fn rings() -> impl TypedValueParser<Value = RingType> {
    let unknown = "no such ring";
    PossibleValuesParser::new(RingType::ALL.map(RingType::name))
        .try_map(move |name| RingType::of_name(&name).ok_or(unknown))
}

impl From<&RealArguments> for Options {
    fn from(arguments: &RealArguments) -> Self {
        Self {
            ring: arguments.ring,
            refresh: arguments.refresh.map(usize::from),
            ..arguments.common.options()
        }
    }
}
