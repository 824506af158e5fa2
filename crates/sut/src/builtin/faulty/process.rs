//! Faults of a process: how it ends, sleeps, and leaves others behind.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use nix::sys::signal::{SigSet, Signal, raise};
use rustix::process::{Resource, Rlimit, setrlimit};

use super::fault::Fault;
use super::{Plan, helper, hostile, stream};
use crate::kit::ServeError;

/// No process sleeps longer than this, whoever forgets it.
const LONGEST_SLEEP: Duration = Duration::from_secs(3600);

/// How the program goes on after a fault.
pub(super) enum After {
    /// It ends.
    End(ExitCode),
    /// As if nothing had happened.
    Behave,
}

impl Plan {
    /// `--bytes`, or this.
    pub(super) fn amount(&self, default: u64) -> u64 {
        self.bytes.unwrap_or(default)
    }

    /// `--seconds`, or this.
    pub(super) fn duration(&self, default: f64) -> Duration {
        let seconds = self.seconds.unwrap_or(default);
        Duration::try_from_secs_f64(seconds).map_or(LONGEST_SLEEP, |d| d.min(LONGEST_SLEEP))
    }
}

/// Commits the fault, if it is one of these.
pub(super) fn strike(plan: &Plan) -> Result<Option<After>, ServeError> {
    let after = match plan.fault {
        Fault::Exit0 => After::End(ExitCode::SUCCESS),
        Fault::Exit1 => After::End(ExitCode::FAILURE),
        Fault::Segv => die_of(Signal::SIGSEGV),
        Fault::Abort => std::process::abort(),
        Fault::Kill => die_of(Signal::SIGKILL),
        Fault::HostileStderr => {
            let text = hostile::stderr();
            let written = std::io::stderr().write_all(&text);
            written.map_err(ServeError::Output)?;
            After::End(ExitCode::FAILURE)
        }
        Fault::Hang => hang(),
        Fault::Stop => {
            let _ = raise(Signal::SIGSTOP);
            hang()
        }
        Fault::IgnoreTerm => {
            ignore_term();
            hang()
        }
        Fault::Late => {
            sleep(plan, 1.0);
            After::Behave
        }
        Fault::FloodStdout => {
            stream::flood_output(plan.amount(10 << 30))?;
            After::End(ExitCode::SUCCESS)
        }
        Fault::FloodStderr => {
            stream::flood_errors(plan.amount(64 << 20))?;
            After::Behave
        }
        // During a step these two have struck before the request was read.
        Fault::CloseStdin => {
            stream::close_input()?;
            After::Behave
        }
        Fault::CloseBoth => {
            stream::close_input()?;
            stream::close_output()?;
            hang()
        }
        Fault::CloseStdout => {
            stream::close_output()?;
            hang()
        }
        Fault::Daemon => {
            helper::detach(plan.duration(600.0)).map_err(ServeError::Output)?;
            After::End(ExitCode::SUCCESS)
        }
        Fault::Orphan => {
            helper::detach(plan.duration(600.0)).map_err(ServeError::Output)?;
            After::Behave
        }
        Fault::Respawn => {
            helper::respawn(plan.duration(60.0)).map_err(ServeError::Output)?;
            After::Behave
        }
        Fault::ForkBomb => {
            helper::bomb(plan.count, plan.duration(30.0)).map_err(ServeError::Output)?;
            After::Behave
        }
        _ => return Ok(None),
    };
    Ok(Some(after))
}

/// Sleeps for `--seconds`, or `default`.
pub(super) fn sleep(plan: &Plan, default: f64) {
    std::thread::sleep(plan.duration(default));
}

/// Sleeps until somebody ends the process.
pub(super) fn hang() -> ! {
    std::thread::sleep(LONGEST_SLEEP);
    std::process::exit(1)
}

/// No fault of this program is worth a core file.
pub(super) fn no_core_file() {
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    // If it cannot be set there is a file too many, and the fault is still committed.
    let _ = setrlimit(Resource::Core, none);
}

/// Blocks SIGTERM for good. (Ignoring it needs `unsafe`; to the sender it is the same.)
fn ignore_term() {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    let _ = signals.thread_block();
}

fn die_of(signal: Signal) -> ! {
    // The runtime's handler for stack overflows takes the first SIGSEGV and steps aside.
    for _ in 0..2 {
        let _ = raise(signal);
    }
    std::process::abort()
}
