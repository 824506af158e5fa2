//! FV, YASHE', F-NTRU and SHIELD as systems under test.

use std::process::ExitCode;

fn main() -> ExitCode {
    ringassay_sut::state_build!();
    ringassay_engine::positional::cli::main()
}
