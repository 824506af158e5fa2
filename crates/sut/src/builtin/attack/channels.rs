//! Attacks by what the kernel keeps beside files, sockets and memory: keys, locks, watches, name spaces.

use std::fs::{self, File};
use std::io::{self, IoSlice};
use std::path::Path;
use std::process::Command;

use keyutils::keytypes::User;
use keyutils::{Keyring, SpecialKeyring};
use nix::fcntl::{FcntlArg, Flock, FlockArg, SpliceFFlags, fcntl, vmsplice};
use nix::libc;
use nix::mqueue::{MQ_OFlag, mq_open, mq_unlink};
use nix::sched::{CloneFlags, unshare};
use nix::sys::stat::Mode;
use rustix::fs::{MemfdFlags, inotify, memfd_create};
use rustix::net::{AddressFamily, SocketType, socket};

use super::Target;

/// A file that every program can read.
const COMMON: &str = "/etc/passwd";
/// What the kernel keeps of a file, about.
const FILE_BYTES: u64 = 1024;
/// Keyrings that others of the same user, or of the same session, may have.
const KEYRINGS: [SpecialKeyring; 3] =
    [SpecialKeyring::Session, SpecialKeyring::User, SpecialKeyring::UserSession];

/// A key of somebody else's, called --mark.
pub(super) fn find_key(target: &Target) -> bool {
    let find = |ring: &SpecialKeyring| {
        Keyring::attach(*ring)?.search_for_key::<User, _, _>(&*target.mark, None)
    };
    KEYRINGS.iter().any(|ring| find(ring).is_ok())
}

/// A key called --mark, wherever it may be left. Whoever tries it looks for what is left.
pub(super) fn leave_key(target: &Target) -> bool {
    for ring in KEYRINGS {
        let left = Keyring::attach(ring)
            .and_then(|mut ring| ring.add_key::<User, _, _>(&*target.mark, &b"left"[..]));
        drop(left);
    }
    false
}

/// A file that others read, in each way that there is.
pub(super) fn lock_file() -> io::Result<bool> {
    let read = |kind: i32| libc::flock {
        l_type: kind as libc::c_short,
        l_whence: libc::SEEK_SET as libc::c_short,
        l_start: 1 << 40,
        l_len: 1,
        l_pid: 0,
    };
    let file = File::open(COMMON)?;
    let lock = read(libc::F_RDLCK);
    let locked = fcntl(&file, FcntlArg::F_SETLK(&lock)).is_ok()
        || fcntl(&file, FcntlArg::F_SETLKW(&lock)).is_ok()
        || fcntl(&file, FcntlArg::F_OFD_SETLK(&lock)).is_ok()
        || fcntl(&file, FcntlArg::F_OFD_SETLKW(&lock)).is_ok();
    Ok(locked || Flock::lock(file, FlockArg::LockSharedNonblock).is_ok())
}

/// Who reads a file.
pub(super) fn watch_file() -> io::Result<bool> {
    let watch = inotify::init(inotify::CreateFlags::NONBLOCK)?;
    inotify::add_watch(&watch, COMMON, inotify::WatchFlags::OPEN)?;
    Ok(true)
}

/// Name spaces inside its own, in which it would have every privilege.
pub(super) fn nest() -> bool {
    [
        CloneFlags::CLONE_NEWUSER,
        CloneFlags::CLONE_NEWNS,
        CloneFlags::CLONE_NEWIPC,
        CloneFlags::CLONE_NEWNET,
        CloneFlags::CLONE_NEWPID,
        CloneFlags::CLONE_NEWUTS,
        CloneFlags::CLONE_NEWCGROUP,
    ]
    .into_iter()
    .any(|kind| unshare(kind).is_ok())
}

/// Memory that no process has mapped.
pub(super) fn hide_memory() -> io::Result<bool> {
    memfd_create("attack", MemfdFlags::empty())?;
    Ok(true)
}

/// Sockets to all programs of this machine, whatever their network.
pub(super) fn open_vsock() -> io::Result<bool> {
    socket(AddressFamily::VSOCK, SocketType::STREAM, None)?;
    Ok(true)
}

/// A pipe keeps the whole huge page in which the piece lies that it was given.
pub(super) fn give_pages() -> io::Result<bool> {
    let (_reader, writer) = rustix::pipe::pipe()?;
    let page = [0; 4096];
    Ok(vmsplice(&writer, &[IoSlice::new(&page)], SpliceFFlags::SPLICE_F_NONBLOCK)? > 0)
}

/// A queue of messages, which no process maps.
pub(super) fn make_queue(target: &Target) -> io::Result<bool> {
    let name = format!("/{}", target.mark);
    mq_open(&*name, MQ_OFlag::O_CREAT | MQ_OFlag::O_RDWR, Mode::S_IRUSR, None)?;
    mq_unlink(&*name)?;
    Ok(true)
}

/// Shared memory that outlives whoever takes it, which removes it again.
pub(super) fn hold_segments() -> io::Result<bool> {
    let made = Command::new("ipcmk").args(["--shmem", "4096"]).output()?;
    let said = String::from_utf8_lossy(&made.stdout);
    if let Some(number) = said.split_whitespace().last() {
        Command::new("ipcrm").args(["--shmem-id", number]).output()?;
    }
    Ok(made.status.success())
}

/// Whether so many files can be made that what the kernel keeps of each comes to --bytes.
pub(super) fn make_files(folder: &Path, bytes: u64) -> io::Result<bool> {
    let folder = folder.join("attack-files");
    fs::create_dir_all(&folder)?;
    let made = (0..bytes / FILE_BYTES)
        .try_for_each(|i| File::create(folder.join(i.to_string())).map(drop));
    let _ = fs::remove_dir_all(&folder);
    made.map(|()| true)
}
