//! The command line of BGV as systems under test.

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ringassay_params::bgv::Objective;
use ringassay_sut::kit::{serve_client, serve_server};

use super::{BgvClient, BgvServer, Options};
use crate::{Encryption, secrets};

/// BGV by ringassay's own engine, as a pair of programs that speak the packets of docs/protocol.md on
/// standard input and output.
///
/// Key parameters such as `L=378,D=5.0,K=128` decide on the ring and its moduli. Both programs take
/// the same options, of which each uses its own.
#[derive(Debug, Parser)]
#[command(name = "ringassay-bgv", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    role: Role,
}

#[derive(Debug, Subcommand)]
enum Role {
    /// Choose parameters, make keys, encrypt, decrypt.
    Client(Arguments),
    /// Plan circuits and evaluate them.
    Server(Arguments),
    /// Run the functions that touch secrets under Valgrind, which counts the branches and addresses that
    /// depend on them. Fails if there are any. RINGASSAY_BACKEND says with which instructions: portable
    /// or avx2 (Valgrind knows none of AVX-512).
    Secrets {
        /// Show where each is.
        #[arg(long)]
        verbose: bool,
    },
}

#[derive(Debug, Args)]
struct Arguments {
    /// How many threads compute. The results are the same for any number.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// What parameters are chosen for.
    #[arg(long, value_enum, default_value_t = ObjectiveArg::Speed)]
    objective: ObjectiveArg,
    /// The index of the ring, instead of the best one.
    #[arg(long, value_name = "M")]
    index: Option<u64>,
    /// Accept an index that offers less security than asked; reports say so.
    #[arg(long, requires = "index")]
    insist: bool,
    /// With which key the client encrypts.
    #[arg(long, value_enum, default_value_t = EncryptionArg::Public)]
    encryption: EncryptionArg,
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

impl Arguments {
    fn options(&self) -> Options {
        Options {
            threads: self.threads.into(),
            objective: match self.objective {
                ObjectiveArg::Speed => Objective::Speed,
                ObjectiveArg::Size => Objective::Size,
            },
            index: self.index,
            insist: self.insist,
            encryption: match self.encryption {
                EncryptionArg::Public => Encryption::Public,
                EncryptionArg::Secret => Encryption::Secret,
            },
            rotation_keys: self.rotation_keys,
            fan_in_depth: self.fan_in_depth,
            constants_bytes: u64::from(self.constants_mib) << 20,
        }
    }
}

impl Cli {
    /// Does what was asked.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        run(&self.role).unwrap_or_else(|error| {
            eprintln!("ringassay-runtime bgv: {error}");
            ExitCode::FAILURE
        })
    }
}

fn run(role: &Role) -> Result<ExitCode, Box<dyn std::error::Error>> {
    Ok(match role {
        Role::Client(arguments) => serve_client(BgvClient::new(arguments.options())?),
        Role::Server(arguments) => serve_server(BgvServer::new(arguments.options())?),
        Role::Secrets { verbose } => secrets::run(*verbose)?,
    })
}
