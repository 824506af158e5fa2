//! The built-in systems under test as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ringassay_sut::state_build!();
    ringassay_sut::cli::main()
}
