//! Where a fault can strike.

use clap::ValueEnum;
use serde::Serialize;

use crate::hello::Role;
use crate::packet::Kind;

/// A point in the life of one of the two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Point {
    /// At once when the program starts.
    Spawn,
    /// When HELLO is due; without protocol 2, as spawn.
    Ready,
    /// Client: asked for a key. Server: handed a key, which has no answer.
    Key,
    /// Server: handed a circuit.
    Circuit,
    /// Client: asked to encrypt.
    Encrypt,
    /// Server: asked to evaluate.
    Evaluate,
    /// Client: asked to decrypt.
    Decrypt,
}

impl Point {
    /// The name used on the command line and in the exported table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spawn => "spawn",
            Self::Ready => "ready",
            Self::Key => "key",
            Self::Circuit => "circuit",
            Self::Encrypt => "encrypt",
            Self::Evaluate => "evaluate",
            Self::Decrypt => "decrypt",
        }
    }

    /// The point at which a request of this kind stands, for this role.
    #[must_use]
    pub fn of(role: Role, request: Kind) -> Option<Self> {
        match (role, request) {
            (_, Kind::Key) => Some(Self::Key),
            (Role::Client, Kind::Pdata) => Some(Self::Encrypt),
            (Role::Client, Kind::Edata) => Some(Self::Decrypt),
            (Role::Server, Kind::Circuit) => Some(Self::Circuit),
            (Role::Server, Kind::Edata) => Some(Self::Evaluate),
            _ => None,
        }
    }

    /// The roles that come to this point.
    #[must_use]
    pub fn roles(self) -> &'static [Role] {
        match self {
            Self::Spawn | Self::Ready | Self::Key => &[Role::Client, Role::Server],
            Self::Encrypt | Self::Decrypt => &[Role::Client],
            Self::Circuit | Self::Evaluate => &[Role::Server],
        }
    }

    /// The step of the harness in whose row a fault at this point shows.
    #[must_use]
    pub fn step(self, role: Role) -> &'static str {
        match (self, role) {
            (Self::Spawn | Self::Ready, _) => "start",
            (Self::Key, Role::Client) => "keygen",
            (Self::Key, Role::Server) | (Self::Circuit, _) => "ingest",
            (Self::Encrypt, _) => "encrypt",
            (Self::Evaluate, _) => "evaluate",
            (Self::Decrypt, _) => "decrypt",
        }
    }
}
