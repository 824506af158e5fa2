//! `ringassay-guard`: keeps one program of a system under test within its bounds.

use std::process::ExitCode;

fn main() -> ExitCode {
    ringassay_harness::guard::main()
}
