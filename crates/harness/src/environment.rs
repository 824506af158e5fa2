//! The environment of a program, made from nothing.

use std::collections::BTreeMap;

use ringassay_sut::hello::{PROTOCOL, PROTOCOL_VARIABLE};

use crate::spec::{Handshake, SutSpec};
use crate::sweep::SESSION_VARIABLE;

/// The user's variables that every program gets, where they are set: what it takes to find programs
/// and libraries, the language of messages, and what decides with which instructions and on how many
/// threads is computed. `HOME` and `TMPDIR` are the scratch folder.
pub const PASSED: [&str; 10] = [
    "PATH",
    "LANG",
    "LC_ALL",
    "TZ",
    "LD_LIBRARY_PATH",
    crate::BACKEND_VARIABLE,
    "OMP_NUM_THREADS",
    "RAYON_NUM_THREADS",
    "GOMAXPROCS",
    "RINGASSAY_THREADS",
];

/// The variables of a program: those of [`PASSED`], those that its specification passes on or sets,
/// and what the protocol and the harness need.
pub(crate) fn environment(spec: &SutSpec, session: &str) -> BTreeMap<String, String> {
    let passed = PASSED.iter().copied().chain(spec.pass.iter().map(String::as_str));
    let mut env: BTreeMap<String, String> =
        passed.filter_map(|name| Some((name.to_owned(), std::env::var(name).ok()?))).collect();
    env.extend(spec.env.clone());
    env.insert(SESSION_VARIABLE.to_owned(), session.to_owned());
    match spec.handshake {
        Handshake::Never => env.remove(PROTOCOL_VARIABLE),
        _ => env.insert(PROTOCOL_VARIABLE.to_owned(), PROTOCOL.to_string()),
    };
    env
}
