//! This program, started under Valgrind by itself.

use std::process::{Command, ExitCode};

use ringassay_kernels::{Backend, secrecy};

use super::{Check, Failure, Finding, all, planted};

/// `ringassay-runtime bgv secrets`: a table of findings; fails if there are any, or if a planted one was missed.
/// `others` are run beside the schemes of this crate.
///
/// # Errors
/// When Valgrind cannot be started, with what to do.
pub fn run(verbose: bool, others: &[Check]) -> Result<ExitCode, Failure> {
    if secrecy::is_watched() {
        return report(others);
    }
    let mut command = Command::new("valgrind");
    command.args(["--tool=memcheck", "--error-limit=no", "--leak-check=no"]);
    // Counted either way; shown with the place in the program if asked for.
    command.arg(if verbose { "--num-callers=20" } else { "--log-file=/dev/null" });
    command.arg(std::env::current_exe()?).args(std::env::args_os().skip(1));
    let status = command.status().map_err(|error| {
        format!(
            "valgrind did not start ({error}): install it (apt-get install valgrind) and repeat"
        )
    })?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn report(others: &[Check]) -> Result<ExitCode, Failure> {
    println!("backend {}", Backend::chosen()?);
    let planted = planted()?;
    let findings = all(others)?;
    let width = findings.iter().map(|finding| finding.function.len()).max().unwrap_or_default();
    println!("{:width$}  findings", "function");
    for Finding { function, count, excuse } in &findings {
        let excuse = excuse.map_or_else(String::new, |reason| format!("  known: {reason}"));
        println!("{function:width$}  {count}{excuse}");
    }
    let new = findings.iter().filter(|finding| finding.excuse.is_none());
    let total: usize = new.map(|finding| finding.count).sum();
    let functions = findings.len() - 1;
    println!("{functions} functions, {total} findings; a planted branch on a secret: {planted}");
    let clean = total == 0 && planted > 0;
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
