//! Starting a pair.

use std::path::PathBuf;
use std::time::Instant;

use ringassay_sut::hello::Role;
use ringassay_sut::packet::Kind;

use super::{Pair, own_failure};
use crate::control::{Order, TreeLimits};
use crate::environment::environment;
use crate::exchange::rare_events;
use crate::handshake::shake_hands;
use crate::outcome::{Class, Detail, Failure, Stage};
use crate::process::{Process, StartError};
use crate::progress::Progress;
use crate::spec::{Bounds, Options, SutSpec};

impl Pair {
    /// Starts the client, then the server, and waits until both are ready.
    ///
    /// # Errors
    /// [`Class::StartFailed`] when a program cannot be executed, ends, or stays silent where it
    /// must not; `Timeout`, `Protocol`, `Resource` as in a step; `HarnessError` when the harness
    /// lacks what it needs.
    pub fn start(spec: &SutSpec, bounds: &Bounds, options: &Options) -> Result<Self, Failure> {
        let begun = Instant::now();
        check_host()?;
        let session = session_name()?;
        // Putting up protections takes milliseconds, in which the other can do the same.
        let mut client = begin(spec, Role::Client, &session, bounds, options)?;
        let mut server = begin(spec, Role::Server, &session, bounds, options)?;
        for process in [&mut client, &mut server] {
            process.started().map_err(|error| start_failure(process.role, spec, error))?;
        }
        let rare = |active, idle| {
            rare_events(active, idle).map_err(|error| own_failure(Stage::Start, error.to_string()))
        };
        let mut pair = Self {
            rare: [rare(&client, &server)?, rare(&server, &client)?],
            client,
            server,
            bounds: *bounds,
            options: options.clone(),
            start_ns: 0,
            usable: true,
            held: None,
            key: None,
            key_delivered: false,
            circuit_ready: false,
            fresh: None,
            evaluated: None,
            output: None,
        };
        shake_hands(
            [&mut pair.client, &mut pair.server],
            spec.handshake,
            options.handshake_grace,
            begun + bounds.start,
            options.interrupted.as_ref(),
        )
        .map_err(|fault| {
            let progress = Progress::since(begun);
            let silent = match pair.client.hello {
                None => Role::Client,
                Some(_) => Role::Server,
            };
            let mut failure = pair.fail(&fault, Stage::Start, silent, Kind::Hello, Some(progress));
            failure.detail.isolation = [&pair.client, &pair.server]
                .map(|process| (process.role, process.isolation.clone()))
                .into();
            failure
        })?;
        pair.start_ns = begun.elapsed().as_nanos() as u64;
        Ok(pair)
    }
}

/// A name that no other session has, to find its processes by.
pub(crate) fn session_name() -> Result<String, Failure> {
    match std::fs::read_to_string("/proc/sys/kernel/random/uuid") {
        Ok(name) => Ok(name.trim().to_owned()),
        Err(error) => Err(own_failure(Stage::Start, format!("no random number: {error}"))),
    }
}

/// Starts the guard of a program, and has it start the program.
pub(crate) fn begin(
    spec: &SutSpec,
    role: Role,
    session: &str,
    bounds: &Bounds,
    options: &Options,
) -> Result<Process, Failure> {
    let order = order(spec, role, session, bounds, options);
    Process::start(role, &spec.name, &order, session, bounds, options)
        .map_err(|error| start_failure(role, spec, error))
}

fn order(spec: &SutSpec, role: Role, session: &str, bounds: &Bounds, options: &Options) -> Order {
    Order {
        argv: spec.argv(role).to_vec(),
        env: environment(spec, session),
        cwd: spec.cwd.clone(),
        scratch: options.scratch.join(format!("ringassay-{session}-{role}")),
        limits: TreeLimits {
            memory_bytes: bounds.memory_bytes,
            address_space_bytes: bounds.address_space_bytes,
            processes: bounds.processes,
            tasks: None,
            file_bytes: bounds.file_bytes,
            open_files: bounds.open_files,
        },
        network: bounds.network,
        files: bounds.files,
        hidden: hidden(options),
        readable: spec.readable.clone(),
        scratch_bytes: bounds.scratch_bytes,
        kill_grace_ms: u64::try_from(options.kill_grace.as_millis()).unwrap_or(u64::MAX),
    }
}

/// What the user would not show: homes, where other disks are mounted, what the caller names, and everything that belongs to the
/// running system rather than to an installed program. Sockets of other programs lie there, too.
fn hidden(options: &Options) -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    ["/root", "/home", "/mnt", "/media", "/srv", "/run", "/dev"]
        .into_iter()
        .map(PathBuf::from)
        .chain(home)
        .chain(options.hidden.iter().cloned())
        .collect()
}

/// Refuses a host that a write to a program that is gone would end, instead of failing.
pub(crate) fn check_host() -> Result<(), Failure> {
    const SIGPIPE_BIT: u64 = 1 << 12;
    let refused = |message| own_failure(Stage::Start, message);
    let status = std::fs::read_to_string("/proc/self/status")
        .map_err(|error| refused(format!("/proc/self/status cannot be read: {error}")))?;
    let mask = |name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        u64::from_str_radix(line.trim(), 16).ok()
    };
    if ["SigIgn:", "SigCgt:"].iter().any(|name| mask(name).is_some_and(|m| m & SIGPIPE_BIT != 0)) {
        return Ok(());
    }
    Err(refused("the host does not ignore SIGPIPE: let it, before it starts a pair".to_owned()))
}

pub(crate) fn start_failure(role: Role, spec: &SutSpec, error: StartError) -> Failure {
    match error {
        StartError::Program(error) => {
            let program = spec.argv(role).first().map_or("", String::as_str);
            Failure {
                class: Class::StartFailed,
                stage: Stage::Start,
                role: Some(role),
                message: format!("the {role} {program:?} cannot be started: {}", error.message),
                detail: Box::new(Detail { errno: error.errno, ..Detail::default() }),
            }
        }
        StartError::Guard(error) => {
            let mut failure = own_failure(Stage::Start, error.message);
            failure.detail.errno = error.errno;
            failure
        }
        StartError::Own(error) => {
            let mut failure = own_failure(Stage::Start, error.to_string());
            failure.detail.errno = error.raw_os_error();
            failure
        }
    }
}
