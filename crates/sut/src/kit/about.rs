//! What a program says of itself in HELLO.

use crate::hello::{Hello, Limits, PROTOCOL, Role};
use crate::kit::{Build, Protocol};
use crate::packet::{Kind, text_packet};

/// Who a system under test is; see the table of HELLO in `docs/protocol.md`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its own version.
    pub version: String,
    /// The library it is built on.
    pub library: Option<String>,
    /// That library's version.
    pub library_version: Option<String>,
    /// The scheme.
    pub scheme: Option<String>,
    /// Plaintext spaces it can work in: `gf2`, `zt`, `real`, `complex`.
    pub spaces: Vec<String>,
    /// Names of the gates it can evaluate.
    pub gates: Vec<String>,
    /// The largest circuits it takes.
    pub limits: Limits,
    /// Who plans circuits: [`PLANNER`](crate::hello::PLANNER) for a system that takes slot programs,
    /// see [`Server::ingest_program`](crate::kit::Server::ingest_program); `None`: the system itself.
    pub planner: Option<String>,
    /// How it was built, and what it computes with.
    pub build: Build,
}

impl About {
    /// The HELLO object of this system under test in one of its roles.
    #[must_use]
    pub fn hello(self, role: Role) -> Hello {
        Hello {
            protocol: PROTOCOL,
            role,
            name: self.name,
            version: self.version,
            library: self.library,
            library_version: self.library_version,
            scheme: self.scheme,
            spaces: Some(self.spaces),
            gates: Some(self.gates),
            planner: self.planner,
            limits: self.limits,
            other: self.build.into_keys(),
        }
    }

    pub(super) fn packet(self, role: Role, protocol: Protocol) -> Option<Vec<u8>> {
        if protocol == Protocol::Original {
            return None;
        }
        // Maps with string keys and no floats always have a JSON text.
        let body = serde_json::to_vec(&self.hello(role)).ok()?;
        Some(text_packet(Kind::Hello, &body))
    }
}
