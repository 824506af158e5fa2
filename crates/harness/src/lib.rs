//! Runs a system under test as two bounded, timed and disposable processes.
//!
//! A [`Pair`] starts client and server of a [`SutSpec`], each below a *guard* process
//! ([`guard`]) that bounds and in the end removes everything the program has started, and takes
//! them through the steps of `docs/protocol.md`. Each step gives a [`Step`] with its figures, or a
//! [`Failure`] with its class and circumstances. Whatever the programs do, a step ends within its
//! bound and two seconds, and nothing of them is left when the pair is dropped. [`ask`] starts a
//! single program in the same way, which answers once.
//!
//! Linux only. The host must ignore SIGPIPE, as the runtimes of Rust and Python do; a pair is not
//! started otherwise.

mod alone;
mod classify;
mod control;
mod environment;
mod exchange;
mod figures;
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

pub use alone::{Answer, ask};
pub use environment::PASSED;
pub use isolation::{Isolation, Protection, Standing};
pub use outcome::{
    Class, Detail, Ended, Failure, Figure, Limit, LimitHit, STEP_FIGURES, Stage, Step,
};
pub use pair::{Closed, Kept, Pair};
pub use ringassay_sut::hello::{Hello, Report, Role};
pub use spec::{Bounds, Handshake, Interrupted, Options, SutSpec};

/// The one variable of our own that systems under test are given: it decides with which instructions
/// they compute, and what is forced has to be what is measured.
pub const BACKEND_VARIABLE: &str = "RINGASSAY_BACKEND";

/// `CLOCK_MONOTONIC`, which all processes share.
pub(crate) fn monotonic_ns() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    u64::try_from(now.tv_sec).unwrap_or(0) * 1_000_000_000 + u64::try_from(now.tv_nsec).unwrap_or(0)
}
