//! What to start and within which bounds, read from Python's objects.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use pyo3::prelude::*;
use ringassay_harness::{self as harness, Handshake, SutSpec};

use crate::errors::value_error;

/// The attributes of `ringassay.sut.command.SutCommand`.
#[derive(FromPyObject)]
pub(crate) struct Command {
    name: String,
    client: Vec<String>,
    server: Vec<String>,
    env: BTreeMap<String, String>,
    passed: Vec<String>,
    readable: Vec<PathBuf>,
    cwd: Option<PathBuf>,
    handshake: String,
}

impl Command {
    /// As the harness takes it.
    pub(super) fn spec(self) -> PyResult<SutSpec> {
        let handshake = match self.handshake.as_str() {
            "auto" => Handshake::Auto,
            "required" => Handshake::Required,
            "never" => Handshake::Never,
            other => {
                return Err(value_error(format!(
                    "handshake is \"auto\", \"required\" or \"never\", not {other:?}"
                )));
            }
        };
        Ok(SutSpec {
            name: self.name,
            client: self.client,
            server: self.server,
            env: self.env,
            pass: self.passed,
            readable: self.readable,
            cwd: self.cwd,
            handshake,
        })
    }
}

/// The attributes of `ringassay.harness.Bounds`: times in seconds, sizes in bytes.
#[derive(FromPyObject)]
pub(crate) struct Bounds {
    start_s: f64,
    keygen_s: f64,
    ingest_s: f64,
    encrypt_s: f64,
    evaluate_s: f64,
    decrypt_s: f64,
    memory_bytes: Option<u64>,
    packet_bytes: u64,
    text_bytes: Option<u64>,
    processes: Option<u64>,
    file_bytes: Option<u64>,
    scratch_bytes: Option<u64>,
    network: bool,
    files: bool,
}

impl Bounds {
    /// As the harness takes them. What is `None` keeps its default, which knows the machine.
    pub(super) fn bounds(&self) -> PyResult<harness::Bounds> {
        let default = harness::Bounds::default();
        Ok(harness::Bounds {
            start: duration(self.start_s)?,
            keygen: duration(self.keygen_s)?,
            ingest: duration(self.ingest_s)?,
            encrypt: duration(self.encrypt_s)?,
            evaluate: duration(self.evaluate_s)?,
            decrypt: duration(self.decrypt_s)?,
            memory_bytes: self.memory_bytes.or(default.memory_bytes),
            packet_bytes: self.packet_bytes,
            text_bytes: self.text_bytes.unwrap_or(default.text_bytes),
            processes: self.processes.unwrap_or(default.processes),
            file_bytes: self.file_bytes.or(default.file_bytes),
            scratch_bytes: self.scratch_bytes.or(default.scratch_bytes),
            network: self.network,
            files: self.files,
            ..default
        })
    }
}

fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).ok().filter(|bound| !bound.is_zero()).ok_or_else(|| {
        value_error(format!("a bound on time must be positive and finite, got {seconds} s"))
    })
}
