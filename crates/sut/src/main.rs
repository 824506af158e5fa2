//! The built-in systems under test and the instruments that harnesses are tested with: for tests, and in
//! no package.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    ringassay_sut::state_build!();
    ringassay_sut::instruments::Cli::parse().run()
}
