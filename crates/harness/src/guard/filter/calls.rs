//! Which calls are refused, why, and with what answer.

use nix::libc;

/// A call that is refused, and how.
pub(super) struct Refused {
    pub(super) number: i64,
    pub(super) call: Call,
    /// What it answers.
    pub(super) errno: i32,
}

/// With which arguments a call is refused.
#[derive(Clone, Copy)]
pub(super) enum Call {
    /// All.
    Any,
    /// Any of these flags.
    WithFlags { argument: u8, flags: u32 },
    /// One of these values.
    WithOneOf { argument: u8, values: &'static [u32] },
    /// Another value than these.
    WithNoneOf { argument: u8, values: &'static [u32] },
}

/// What makes a name space: inside one of its own, a program would have every privilege. That of
/// time is also a signal's number where `clone` takes it.
const NAME_SPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u32;
const NEW_TIME: u32 = libc::CLONE_NEWTIME as u32;

/// Families of sockets that a network name space holds apart. Others do not know of it (vsock, for
/// one, connects all programs of a machine), or hold memory that is not counted.
const FAMILIES: &[u32] = &[
    libc::AF_UNSPEC as u32,
    libc::AF_UNIX as u32,
    libc::AF_INET as u32,
    libc::AF_INET6 as u32,
    libc::AF_NETLINK as u32,
];

/// Commands that leave something at a file which everybody finds there who can read it: locks, leases,
/// notifications of a folder, hints. `F_SET_RW_HINT` and `F_SET_FILE_RW_HINT` are not in libc.
const MARKS: &[u32] = &[
    libc::F_SETLK as u32,
    libc::F_SETLKW as u32,
    libc::F_OFD_SETLK as u32,
    libc::F_OFD_SETLKW as u32,
    libc::F_SETLEASE as u32,
    libc::F_NOTIFY as u32,
    1024 + 12,
    1024 + 14,
];

/// What types into a terminal as if its user did: where files are shared, it may be that of the harness.
const TYPING: &[u32] = &[libc::TIOCSTI as u32, libc::TIOCLINUX as u32];

/// `open_tree_attr`, of Linux 6.15; numbers from 424 on are the same on all processors.
const OPEN_TREE_ATTR: i64 = 467;

/// Refused for good: another's business, or privileges that the program does not have. Most kernels
/// and containers refuse these calls to programs without privileges.
const FORBIDDEN: &[i64] = &[
    // Keys; keyrings(7).
    libc::SYS_add_key,
    libc::SYS_keyctl,
    libc::SYS_request_key,
    // Other processes, and what this one does not see of itself.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_perf_event_open,
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    // The kernel's log, into which every crash writes a line.
    libc::SYS_syslog,
    // Name spaces and mounts.
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    OPEN_TREE_ATTR,
    libc::SYS_open_by_handle_at,
];

/// Answered as by a kernel without them, for which libraries have another way.
const ABSENT: &[i64] = &[
    // Its flags lie in memory, where a filter does not look: libraries take `clone` instead.
    libc::SYS_clone3,
    // What can do most of these calls by itself.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Memory that belongs to no process; temporary files do as well, and are counted.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    // Keeps the whole huge page of which a pipe holds a piece, when no process has mapped it any more.
    libc::SYS_vmsplice,
    // Counted for the whole machine, where everybody reads the count.
    libc::SYS_io_setup,
];

/// Likewise, of files that both programs can read.
const WATCHING: &[i64] = &[
    libc::SYS_flock,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    libc::SYS_inotify_init1,
    libc::SYS_fanotify_init,
];

/// All that is refused. `shares_files`: but for what hangs on files.
pub(super) fn refused(shares_files: bool) -> Vec<Refused> {
    let always = |numbers: &'static [i64], errno| {
        numbers.iter().map(move |&number| Refused { number, call: Call::Any, errno })
    };
    let (eperm, enosys) = (libc::EPERM, libc::ENOSYS);
    let mut refused: Vec<Refused> =
        always(FORBIDDEN, eperm).chain(always(ABSENT, enosys)).collect();
    let with = |number, call, errno| Refused { number, call, errno };
    refused.extend([
        with(libc::SYS_clone, Call::WithFlags { argument: 0, flags: NAME_SPACES }, eperm),
        with(
            libc::SYS_unshare,
            Call::WithFlags { argument: 0, flags: NAME_SPACES | NEW_TIME },
            eperm,
        ),
        with(libc::SYS_ioctl, Call::WithOneOf { argument: 1, values: TYPING }, eperm),
        with(
            libc::SYS_socket,
            Call::WithNoneOf { argument: 0, values: FAMILIES },
            libc::EAFNOSUPPORT,
        ),
    ]);
    if !shares_files {
        refused.extend(always(WATCHING, enosys));
        // A file system without locks answers so; many programs then go on without.
        refused.push(with(libc::SYS_fcntl, Call::WithOneOf { argument: 1, values: MARKS }, enosys));
    }
    refused
}
