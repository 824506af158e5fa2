//! The engine as a system under test.

use std::process::ExitCode;

fn main() -> ExitCode {
    ringassay_sut::state_build!();
    ringassay_engine::sut::cli::main()
}
