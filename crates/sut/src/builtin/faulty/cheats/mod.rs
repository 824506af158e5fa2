//! Pairs that claim to encrypt and do not: what the probes of docs/protocol.md have to notice.
//!
//! Each claims BFV over a ring of dimension `CLAIMED_N`, answers every circuit rightly (but where its
//! name says otherwise), and evaluates in the clear.

mod cheat;
mod client;
mod meeting;
mod server;
mod veil;

use std::process::ExitCode;

pub use cheat::Cheat;

use crate::hello::{Limits, Role};
use crate::kit::{About, Build, ClientSession, Protocol, ServeError, ServerSession, serve};

/// The ring dimension that every cheat claims.
const CLAIMED_N: u64 = 4096;
/// The bits of the modulus that every cheat claims.
const CLAIMED_LOG2_Q: u64 = 109;
/// What a ciphertext under the claimed parameters weighs: two elements of the ring.
const CIPHERTEXT_BYTES: usize = (2 * CLAIMED_N * CLAIMED_LOG2_Q / 8) as usize;

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

fn about() -> About {
    About {
        name: "cheat".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: Some("libcheat".to_owned()),
        library_version: Some("1.0".to_owned()),
        scheme: Some("BFV".to_owned()),
        spaces: vec!["gf2".to_owned(), "zt".to_owned()],
        gates: crate::builtin::plaintext::GATES.map(str::to_owned).to_vec(),
        limits: Limits::default(),
        planner: None,
        build: Build::default(),
    }
}
