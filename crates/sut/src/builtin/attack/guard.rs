//! Attacks on the guard by system calls that need neither a path nor a signal.

use std::fs::{self, File};
use std::io::{self, IoSliceMut};
use std::path::Path;

use nix::errno::Errno;
use nix::sched::{CloneFlags, setns};
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::unistd::getppid;
use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};

/// Where programs are often loaded. A refusal comes before the address is looked at.
const ADDRESS: usize = 0x0040_0000;
const STREAMS: i32 = 8;
const SPACES: [&str; 6] = ["mnt", "pid", "net", "ipc", "uts", "user"];

/// A piece of the guard's memory. An address that is wrong was allowed to be asked for.
pub(super) fn copy_memory() -> io::Result<bool> {
    let mut bytes = [0; 8];
    let remote = [RemoteIoVec { base: ADDRESS, len: bytes.len() }];
    match process_vm_readv(getppid(), &mut [IoSliceMut::new(&mut bytes)], &remote) {
        Ok(_) | Err(Errno::EFAULT) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Any of the first ones.
pub(super) fn take_descriptors() -> io::Result<bool> {
    let parent = Pid::from_raw(getppid().as_raw()).ok_or(Errno::ESRCH)?;
    let guard = pidfd_open(parent, PidfdFlags::empty())?;
    Ok((0..STREAMS).any(|fd| pidfd_getfd(&guard, fd, PidfdGetfdFlags::empty()).is_ok()))
}

/// Counters of the groups that guards make, the own one's among them.
pub(super) fn see_groups(folder: &Path) -> bool {
    fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| {
        let path = entry.path();
        let is_theirs = entry.file_name().to_string_lossy().starts_with("ringassay-");
        let is_open = || fs::read_dir(&path).is_ok_and(|mut list| list.next().is_some());
        entry.file_type().is_ok_and(|it| it.is_dir())
            && (is_theirs && is_open() || see_groups(&path))
    })
}

/// Any name space of it that is not the own one.
pub(super) fn join() -> bool {
    SPACES.iter().any(|space| {
        let of = |process: &str| format!("/proc/{process}/ns/{space}");
        let theirs = of(&getppid().to_string());
        let other =
            fs::read_link(&theirs).is_ok_and(|it| fs::read_link(of("self")).ok() != Some(it));
        other && File::open(theirs).is_ok_and(|it| setns(it, CloneFlags::empty()).is_ok())
    })
}
