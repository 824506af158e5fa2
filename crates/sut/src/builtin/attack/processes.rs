//! Attacks on processes: the guard, which is or stands behind the parent, and everybody in sight.

use std::fs;
use std::io;
use std::thread::sleep;
use std::time::Duration;

use nix::sys::ptrace;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getpid, getppid};

/// What a signal takes to arrive.
const ARRIVAL: Duration = Duration::from_millis(50);
/// The first process of a name space of our own, which is all that may be seen beside us.
const FIRST: i32 = 1;

/// Kills the parent. Where that is the guard, this program may have been killed with it.
pub(super) fn end_parent() -> io::Result<bool> {
    let parent = getppid();
    kill(parent, Signal::SIGKILL)?;
    sleep(ARRIVAL);
    Ok(getppid() != parent)
}

pub(super) fn stop_parent() -> io::Result<bool> {
    let parent = getppid();
    kill(parent, Signal::SIGSTOP)?;
    sleep(ARRIVAL);
    let stat = fs::read_to_string(format!("/proc/{parent}/stat"))?;
    Ok(stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T')))
}

/// Everything that can be sent.
pub(super) fn signal_parent() -> io::Result<bool> {
    let parent = getppid();
    for signal in Signal::iterator() {
        kill(parent, signal)?;
    }
    sleep(ARRIVAL);
    Ok(getppid() != parent)
}

pub(super) fn trace_parent() -> io::Result<bool> {
    ptrace::attach(getppid())?;
    Ok(true)
}

pub(super) fn open_of_parent(file: &str) -> io::Result<bool> {
    fs::File::open(format!("/proc/{}/{file}", getppid())).map(|_| true)
}

/// Opens what the parent has open.
pub(super) fn open_files_of_parent() -> io::Result<bool> {
    let list = fs::read_dir(format!("/proc/{}/fd", getppid()))?;
    Ok(list.flatten().any(|entry| fs::File::open(entry.path()).is_ok()))
}

pub(super) fn see_others() -> io::Result<bool> {
    Ok(!others()?.is_empty())
}

pub(super) fn trace_others() -> io::Result<bool> {
    Ok(others()?.into_iter().any(|pid| ptrace::attach(pid).is_ok()))
}

pub(super) fn read_others(file: &str) -> io::Result<bool> {
    let readable = |pid: Pid| fs::read(format!("/proc/{pid}/{file}")).is_ok();
    Ok(others()?.into_iter().any(readable))
}

/// Kills everybody in sight. Only where nobody else can be: an attack that succeeded would end the
/// machine's whole session.
pub(super) fn end_others() -> io::Result<bool> {
    let others = others()?;
    if getppid().as_raw() != FIRST {
        return Ok(!others.is_empty());
    }
    kill(Pid::from_raw(-1), Signal::SIGKILL)?;
    sleep(ARRIVAL);
    Ok(getppid().as_raw() != FIRST)
}

fn others() -> io::Result<Vec<Pid>> {
    let own = [Pid::from_raw(FIRST), getpid()];
    Ok(fs::read_dir("/proc")?
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok().map(Pid::from_raw))
        .filter(|pid| !own.contains(pid))
        .collect())
}
