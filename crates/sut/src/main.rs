//! The built-in systems under test as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ringassay_sut::cli::main()
}
