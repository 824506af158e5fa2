//! The schemes with slots as a program of its own, for the tests of this crate.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    ringassay_sut::state_build!();
    ringassay_engine::sut::cli::Cli::parse().run()
}
