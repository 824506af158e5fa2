//! Answers, and what goes with them.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use thiserror::Error;

use crate::packet::{Kind, write_chunks, write_text};

/// The bytes of one chunk of a key or ciphertext.
#[derive(Clone, Debug)]
pub enum Chunk {
    /// Made for this answer.
    Owned(Vec<u8>),
    /// Kept for other answers as well.
    Shared(Arc<[u8]>),
}

impl AsRef<[u8]> for Chunk {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            Self::Shared(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for Chunk {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Owned(bytes)
    }
}

impl From<Arc<[u8]>> for Chunk {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self::Shared(bytes)
    }
}

/// Why a request was not met. The session goes on (under the original protocol the program says it
/// on standard error and exits 1).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// This cannot be done: too deep, batch too large.
    #[error("refused: {0}")]
    Refused(String),
    /// Something went wrong inside.
    #[error("failed: {0}")]
    Failed(String),
}

impl Failure {
    /// Something went wrong inside.
    pub fn failed(error: impl std::fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }

    /// This cannot be done.
    pub fn refused(reason: impl std::fmt::Display) -> Self {
        Self::Refused(reason.to_string())
    }
}

/// What a program says beside an answer; it travels in the REPORT.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    pub(super) parameters: Map<String, Value>,
    pub(super) notes: Vec<String>,
    pub(super) parts: Map<String, Value>,
}

/// A part of a step's computation that the REPORT shows on its own (docs/protocol.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Choosing parameters, in a key generation.
    Choose,
    /// Reading ciphertexts, in an evaluation; summed over threads.
    Load,
    /// Writing the result, in an evaluation; summed over threads.
    Save,
}

impl Part {
    fn key(self) -> &'static str {
        match self {
            Self::Choose => "choose_ns",
            Self::Load => "load_ns",
            Self::Save => "save_ns",
        }
    }
}

impl Remarks {
    /// States a parameter of the key, for example `n`, `log2_q`, `security_bits`.
    pub fn parameter(&mut self, name: &str, value: impl Into<Value>) {
        self.parameters.insert(name.to_owned(), value.into());
    }

    /// States how long a part of the step took; the last statement counts.
    pub fn part(&mut self, part: Part, duration: Duration) {
        let ns = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        self.parts.insert(part.key().to_owned(), ns.into());
    }

    /// Says something a reader of the evaluation's report must know.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }
}

/// The packet that answers a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The REPORT packet to be sent before it.
    pub report: Option<Vec<u8>>,
    /// Kind of the answer.
    pub kind: Kind,
    /// Its body.
    pub body: Body,
}

/// The body of an answer.
#[derive(Clone, Debug)]
pub enum Body {
    /// Text without its final line feed.
    Text(Vec<u8>),
    /// Chunks, at least one.
    Chunks(Vec<Chunk>),
}

impl Answer {
    /// Writes report and answer.
    ///
    /// # Errors
    /// Those of `out`, and when there is no chunk.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        if let Some(report) = &self.report {
            out.write_all(report)?;
        }
        match &self.body {
            Body::Text(text) => write_text(out, self.kind, text),
            Body::Chunks(chunks) => write_chunks(out, self.kind, chunks),
        }
    }
}
