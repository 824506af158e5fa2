//! The engine as a system under test.

use std::process::ExitCode;

fn main() -> ExitCode {
    ringassay_engine::sut::cli::main()
}
