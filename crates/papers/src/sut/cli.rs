//! The command line of FV, YASHE', F-NTRU and SHIELD as systems under test.

#![expect(clippy::disallowed_types, reason = "of a program that does not fork")]

use std::{process::ExitCode, sync::LazyLock};

use clap::{Args, Parser, ValueEnum, builder::PossibleValue};
use ringassay_engine::{Error, Role, Threads};
use ringassay_scheme::{
    Scheme,
    catalogue::{HardProblem, RingFamily},
};

use super::{Family, MultiprecisionClient, MultiprecisionOptions, MultiprecisionServer};
use crate::scheme::{FamilyVisitor, with_family};

/// FV, YASHE', F-NTRU or SHIELD by ringassay's own engine, as a pair of programs that speak the packets
/// of docs/protocol.md on standard input and output.
///
/// Key parameters such as `L=4,D=2.0,K=80` decide on n, q and the base of digits. Both programs take the
/// same options, of which each uses its own.
#[derive(Debug, Parser)]
#[command(name = "ringassay-positional", version, max_term_width = 100)]
pub struct Cli {
    #[arg(value_enum)]
    scheme: Chosen,
    #[command(subcommand)]
    role: Role<Arguments>,
}

/// The schemes by the last of the arguments that the catalogue gives their systems under test.
#[derive(Debug, Clone, Copy)]
struct Chosen(Scheme);

impl ValueEnum for Chosen {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Chosen>> =
            LazyLock::new(|| Scheme::over(RingFamily::Multiprecision).map(Chosen).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let entry = self.0.entry();
        let name = *entry.sut?.arguments.last()?;
        let help = match entry.problem {
            HardProblem::RingLwe => format!("{}.", entry.reference),
            HardProblem::Ntru => {
                format!("{}: to study costs, for it protects nothing.", entry.reference)
            }
        };
        Some(PossibleValue::new(name).help(help))
    }
}

#[derive(Debug, Args)]
struct Arguments {
    #[command(flatten)]
    threads: Threads,
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
    fn options(&self) -> MultiprecisionOptions {
        MultiprecisionOptions {
            threads: self.threads.count(),
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
        let run = with_family(self.scheme.0, Run(&self.role));
        run.map_err(Error::from).flatten().unwrap_or_else(|error| {
            eprintln!("ringassay-runtime positional: {error}");
            ExitCode::FAILURE
        })
    }
}

/// The role of a scheme's program.
struct Run<'a>(&'a Role<Arguments>);

impl FamilyVisitor for Run<'_> {
    type Output = Result<ExitCode, Error>;

    fn visit<F: Family>(self) -> Self::Output {
        self.0.serve(
            |given| MultiprecisionClient::<F>::new(given.options()),
            |given| MultiprecisionServer::<F>::new(given.options()),
        )
    }
}
