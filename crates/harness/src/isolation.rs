//! Which protections stood between a program and everything else.

use std::collections::BTreeMap;
use std::fmt;
use std::io;

use serde::{Deserialize, Serialize};

/// What the launcher tries to put around a program, in the order of docs/protocol.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protection {
    /// Variables made from a list, not the user's.
    Environment,
    /// No privilege, and no way to gain one.
    Privileges,
    /// A user name space of its own: nothing outside may be traced or looked into.
    User,
    /// A process name space of its own: nothing outside can be signalled, and all ends with it.
    Processes,
    /// A list of processes with its own alone.
    ProcessList,
    /// The user's files, the store and devices out of sight; the rest read-only; temporary files and
    /// shared memory of its own.
    Files,
    /// A network of its own with nothing in it.
    Network,
    /// System V objects and message queues of its own.
    Ipc,
    /// A host name of its own.
    HostName,
    /// A session keyring of its own.
    Keyring,
    /// No system calls that lead past the others: keys, locks, name spaces, memory that is not counted.
    Filter,
}

impl Protection {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Environment,
        Self::Privileges,
        Self::User,
        Self::Processes,
        Self::ProcessList,
        Self::Files,
        Self::Network,
        Self::Ipc,
        Self::HostName,
        Self::Keyring,
        Self::Filter,
    ];

    /// The name used in documents and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Environment => "environment",
            Self::Privileges => "privileges",
            Self::User => "user",
            Self::Processes => "processes",
            Self::ProcessList => "process-list",
            Self::Files => "files",
            Self::Network => "network",
            Self::Ipc => "ipc",
            Self::HostName => "host-name",
            Self::Keyring => "keyring",
            Self::Filter => "filter",
        }
    }
}

/// Whether a protection is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", content = "why", rename_all = "kebab-case")]
pub enum Standing {
    /// It is.
    InForce,
    /// The system refused it, for this reason.
    Refused(String),
    /// It was not wanted.
    NotAsked,
}

/// The protections of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Isolation(BTreeMap<Protection, Standing>);

impl Isolation {
    /// Each protection that was tried, or was not to be, and what came of it.
    pub fn iter(&self) -> impl Iterator<Item = (Protection, &Standing)> {
        self.0.iter().map(|(&protection, standing)| (protection, standing))
    }

    /// Whether a protection is in force.
    #[must_use]
    pub fn has(&self, protection: Protection) -> bool {
        self.0.get(&protection) == Some(&Standing::InForce)
    }

    /// Whether every protection is in force, or was not wanted.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        Protection::ALL
            .iter()
            .all(|it| matches!(self.0.get(it), Some(Standing::InForce | Standing::NotAsked)))
    }

    /// Adds what another has noted.
    pub(crate) fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Notes what came of a protection.
    pub(crate) fn note(&mut self, protection: Protection, result: Result<(), Refusal>) {
        let standing = match result {
            Ok(()) => Standing::InForce,
            Err(refusal) => Standing::Refused(refusal.to_string()),
        };
        self.0.insert(protection, standing);
    }

    /// Notes that a protection was not wanted.
    pub(crate) fn not_asked(&mut self, protection: Protection) {
        self.0.insert(protection, Standing::NotAsked);
    }
}

/// What was tried and how the system answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    what: String,
    error: io::Error,
}

impl Refusal {
    /// For `map_err`.
    pub(crate) fn of<E: Into<io::Error>>(what: impl Into<String>) -> impl FnOnce(E) -> Self {
        move |error| Self { what: what.into(), error: error.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.error)
    }
}
