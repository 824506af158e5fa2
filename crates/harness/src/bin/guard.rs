//! The guard as a program of its own, for the tests of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    ringassay_harness::guard::main()
}
