//! FV, YASHE', F-NTRU and SHIELD as systems under test.

use std::process::ExitCode;

fn main() -> ExitCode {
    ringassay_engine::positional::cli::main()
}
