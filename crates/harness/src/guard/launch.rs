//! The launcher: takes every restriction upon itself and then becomes the program.

use std::io;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use nix::sched::{CloneFlags, unshare};
use nix::sys::signal::SigSet;
use rustix::process::{Resource, Rlimit, Signal, getppid, getrlimit, getuid, setrlimit};

use super::image::{find_program, refuse_unless_executable};
use crate::control::{Channel, LaunchError, Order, TreeLimits};

/// Returns only when the program could not be started; the guard, whose process number is given,
/// has been told.
pub(super) fn launch(stream: UnixStream, guard: i32) -> io::Error {
    let mut channel = Channel::new(stream);
    let error = match become_program(&mut channel, guard) {
        Err(error) => error,
        Ok(never) => match never {},
    };
    let _ = channel.send(&LaunchError { errno: error.raw_os_error(), message: error.to_string() });
    error
}

fn become_program(channel: &mut Channel, guard: i32) -> io::Result<std::convert::Infallible> {
    let [stdin, stdout, stderr] = channel.receive_stdio()?;
    let Some(order) = channel.wait::<Order>()? else {
        return Err(io::Error::other("the guard is gone"));
    };
    // A process group of its own, to be found by and not to be interrupted with the harness. Not a
    // session: the kernel schedules sessions in turns, which adds a quarter to a short step.
    rustix::process::setpgid(None, None)?;
    // Should the guard be killed, the program goes with it. If that happened already, the parent
    // is another and nobody listens.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    if getppid().map(|parent| parent.as_raw_nonzero().get()) != Some(guard) {
        return Err(io::Error::other("the guard is gone"));
    }
    // The guard blocks the signals it reads from a descriptor; the program must not.
    SigSet::empty().thread_set_mask()?;
    rustix::thread::set_no_new_privs(true)?;
    restrict(&order.limits)?;
    if !order.network {
        // Best effort: it takes a privilege that an ordinary user lacks.
        let _ = unshare(CloneFlags::CLONE_NEWNET);
    }
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

    rustix::stdio::dup2_stdin(stdin)?;
    rustix::stdio::dup2_stdout(stdout)?;
    rustix::stdio::dup2_stderr(stderr)?;
    let mut command = Command::new(program);
    for (variable, _) in std::env::vars_os() {
        let own = variable.to_string_lossy().starts_with("RINGASSAY_");
        if own && variable != crate::BACKEND_VARIABLE {
            command.env_remove(variable);
        }
    }
    Err(command.arg0(name).args(arguments).env("TMPDIR", &order.scratch).envs(&order.env).exec())
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
        // Counts the threads of all this user's processes, so it can only be a backstop behind
        // the guard's own count. The superuser is exempt.
        let tasks = tasks_of_machine() + (4 * limits.processes).max(1024);
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
