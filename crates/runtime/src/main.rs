//! The one program beside Python, whose verbs are the guard, the systems under test and the executor.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ringassay_engine::{gates, sut as slots};
use ringassay_harness::guard;
use ringassay_kernels::heap;
use ringassay_papers::{secrets, sut as papers};
use ringassay_predict::execute;
use ringassay_sut::cli as sut;

/// Counts for `execute`; the others' memory is seen from outside.
#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

/// What ringassay runs in processes of its own. `ringassay` starts it; by hand, it shows what a verb does.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Keep one program of a system under test within its bounds. Only the harness can start it.
    Guard {
        #[arg(hide = true, trailing_var_arg = true)]
        told: Vec<String>,
    },
    Sut(sut::Cli),
    #[command(flatten)]
    Slots(slots::cli::Verb),
    Gates(gates::cli::Cli),
    #[command(name = "positional")]
    Papers(papers::cli::Cli),
    /// Execute the points that a line of JSON on standard input names, beside the kernels: for
    /// `ringassay predict`.
    Execute,
}

fn main() -> ExitCode {
    // The guard closes what it was given before anything of its own is open.
    if std::env::args_os().nth(1).is_some_and(|verb| verb == guard::VERB) {
        return guard::main();
    }
    ringassay_sut::state_build!();
    match Cli::parse().verb {
        Verb::Guard { .. } => guard::main(),
        Verb::Sut(cli) => cli.run(),
        Verb::Slots(verb) => verb.run(&[secrets::check]),
        Verb::Gates(cli) => cli.run(),
        Verb::Papers(cli) => cli.run(),
        Verb::Execute => execute::main(),
    }
}
