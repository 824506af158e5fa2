//! FV, YASHE', F-NTRU and SHIELD as a program of their own, for the tests of this crate.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    ringassay_sut::state_build!();
    ringassay_papers::sut::cli::Cli::parse().run()
}
