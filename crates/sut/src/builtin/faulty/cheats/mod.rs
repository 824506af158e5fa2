//! Pairs that claim to encrypt and do not: what the probes of docs/protocol.md have to notice.
//!
//! Each claims BFV, or CKKS under a key for real or complex numbers, over a ring of dimension
//! `claims::CLAIMED_N`, answers every circuit rightly (but where its name says otherwise), and evaluates
//! in the clear. `Counted` and `KeySent` are not noticed: the first shows that nobody is accused of what
//! is not the same in all ciphertexts.

mod cheat;
mod claims;
mod client;
mod kernel;
mod meeting;
mod server;
mod veil;

use std::process::ExitCode;

pub use cheat::Cheat;

use crate::hello::Role;
use crate::kit::{ClientSession, Protocol, ServeError, ServerSession, serve};

/// Plays one of the two programs on standard input and output.
///
/// # Errors
/// Those of the protocol.
pub fn run(cheat: Cheat, role: Role, protocol: Protocol) -> Result<ExitCode, ServeError> {
    match role {
        Role::Client => {
            let client = client::CheatClient::new(cheat);
            serve(&mut ClientSession::new(client, protocol))?;
        }
        Role::Server => {
            let server = server::CheatServer::new(cheat);
            serve(&mut ServerSession::new(server, protocol))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
