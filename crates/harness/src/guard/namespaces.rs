//! The name spaces of a program.
//!
//! The guard enters the user name space itself and stays in the process name space of the machine:
//! whatever it starts from then on is born into the new one, where neither guard nor harness exist.

use std::fs;

use nix::sched::{CloneFlags, unshare};
use rustix::mount::{MountFlags, MountPropagationFlags, mount, mount_change};
use rustix::process::{getegid, geteuid};

use crate::isolation::{Isolation, Protection, Refusal};

/// The name of every machine, seen from within.
const HOST_NAME: &[u8] = b"sut";

/// The guard's part. Whether what it starts is born into a process name space of its own.
pub(super) fn enter(isolation: &mut Isolation) -> bool {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let own = unshare(CloneFlags::CLONE_NEWUSER).map_err(Refusal::of("a user name space"));
    let own = own.and_then(|()| {
        // Without a change of groups an ordinary user may keep the own group.
        fs::write("/proc/self/setgroups", "deny").map_err(Refusal::of("setgroups"))?;
        fs::write("/proc/self/uid_map", format!("{user} {user} 1"))
            .map_err(Refusal::of("uid_map"))?;
        fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
            .map_err(Refusal::of("gid_map"))
    });
    isolation.note(Protection::User, own);
    let processes = unshare(CloneFlags::CLONE_NEWPID);
    isolation.note(Protection::Processes, processes.map_err(Refusal::of("a process name space")));
    isolation.has(Protection::Processes)
}

/// The launcher's part but for files. Whether it has mounts of its own.
pub(super) fn separate(isolation: &mut Isolation, network: bool) -> bool {
    let mut own = |protection, flag, what: &str| {
        let result = unshare(flag).map_err(Refusal::of(what));
        let done = result.is_ok();
        isolation.note(protection, result);
        done
    };
    own(Protection::Ipc, CloneFlags::CLONE_NEWIPC, "an IPC name space");
    if own(Protection::HostName, CloneFlags::CLONE_NEWUTS, "a UTS name space") {
        // A name that tells nothing; the old one is no secret worth failing for.
        let _ = rustix::system::sethostname(HOST_NAME);
    }
    if network {
        isolation.not_asked(Protection::Network);
    } else {
        let own = unshare(CloneFlags::CLONE_NEWNET).map_err(Refusal::of("a network name space"));
        isolation.note(Protection::Network, own);
    }
    let mounts = own_mounts();
    let done = mounts.is_ok();
    let list = mounts.and_then(|()| own_process_list(isolation));
    isolation.note(Protection::ProcessList, list);
    done
}

fn own_mounts() -> Result<(), Refusal> {
    unshare(CloneFlags::CLONE_NEWNS).map_err(Refusal::of("a mount name space"))?;
    let alone = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", alone).map_err(Refusal::of("mounts of its own"))
}

fn own_process_list(isolation: &Isolation) -> Result<(), Refusal> {
    if !isolation.has(Protection::Processes) {
        return Err(Refusal::of("/proc")(std::io::Error::other("no process name space")));
    }
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, None).map_err(Refusal::of("mounting /proc"))
}
