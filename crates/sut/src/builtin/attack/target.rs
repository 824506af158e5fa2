//! What an attack aims at.

use std::path::PathBuf;

/// What an attack may need to know.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// A file that must be out of reach.
    pub path: Option<PathBuf>,
    /// A port of this machine on which somebody listens.
    pub port: Option<u16>,
    /// A name by which what is left behind can be found.
    pub mark: String,
    /// How much may be written at most.
    pub bytes: u64,
}
