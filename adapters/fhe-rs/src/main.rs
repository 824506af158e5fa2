//! fhe.rs (BFV) behind the protocol of `docs/protocol.md`, as `docs/programs.md` describes:
//!
//!     ringassay-fhe-rs client    makes keys, encrypts, decrypts
//!     ringassay-fhe-rs server    takes slot programs and runs them

mod client;
mod parameters;
mod server;

use std::process::ExitCode;

use ringassay_sut::hello::{Limits, PLANNER};
use ringassay_sut::kit::{
    About, Build, Failure, SlotClient, SlotServer, serve_client, serve_server,
};

use crate::client::FheClient;
use crate::parameters::{DIMENSIONS, MAX_MODULUS_BITS};
use crate::server::FheKeys;

fn main() -> ExitCode {
    ringassay_sut::state_build!();
    let role = std::env::args().nth(1);
    match role.as_deref() {
        Some("client") => serve_client(SlotClient::new(FheClient::default())),
        Some("server") => serve_server(SlotServer::new(FheKeys)),
        _ => {
            eprintln!("usage: ringassay-fhe-rs client|server");
            ExitCode::from(2)
        }
    }
}

fn about() -> About {
    let gates = ["LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT", "LSUB", "LNEG"];
    let fan_in = ["AND", "OR", "XOR"];
    let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let largest = DIMENSIONS[DIMENSIONS.len() - 1];
    let limits = Limits {
        max_batch: Some(largest as u64 / 2),
        max_security: Some(256),
        max_outputs: Some(1 << 16),
        min_modulus: Some(2 * DIMENSIONS[0] as u64 + 1),
        max_modulus: Some((1 << MAX_MODULUS_BITS) - 1),
        ..Limits::default()
    };
    About {
        name: "fhe-rs".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: Some("fhe.rs".to_owned()),
        library_version: Some("0.1.1".to_owned()),
        scheme: Some("BFV".to_owned()),
        spaces: names(&["gf2", "zt"]),
        gates: names(&[&gates[..], &fan_in].concat()),
        limits,
        planner: Some(PLANNER.to_owned()),
        build: Build::ours("none", 1),
    }
}

/// What the library makes of hostile bytes may be a panic, which is a failure of the step.
fn guarded<T>(work: impl FnOnce() -> Result<T, fhe::Error>) -> Result<T, Failure> {
    let quiet = std::panic::AssertUnwindSafe(work);
    match std::panic::catch_unwind(quiet) {
        Ok(result) => result.map_err(Failure::failed),
        Err(_) => Err(Failure::failed("fhe.rs panicked; standard error has its message")),
    }
}
