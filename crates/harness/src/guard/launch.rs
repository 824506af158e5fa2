//! The launcher: takes every restriction upon itself and then becomes the program, or where it is the
//! first process of a name space the program's parent.

use std::convert::Infallible;
use std::io;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::sys::signal::SigSet;
use rustix::process::{
    Resource, Rlimit, Signal, getpid, getppid, getrlimit, getuid, setpriority_process, setrlimit,
};

use super::image::{find_program, refuse_unless_executable};
use super::{files, filter, init, keyring, namespaces, privileges};
use crate::control::{Channel, LaunchError, Launched, Order, TreeLimits};
use crate::isolation::{Isolation, Protection, Refusal};

/// Returns only when the program could not be started; the guard, whose process number is given, has
/// been told. `nice` is the priority of the program.
pub(super) fn launch(stream: UnixStream, guard: i32, nice: i32) -> io::Error {
    let mut channel = Channel::new(stream);
    let error = match become_program(&mut channel, guard, nice) {
        Err(error) => error,
        Ok(never) => match never {},
    };
    let told = LaunchError { errno: error.raw_os_error(), message: error.to_string() };
    let _ = channel.send(&Launched::Failed(told));
    error
}

fn become_program(channel: &mut Channel, guard: i32, nice: i32) -> io::Result<Infallible> {
    let stdio = channel.receive_stdio()?;
    let Some(order) = channel.wait::<Order>()? else {
        return Err(io::Error::other("the guard is gone"));
    };
    let contained = getpid().is_init();
    // A process group of its own, to be found by and not to be interrupted with the harness. Not a
    // session: the kernel schedules sessions in turns, which adds a quarter to a short step.
    rustix::process::setpgid(None, None)?;
    // The guard's own priority is not for programs. Giving way is always allowed.
    let _ = setpriority_process(None, nice);
    if !contained {
        // Should the guard be killed, the program goes with it. If that happened already, the parent
        // is another and nobody listens.
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        if getppid().map(|parent| parent.as_raw_nonzero().get()) != Some(guard) {
            return Err(io::Error::other("the guard is gone"));
        }
    }
    // The guard blocks the signals it reads from a descriptor; the program must not.
    SigSet::empty().thread_set_mask()?;
    // When memory runs out, this is what the kernel should end. Best effort: not every container
    // allows it.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    if let Some(cwd) = &order.cwd {
        std::env::set_current_dir(cwd)?;
    }
    let (name, arguments) = order
        .argv
        .split_first()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program is named"))?;
    let program = find_program(name, order.env.get("PATH").map(String::as_str))?;
    refuse_unless_executable(&program)?;

    let isolation = isolate(&order, &program, contained)?;
    let own_list = isolation.has(Protection::ProcessList);
    channel.send(&Launched::Isolated(isolation))?;
    restrict(&order.limits)?;
    let [stdin, stdout, stderr] = stdio;
    let mut command = Command::new(program);
    command.arg0(name).args(arguments);
    command
        .env_clear()
        .envs([("TMPDIR", &order.scratch), ("HOME", &order.scratch)])
        .envs(&order.env);
    if contained {
        command.stdin(Stdio::from(stdin)).stdout(Stdio::from(stdout)).stderr(Stdio::from(stderr));
        return init::run(channel, command, own_list);
    }
    rustix::stdio::dup2_stdin(stdin)?;
    rustix::stdio::dup2_stdout(stdout)?;
    rustix::stdio::dup2_stderr(stderr)?;
    Err(command.exec())
}

/// Puts up every protection that the guard has not, and says what came of each. Privileges go late:
/// the others take some.
fn isolate(order: &Order, program: &Path, contained: bool) -> io::Result<Isolation> {
    let mut isolation = Isolation::default();
    isolation.note(Protection::Environment, Ok(()));
    if contained {
        isolation.note(Protection::Processes, Ok(()));
    }
    // One that was removed is no reason to refuse.
    let cwd = std::env::current_dir().unwrap_or_else(|_| order.scratch.clone());
    let own_mounts = namespaces::separate(&mut isolation, order.network);
    if order.files {
        isolation.not_asked(Protection::Files);
    } else if own_mounts {
        isolation.note(Protection::Files, files::isolate(order, &cwd.join(program), &cwd));
        // A working directory is held, not named: it would still be the one that is covered now.
        enter(&cwd, &order.scratch)?;
    } else {
        let none = io::Error::other("no mount name space");
        isolation.note(Protection::Files, Err(Refusal::of("files of its own")(none)));
    }
    isolation.note(Protection::Keyring, keyring::join_own());
    isolation.note(Protection::Privileges, privileges::drop_all());
    // Behind everything that takes calls which it refuses.
    isolation.note(Protection::Filter, filter::install(order.files));
    Ok(isolation)
}

/// Enters the working directory by its name, or, where it is out of sight, the scratch folder.
fn enter(cwd: &Path, scratch: &Path) -> io::Result<()> {
    std::env::set_current_dir(cwd).or_else(|_| std::env::set_current_dir(scratch))
}

fn restrict(limits: &TreeLimits) -> io::Result<()> {
    let both = |value| Rlimit { current: Some(value), maximum: Some(value) };
    setrlimit(Resource::Core, both(0))?;
    // Hard limits can only be lowered.
    let within = |resource, value: u64| {
        let maximum = getrlimit(resource).maximum;
        both(maximum.map_or(value, |maximum| maximum.min(value)))
    };
    setrlimit(Resource::Nofile, within(Resource::Nofile, limits.open_files))?;
    if let Some(bytes) = limits.file_bytes {
        setrlimit(Resource::Fsize, within(Resource::Fsize, bytes))?;
    }
    if let Some(bytes) = limits.address_space_bytes {
        setrlimit(Resource::As, within(Resource::As, bytes))?;
    }
    if !getuid().is_root() {
        // Where it counts the threads of all this user's processes it can only be a backstop behind
        // the guard's own count. The superuser is exempt.
        let backstop = || tasks_of_machine() + (4 * limits.processes).max(1024);
        let tasks = limits.tasks.unwrap_or_else(backstop);
        setrlimit(Resource::Nproc, within(Resource::Nproc, tasks))?;
    }
    Ok(())
}

/// Threads of all users; proc(5), `/proc/loadavg`.
fn tasks_of_machine() -> u64 {
    std::fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|text| text.split(['/', ' ']).nth(4)?.parse().ok())
        .unwrap_or(0)
}
