//! Runs a system under test as two bounded, timed and disposable processes.
//!
//! A [`Pair`] starts client and server of a [`SutSpec`], each below a *guard* process
//! ([`guard`]) that bounds and in the end removes everything the program has started, and takes
//! them through the steps of `docs/protocol.md`. Each step gives a [`Step`] with its figures, or a
//! [`Failure`] with its class and circumstances. Whatever the programs do, a step ends within its
//! bound and two seconds, and nothing of them is left when the pair is dropped.
//!
//! Linux only. The host must ignore SIGPIPE, as the runtimes of Rust and Python do; a pair is not
//! started otherwise.

mod classify;
mod control;
mod environment;
mod exchange;
pub mod guard;
mod handshake;
mod isolation;
mod listen;
mod memory;
mod outcome;
mod pair;
mod proc;
mod process;
mod progress;
mod request;
mod spec;
mod sweep;
mod tail;

use std::path::PathBuf;

pub use environment::PASSED;
pub use isolation::{Isolation, Protection, Standing};
pub use outcome::{Class, Detail, Ended, Failure, Limit, LimitHit, Stage, Step};
pub use pair::{Closed, Kept, Pair};
pub use ringassay_sut::hello::{Hello, Report, Role};
pub use spec::{Bounds, Handshake, Interrupted, Options, SutSpec};

/// Name of the guard program.
pub const GUARD_NAME: &str = "ringassay-guard";
/// Environment variable that names the guard program's file.
pub const GUARD_VARIABLE: &str = "RINGASSAY_GUARD";

/// The one variable of our own that systems under test are given: it decides with which instructions
/// they compute, and what is forced has to be what is measured.
pub const BACKEND_VARIABLE: &str = "RINGASSAY_BACKEND";

/// Finds the guard program: what [`GUARD_VARIABLE`] names, a file beside the running program, or
/// one in `PATH`, in this order.
#[must_use]
pub fn locate_guard() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(GUARD_VARIABLE) {
        return Some(PathBuf::from(named));
    }
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join(GUARD_NAME)));
    let in_path = std::env::var_os("PATH")
        .map(|path| {
            std::env::split_paths(&path).map(|dir| dir.join(GUARD_NAME)).collect::<Vec<_>>()
        })
        .unwrap_or_default();
    beside.into_iter().chain(in_path).find(|file| file.is_file())
}

/// `CLOCK_MONOTONIC`, which all processes share.
pub(crate) fn monotonic_ns() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    u64::try_from(now.tv_sec).unwrap_or(0) * 1_000_000_000 + u64::try_from(now.tv_nsec).unwrap_or(0)
}
