//! A plaintext pair that misbehaves at a chosen point in a chosen way, to try a harness on.
//!
//! [`table`] lists every fault with what a harness must record; [`run`] plays one. Each fault is
//! bounded by itself, in bytes, processes and time, so that a harness that fails to stop it does
//! not take the machine along.

mod answers;
mod bytes;
pub mod cheats;
mod fault;
pub mod helper;
mod hostile;
mod outputs;
mod point;
mod process;
mod random;
mod resources;
mod session;
mod stream;
pub mod table;

use std::process::ExitCode;

pub use fault::Fault;
pub use point::Point;

use crate::builtin::plaintext::{PlaintextClient, PlaintextServer};
use crate::hello::Role;
use crate::kit::{ClientSession, Protocol, ServeError, ServerSession};

/// What goes wrong, where and how much.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The role that is played.
    pub role: Role,
    /// The only role that misbehaves; `None`: both.
    pub culprit: Option<Role>,
    /// Where the fault strikes.
    pub at: Point,
    /// What it does.
    pub fault: Fault,
    /// How many times the point passes without a fault before it strikes every time.
    pub after: u64,
    /// Amount of what is written, allocated or cut; `None`: the fault's own default.
    pub bytes: Option<u64>,
    /// How long to wait, or processes left behind live; `None`: the fault's own default.
    pub seconds: Option<f64>,
    /// How many processes a fork bomb has at most.
    pub count: u32,
    /// How often a flaky answer is wrong, `0.0..=1.0`.
    pub probability: f64,
    /// Seed of all chance; `None`: from the operating system.
    pub seed: Option<u64>,
}

/// Plays a plan on standard input and output.
///
/// # Errors
/// When the plan's fault cannot happen, or the honest part of the work fails.
pub fn run(plan: Plan, protocol: Protocol) -> Result<ExitCode, ServeError> {
    process::no_core_file();
    match plan.role {
        Role::Client => {
            let client = ClientSession::new(PlaintextClient::default(), protocol);
            session::Faulty::new(plan, client).run()
        }
        Role::Server => {
            let server = ServerSession::new(PlaintextServer::default(), protocol);
            session::Faulty::new(plan, server).run()
        }
    }
}
