//! Attacks on files.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use nix::mount::{MsFlags, mount, umount};
use nix::sys::stat::{Mode, SFlag, makedev, mknod};

use super::Target;

/// Where an ordinary program has nothing to write.
const SYSTEM: [&str; 10] =
    ["/", "/etc", "/usr", "/usr/bin", "/var", "/opt", "/srv", "/home", "/root", "/run"];
/// Settings of the machine, by which it can be taken over.
const SETTINGS: [&str; 8] = [
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/kernel/panic",
    "/proc/sys/vm/drop_caches",
    "/proc/sysrq-trigger",
    "/sys/fs/cgroup/cgroup.procs",
    "/sys/fs/cgroup/memory/cgroup.procs",
    "/sys/fs/cgroup/pids/cgroup.procs",
    "/sys/power/state",
];
/// Devices without which few programs work, and the streams of this one.
const ALLOWED: [&str; 9] =
    ["null", "zero", "full", "random", "urandom", "fd", "stdin", "stdout", "stderr"];
const COVERED: [&str; 5] = ["/tmp", "/dev", "/home", "/root", "/run"];

fn path(target: &Target) -> io::Result<&Path> {
    target.path.as_deref().ok_or_else(|| io::Error::other("no --path"))
}

fn write_open(path: impl AsRef<Path>) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// Whether a file could be made in a folder, which is removed again.
fn can_make(folder: &Path) -> bool {
    let path = folder.join(format!("ringassay-attack-{}", std::process::id()));
    let made = OpenOptions::new().write(true).create_new(true).open(&path).is_ok();
    let _ = fs::remove_file(path);
    made
}

pub(super) fn read(target: &Target) -> io::Result<bool> {
    Ok(!fs::read(path(target)?)?.is_empty())
}

pub(super) fn write(target: &Target) -> io::Result<bool> {
    write_open(path(target)?).map(|_| true)
}

/// The file, or by another name.
pub(super) fn remove(target: &Target) -> io::Result<bool> {
    let path = path(target)?;
    Ok(fs::rename(path, path.with_extension("gone")).is_ok() || fs::remove_file(path).is_ok())
}

/// Whether a home shows more than what leads to this program.
pub(super) fn list_homes(target: &Target) -> io::Result<bool> {
    let own = [std::env::current_exe()?, path(target)?.to_owned()];
    let leads = |entry: &PathBuf| {
        let has_more = fs::metadata(entry).is_ok_and(|it| it.is_file());
        own.iter().any(|it| it.starts_with(entry)) || !has_more
    };
    let entries = ["/root", "/home"].iter().filter_map(|home| fs::read_dir(home).ok());
    Ok(entries.flatten().flatten().any(|entry| !leads(&entry.path())))
}

pub(super) fn write_system() -> io::Result<bool> {
    Ok(SYSTEM.iter().any(|folder| can_make(Path::new(folder))))
}

pub(super) fn write_program() -> io::Result<bool> {
    let program = std::env::current_exe()?;
    let other = fs::rename(&program, program.with_extension("other"));
    Ok(other.is_ok() || program.parent().is_some_and(can_make))
}

pub(super) fn write_settings() -> io::Result<bool> {
    Ok(SETTINGS.iter().any(|path| write_open(path).is_ok()))
}

pub(super) fn open_devices() -> io::Result<bool> {
    Ok(fs::read_dir("/dev")?.flatten().any(|entry| {
        let is_device =
            entry.file_type().is_ok_and(|kind| kind.is_block_device() || kind.is_char_device());
        let allowed = ALLOWED.iter().any(|name| entry.file_name() == *name);
        is_device
            && !allowed
            && (File::open(entry.path()).or_else(|_| write_open(entry.path()))).is_ok()
    }))
}

/// The memory of the machine.
pub(super) fn make_device() -> io::Result<bool> {
    let path = std::env::temp_dir().join("attack-device");
    mknod(&path, SFlag::S_IFCHR, Mode::S_IRUSR, makedev(1, 1))?;
    let opened = File::open(&path);
    fs::remove_file(path)?;
    opened.map(|_| true)
}

/// A working directory is held, not named: it could be one that was covered since.
pub(super) fn keep_folder() -> io::Result<bool> {
    let (held, named) = (fs::metadata(".")?, fs::metadata(std::env::current_dir()?)?);
    Ok((held.dev(), held.ino()) != (named.dev(), named.ino()))
}

/// By the root and the working directory of the first process.
pub(super) fn leave_root() -> io::Result<bool> {
    Ok(["root", "cwd"].iter().any(|link| fs::read_dir(format!("/proc/1/{link}/")).is_ok()))
}

/// Descriptors beside the three streams, and the one that lists them.
pub(super) fn inherited() -> io::Result<bool> {
    Ok(fs::read_dir("/proc/self/fd")?.count() > 4)
}

/// Takes off what covers other files, or their write protection.
pub(super) fn uncover() -> io::Result<bool> {
    let open = MsFlags::MS_REMOUNT | MsFlags::MS_BIND;
    let remounted = mount(None::<&str>, "/", None::<&str>, open, None::<&str>).is_ok();
    Ok(remounted || COVERED.iter().any(|path| umount(*path).is_ok()))
}

/// A file system that only the kernel's memory bounds.
pub(super) fn mount_memory() -> io::Result<bool> {
    let folder = std::env::temp_dir().join("attack-mount");
    fs::create_dir_all(&folder)?;
    mount(Some("tmpfs"), &folder, Some("tmpfs"), MsFlags::empty(), None::<&str>)?;
    umount(&folder)?;
    Ok(true)
}

/// Memory and log of the kernel.
pub(super) fn open_kernel() -> bool {
    ["/proc/kcore", "/proc/kmsg", "/dev/mem"].iter().any(|path| File::open(path).is_ok())
}
