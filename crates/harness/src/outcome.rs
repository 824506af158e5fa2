//! What a step came to: figures, or a failure with its class.

use std::fmt;
use std::path::PathBuf;

use ringassay_sut::hello::{ErrorKind, Report, Role};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::isolation::Isolation;

/// The steps of `docs/protocol.md`, with what lies around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Until both programs are ready.
    Start,
    /// Key generation, by the client.
    Keygen,
    /// Key and circuit to the server.
    Ingest,
    /// Encryption, by the client.
    Encrypt,
    /// Evaluation, by the server.
    Evaluate,
    /// Decryption, by the client.
    Decrypt,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Keygen => "key generation",
            Self::Ingest => "ingestion",
            Self::Encrypt => "encryption",
            Self::Evaluate => "evaluation",
            Self::Decrypt => "decryption",
        })
    }
}

/// The classes of "Outcomes" in `docs/protocol.md` that a single step can come to. `wrong`,
/// `flaky` and `unsupported` are judged by whoever knows the expected answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A clean ERROR from the system under test; the pair stays usable.
    Refused,
    /// A process ended by a signal or an exit.
    Crash,
    /// A bound on time was exceeded.
    Timeout,
    /// Bytes that are not the packet expected, or a pipe closed in its place.
    Protocol,
    /// Memory, output size, processes or file size over the bound.
    Resource,
    /// A program could not be executed, or ended or stayed silent before being ready.
    StartFailed,
    /// The harness itself was stopped.
    Interrupted,
    /// The harness's own fault.
    HarnessError,
}

impl Class {
    /// The name used in `docs/protocol.md` and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Protocol => "protocol",
            Self::Resource => "resource",
            Self::StartFailed => "start-failed",
            Self::Interrupted => "interrupted",
            Self::HarnessError => "harness-error",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What was bounded and exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Resident bytes of a process tree.
    MemoryBytes,
    /// Processes of a tree.
    Processes,
    /// Bytes of one packet.
    PacketBytes,
    /// Bytes of one file.
    FileBytes,
    /// Wall time of a step, in nanoseconds.
    WallNs,
}

/// A bound that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitHit {
    /// Which one.
    pub limit: Limit,
    /// The bound, in the unit of `limit`.
    pub bound: u64,
    /// What was seen, in the same unit; `None` when only the excess is known.
    pub reached: Option<u64>,
}

/// What a figure of a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The field of [`Step`].
    pub name: &'static str,
    /// `ns` or `bytes`.
    pub unit: &'static str,
    /// What it measures, in Markdown.
    pub meaning: &'static str,
}

macro_rules! define_step {
    ($($name:ident: $unit:literal, $meaning:literal;)+) => {
        /// Figures of a step that ended with an answer; [`STEP_FIGURES`] describes them.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Step {
            $(#[doc = $meaning] pub $name: u64,)+
            /// A HELLO came within this step, so that `wall_ns` may contain the end of the start.
            pub late_hello: bool,
            /// The REPORT of the system under test.
            pub report: Option<Report>,
        }

        /// The figures of every [`Step`].
        pub const STEP_FIGURES: &[Figure] = &[
            $(Figure { name: stringify!($name), unit: $unit, meaning: $meaning },)+
        ];
    };
}
crate::step_figures!(define_step);

/// A step that did not end with the answer asked for.
#[derive(Clone, Debug, Error, Serialize)]
#[error("{class} during {stage}: {message}")]
pub struct Failure {
    /// Its class; not among the circumstances that are written.
    #[serde(skip)]
    pub class: Class,
    /// The step.
    pub stage: Stage,
    /// The program at fault, where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// What happened, in a sentence.
    pub message: String,
    /// The circumstances.
    #[serde(flatten)]
    pub detail: Box<Detail>,
}

impl Failure {
    /// The outcome of the step: the name of the class, but `failed` for an ERROR of that kind. That is no
    /// refusal: something broke, and the system may be mended.
    #[must_use]
    pub fn outcome(&self) -> &'static str {
        match (self.class, self.detail.error_kind) {
            (Class::Refused, Some(ErrorKind::Failed)) => "failed",
            (class, _) => class.name(),
        }
    }
}

/// Circumstances of a failure; what does not apply is `None`, empty or 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Detail {
    /// Exit code of the program at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// Signal that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    /// Name of that signal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal_name: Option<&'static str>,
    /// Number of the operating system's error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errno: Option<i32>,
    /// The last 64 KiB of its standard error, bytes that are not UTF-8 replaced.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// Offset in its output, from the start of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// What was expected there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was there, escaped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<String>,
    /// The bound exceeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<LimitHit>,
    /// `refused` or `failed`, as the ERROR packet says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_kind: Option<ErrorKind>,
    /// REPORT that came before the ERROR.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// Time from the start of the step to the failure being noticed.
    pub wall_ns: u64,
    /// Request bytes accepted.
    pub sent_bytes: u64,
    /// Answer bytes received.
    pub received_bytes: u64,
    /// CPU time of the program at fault and its descendants over their whole life.
    pub cpu_ns: u64,
    /// Largest sampled resident size of the program at fault and its descendants.
    pub peak_bytes: u64,
    /// Processes that could not be ended, for example in an uninterruptible system call.
    pub survivors: u32,
    /// The first of them, each as `number (name)`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remaining: Vec<String>,
    /// Scratch folders that could not be removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<PathBuf>,
    /// Of a start that failed: what stood around each program that was started. No circumstance of the
    /// failure, but of the system.
    #[serde(skip)]
    pub isolation: Vec<(Role, Isolation)>,
}

/// How a program ended and what it had used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Its exit code, when it exited.
    pub exit_code: Option<i32>,
    /// The signal that ended it, otherwise.
    pub signal: Option<i32>,
    /// CPU time of it and its descendants.
    pub cpu_ns: u64,
    /// Largest resident size of a single process among them that has been waited for.
    pub largest_process_bytes: u64,
    /// Largest sampled resident size of them together.
    pub peak_bytes: u64,
    /// The bound for which it was killed.
    pub limit: Option<LimitHit>,
    /// Whether it was ended on request rather than by itself.
    pub killed: bool,
    /// Whether somebody else than the harness had its guard end it, by a signal.
    #[serde(default)]
    pub guard_signalled: bool,
    /// Processes that could not be ended.
    pub survivors: u32,
    /// The first of them, each as `number (name)`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remaining: Vec<String>,
    /// Its scratch folder, where that could not be removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<PathBuf>,
}
