//! The session keyring of a program; keyrings(7), session-keyring(7).

use std::io;

use keyutils::Keyring;

use crate::isolation::Refusal;

/// Leaves the session keyring that the harness was started with for a new one without a name, which
/// ends with the program.
pub(super) fn join_own() -> Result<(), Refusal> {
    let joined = Keyring::join_anonymous_session();
    joined.map(drop).map_err(|errno| Refusal::of("a session keyring")(io::Error::from(errno)))
}
