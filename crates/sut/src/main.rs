//! The built-in systems under test as a program of their own, for the tests of this crate.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    ringassay_sut::state_build!();
    ringassay_sut::cli::Cli::parse().run()
}
