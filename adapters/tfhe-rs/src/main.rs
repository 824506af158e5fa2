//! tfhe-rs (Boolean gates) behind the protocol of `docs/protocol.md`:
//!
//!     ringassay-tfhe-rs client    makes keys, encrypts, decrypts
//!     ringassay-tfhe-rs server    takes circuits over bits and evaluates them gate by gate

mod bits;
mod client;
mod server;

use std::process::ExitCode;

use ringassay_sut::hello::Limits;
use ringassay_sut::kit::{About, Build, Failure, serve_client, serve_server};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::client::{MAX_BATCH, TfheClient};
use crate::server::TfheServer;

fn main() -> ExitCode {
    ringassay_sut::state_build!();
    match std::env::args().nth(1).as_deref() {
        Some("client") => serve_client(TfheClient::default()),
        Some("server") => serve_server(TfheServer::default()),
        _ => {
            eprintln!("usage: ringassay-tfhe-rs client|server");
            ExitCode::from(2)
        }
    }
}

fn about() -> About {
    let gates =
        ["LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT", "AND", "OR", "XOR"];
    About {
        name: "tfhe-rs".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: Some("tfhe-rs".to_owned()),
        library_version: Some("1.8.2".to_owned()),
        scheme: Some("TFHE".to_owned()),
        spaces: vec!["gf2".to_owned()],
        gates: gates.map(str::to_owned).to_vec(),
        limits: Limits {
            max_batch: Some(MAX_BATCH.into()),
            max_security: Some(128),
            max_outputs: Some(1 << 16),
            ..Limits::default()
        },
        planner: None,
        build: Build::ours("chosen by tfhe-rs at run time, without AVX-512", 1),
    }
}

/// What the library makes of hostile bytes may be a panic, which is a failure of the step.
fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Failure::failed("tfhe-rs panicked; standard error has its message"))
    })
}

fn written(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    bincode::serialize(value).map_err(Failure::failed)
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    guarded(|| bincode::deserialize(bytes).map_err(Failure::failed))
}
