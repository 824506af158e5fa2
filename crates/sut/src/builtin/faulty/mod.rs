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
mod plan;
mod point;
mod process;
mod random;
mod resources;
mod session;
mod stream;
pub mod table;

use std::process::ExitCode;

pub use fault::Fault;
pub use plan::Plan;
pub use point::Point;

use crate::builtin::plaintext::{PlaintextClient, PlaintextServer};
use crate::hello::Role;
use crate::kit::{ClientSession, Protocol, ServeError, ServerSession};

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
