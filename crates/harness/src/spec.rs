//! What to run and within which bounds.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ringassay_sut::hello::Role;
use serde::{Deserialize, Serialize};

use crate::memory::memory_bytes;

/// Whether to offer protocol 2 and to insist on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Handshake {
    /// Offer it; a program that stays silent for the grace time is spoken to as the original would.
    #[default]
    Auto,
    /// Offer it; a program without a HELLO within the start bound has failed to start.
    Required,
    /// Do not offer it: the variable is not set and nothing is waited for.
    Never,
}

/// A system under test: two programs and how to start them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SutSpec {
    /// What the harness calls it.
    pub name: String,
    /// Program and arguments of the client. A name without a slash is looked up in `PATH`.
    pub client: Vec<String>,
    /// Program and arguments of the server.
    pub server: Vec<String>,
    /// Variables beside those of [`PASSED`](crate::PASSED).
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Names of further variables of the harness's environment that are passed on where they are set.
    #[serde(default)]
    pub pass: Vec<String>,
    /// Files, folders and devices that the programs need and that would be out of their sight: under
    /// a home, a temporary folder or `/dev`. Where the programs themselves lie, their libraries beside
    /// them, the working directory and what arguments name are in sight without it.
    #[serde(default)]
    pub readable: Vec<PathBuf>,
    /// Working directory of both; that of the harness if `None`.
    #[serde(default)]
    pub cwd: Option<PathBuf>,
    /// Whether protocol 2 is offered.
    #[serde(default)]
    pub handshake: Handshake,
}

impl SutSpec {
    /// Program and arguments of one of the two.
    #[must_use]
    pub fn argv(&self, role: Role) -> &[String] {
        match role {
            Role::Client => &self.client,
            Role::Server => &self.server,
        }
    }
}

/// Bounds on the two programs. `None` means unbounded; by default everything is bounded but address
/// space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bounds {
    /// From the start of the client until both are ready.
    pub start: Duration,
    /// Wall time of a key generation.
    pub keygen: Duration,
    /// Wall time of an ingestion, the transfer of the key to the server included.
    pub ingest: Duration,
    /// Wall time of an encryption.
    pub encrypt: Duration,
    /// Wall time of an evaluation.
    pub evaluate: Duration,
    /// Wall time of a decryption.
    pub decrypt: Duration,
    /// Resident bytes of a program and its descendants together, shared pages counted once per
    /// process, with their page tables, with sockets beyond 64 as if their buffers were full, and with 8 KiB for
    /// each descriptor beyond 256; half
    /// of the memory by default. Sampled every 50 ms, every 5 ms from half of the bound on.
    pub memory_bytes: Option<u64>,
    /// Address space of each process (`RLIMIT_AS`). Off by default: garbage-collected runtimes
    /// reserve far more than they use.
    pub address_space_bytes: Option<u64>,
    /// A packet from header to footer.
    pub packet_bytes: u64,
    /// A packet without chunks: a key in the original protocol, an output.
    pub text_bytes: u64,
    /// Processes and threads of a program and its descendants together; by default 256, or eight for
    /// each processor where these are more. The kernel admits one beyond the bound (`RLIMIT_NPROC`,
    /// `pids.max`) where it can be asked to; elsewhere they are counted with each sample.
    pub processes: u64,
    /// Each file written (`RLIMIT_FSIZE`); a quarter of the memory by default.
    pub file_bytes: Option<u64>,
    /// Descriptors of each process (`RLIMIT_NOFILE`).
    pub open_files: u64,
    /// Whether the programs keep the machine's network. Otherwise each gets one of its own with
    /// nothing in it, so that the two cannot talk past the harness.
    pub network: bool,
    /// Whether the programs keep the machine's files, as the user who runs the harness has them.
    /// Otherwise homes, temporary folders and devices are out of their sight, and nothing but
    /// temporary files of their own can be written.
    pub files: bool,
    /// Temporary files and shared memory of a program together, where they are its own: they lie in
    /// memory. A quarter of it by default.
    pub scratch_bytes: Option<u64>,
}

/// So many that a program with several threads for each processor stays far below.
fn processes() -> u64 {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (8 * processors as u64).max(256)
}

impl Default for Bounds {
    fn default() -> Self {
        const TEN_MINUTES: Duration = Duration::from_secs(600);
        let memory = memory_bytes();
        Self {
            start: Duration::from_secs(60),
            keygen: TEN_MINUTES,
            ingest: TEN_MINUTES,
            encrypt: TEN_MINUTES,
            evaluate: Duration::from_secs(3600),
            decrypt: TEN_MINUTES,
            memory_bytes: memory.map(|bytes| bytes / 2),
            address_space_bytes: None,
            packet_bytes: 1 << 30,
            text_bytes: 48 << 20,
            processes: processes(),
            file_bytes: memory.map(|bytes| bytes / 4),
            open_files: 4096,
            network: false,
            files: false,
            scratch_bytes: memory.map(|bytes| bytes / 4),
        }
    }
}

/// Asked once a second while waiting, and whenever a signal interrupts: `true` gives up.
pub type Interrupted = Arc<dyn Fn() -> bool + Send + Sync>;

/// How the harness goes about it; nothing here is about the system under test.
#[derive(Clone)]
pub struct Options {
    /// The program that has the [`guard`](crate::guard), as its verb.
    pub guard: PathBuf,
    /// How long a program may stay silent before it counts as one of the original protocol.
    pub handshake_grace: Duration,
    /// Between SIGTERM and SIGKILL.
    pub kill_grace: Duration,
    /// How long a program may take to end after its standard input is closed.
    pub close_grace: Duration,
    /// Where each program gets a directory of its own, named in its `TMPDIR` and removed with it.
    pub scratch: PathBuf,
    /// Files and folders that no program may see, beside homes and temporary folders: the store.
    pub hidden: Vec<PathBuf>,
    /// Lets the host give up a step; see [`Interrupted`].
    pub interrupted: Option<Interrupted>,
}

impl Options {
    /// Two seconds of silence make an original; one second of grace after SIGTERM, two after the
    /// end of input.
    #[must_use]
    pub fn new(guard: impl Into<PathBuf>) -> Self {
        Self {
            guard: guard.into(),
            handshake_grace: Duration::from_secs(2),
            kill_grace: Duration::from_secs(1),
            close_grace: Duration::from_secs(2),
            scratch: std::env::temp_dir(),
            hidden: Vec::new(),
            interrupted: None,
        }
    }
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("guard", &self.guard)
            .field("handshake_grace", &self.handshake_grace)
            .field("kill_grace", &self.kill_grace)
            .field("close_grace", &self.close_grace)
            .field("scratch", &self.scratch)
            .field("hidden", &self.hidden)
            .field("interrupted", &self.interrupted.is_some())
            .finish()
    }
}
