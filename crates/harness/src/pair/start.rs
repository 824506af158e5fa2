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
        let begin = Instant::now();
        check_host().map_err(|message| own_failure(Stage::Start, message))?;
        let session = std::fs::read_to_string("/proc/sys/kernel/random/uuid")
            .map_err(|error| own_failure(Stage::Start, format!("no random number: {error}")))?;
        let session = session.trim();
        let failed = |role| move |error| start_failure(role, spec, error);
        let start = |role| {
            let order = order(spec, role, session, bounds, options);
            Process::start(role, &spec.name, &order, session, bounds, options).map_err(failed(role))
        };
        // Putting up protections takes milliseconds, in which the other can do the same.
        let (mut client, mut server) = (start(Role::Client)?, start(Role::Server)?);
        for process in [&mut client, &mut server] {
            process.started().map_err(failed(process.role))?;
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
            begin + bounds.start,
            options.interrupted.as_ref(),
        )
        .map_err(|fault| {
            let progress = Progress::since(begin);
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
        pair.start_ns = begin.elapsed().as_nanos() as u64;
        Ok(pair)
    }
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

/// What the user would not show: homes, what the caller names, and everything that belongs to the
/// running system rather than to an installed program. Sockets of other programs lie there, too.
fn hidden(options: &Options) -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    ["/root", "/home", "/run", "/dev"]
        .into_iter()
        .map(PathBuf::from)
        .chain(home)
        .chain(options.hidden.iter().cloned())
        .collect()
}

/// Whether a write to a program that is gone would end the host instead of failing.
fn check_host() -> Result<(), String> {
    const SIGPIPE_BIT: u64 = 1 << 12;
    let status = std::fs::read_to_string("/proc/self/status")
        .map_err(|error| format!("/proc/self/status cannot be read: {error}"))?;
    let mask = |name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        u64::from_str_radix(line.trim(), 16).ok()
    };
    if ["SigIgn:", "SigCgt:"].iter().any(|name| mask(name).is_some_and(|m| m & SIGPIPE_BIT != 0)) {
        return Ok(());
    }
    Err("the host does not ignore SIGPIPE: let it, before it starts a pair".to_owned())
}

fn start_failure(role: Role, spec: &SutSpec, error: StartError) -> Failure {
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
