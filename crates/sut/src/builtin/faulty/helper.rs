//! The processes that a fault leaves behind. A program without `unsafe` cannot fork, so each is
//! this program again, with a hidden command and the pipes of its parent.

use std::io;
use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

use clap::Subcommand;

/// What a helper does.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum Helper {
    /// Sleep.
    Linger {
        /// How long.
        milliseconds: u64,
    },
    /// Start a lingering process in a session of its own, and end: the double fork of a daemon.
    Detach {
        /// How long it lingers.
        milliseconds: u64,
    },
    /// Start a successor in a session of its own, and end.
    Respawn {
        /// How long the line goes on.
        milliseconds: u64,
    },
    /// Start two processes that do the same, and sleep.
    Bomb {
        /// Generations to come.
        depth: u32,
        /// How long to sleep.
        milliseconds: u64,
    },
}

/// The life of a helper.
#[must_use]
pub fn run(helper: Helper) -> ExitCode {
    match helper {
        Helper::Linger { milliseconds } => {
            std::thread::sleep(Duration::from_millis(milliseconds));
            ExitCode::SUCCESS
        }
        Helper::Detach { milliseconds } => {
            let _ = rustix::process::setsid();
            code(start("linger", &[milliseconds]))
        }
        Helper::Respawn { milliseconds } => {
            let started = Instant::now();
            let _ = rustix::process::setsid();
            // A generation lasts about as long as it takes to start the next; the sleep keeps the
            // line from taking a whole core.
            std::thread::sleep(Duration::from_millis(1));
            let spent = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            match milliseconds.saturating_sub(spent) {
                0 => ExitCode::SUCCESS,
                left => code(start("respawn", &[left])),
            }
        }
        Helper::Bomb { depth, milliseconds } => code(explode(depth, milliseconds)),
    }
}

/// Leaves a daemon that holds the pipes open for `life`.
pub(super) fn detach(life: Duration) -> io::Result<()> {
    // Waiting for the first process leaves the second without a parent that knows it.
    start("detach", &[milliseconds(life)])?.wait().map(drop)
}

/// Leaves a line of processes, each of which soon gives way to the next, for `life`.
pub(super) fn respawn(life: Duration) -> io::Result<()> {
    start("respawn", &[milliseconds(life)])?.wait().map(drop)
}

/// Starts up to `count` processes and waits until they have ended.
pub(super) fn bomb(count: u32, life: Duration) -> io::Result<()> {
    // Two trees of depth d have 2^(d+1) − 2 processes.
    let depth = (count.saturating_add(2) / 2).checked_ilog2().unwrap_or(0);
    explode(depth, milliseconds(life))
}

fn explode(depth: u32, milliseconds: u64) -> io::Result<()> {
    let mut children = Vec::new();
    if depth > 0 {
        for _ in 0..2 {
            children.push(start("bomb", &[u64::from(depth) - 1, milliseconds])?);
        }
    }
    std::thread::sleep(Duration::from_millis(milliseconds));
    children.iter_mut().try_for_each(|child| child.wait().map(drop))
}

fn start(helper: &str, numbers: &[u64]) -> io::Result<Child> {
    Command::new(std::env::current_exe()?)
        .args(["helper", helper])
        .args(numbers.iter().map(u64::to_string))
        .spawn()
}

fn code<T>(result: io::Result<T>) -> ExitCode {
    match result {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
