//! The files that a program sees: those of the machine, read-only; in place of homes, devices and
//! what else is hidden, empty folders with what the program needs; temporary files of its own.
//!
//! Everything is done by mounts in the launcher's own name space, so the end of the program is the
//! end of them and of all temporary files.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::CWD;
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MoveMountFlags, OpenTreeFlags, mount, mount_bind, mount_remount, move_mount,
    open_tree,
};

use super::sight::Sight;
use crate::control::Order;
use crate::isolation::Refusal;

/// Devices that programs take for granted.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// Links of `/dev` that programs take for granted.
const LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
];
/// Folders for temporary files and shared memory, which become the program's own.
const TEMPORARY: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];
/// Settings of the machine, which the superuser's number alone would suffice to change.
const SETTINGS: [&str; 5] =
    ["/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs"];

/// So many bytes of temporary files allow one more of them: the kernel keeps about 1 KiB of each.
const BYTES_PER_FILE: u64 = 16 << 10;
/// So many files are always allowed.
const LEAST_FILES: u64 = 4096;

/// What goes where.
enum Piece {
    /// An empty folder.
    Cover,
    /// A part of what was there before, or of the scratch folder.
    Tree(OwnedFd),
    /// A file that can be neither read nor written, if there is one to be seen otherwise.
    Void(OwnedFd),
}

/// Puts the program's own view in place. `program` and `cwd` are absolute.
pub(super) fn isolate(order: &Order, program: &Path, cwd: &Path) -> Result<(), Refusal> {
    let hidden = hidden(order);
    let kept = in_sight(order, program, cwd, &hidden);
    write_protect().map_err(Refusal::of("write protection"))?;

    // Parts of the old view are taken before any of it is covered.
    let scratch = Scratch::new(order)?;
    let mut pieces: BTreeMap<PathBuf, Piece> = BTreeMap::new();
    for path in hidden {
        let piece = if path.is_dir() {
            Piece::Cover
        } else {
            Piece::Void(clone(&scratch.void).map_err(Refusal::of("the scratch folder"))?)
        };
        pieces.insert(path, piece);
    }
    for path in kept {
        let tree = clone(&path).map_err(Refusal::of(path.display().to_string()))?;
        pieces.insert(path, Piece::Tree(tree));
    }
    for (path, tree) in scratch.folders {
        pieces.insert(path, Piece::Tree(tree));
    }
    // In order of depth: what lies deeper lies on top.
    let mut covers = Vec::new();
    for (path, piece) in pieces {
        let failed = Refusal::of::<io::Error>;
        let what = path.display().to_string();
        match piece {
            // In a folder that is covered already.
            Piece::Cover if !path.exists() => {}
            Piece::Cover => {
                cover(&path).map_err(failed(what))?;
                covers.push(path);
            }
            Piece::Tree(tree) => attach(&tree, &path).map_err(failed(what))?,
            Piece::Void(void) if path.exists() => {
                attach(&void, &path).map_err(failed(what))?;
                covers.push(path);
            }
            Piece::Void(_) => {}
        }
    }
    for (target, link) in LINKS {
        // Without `/dev/fd` some shells lack a feature; nothing is less safe.
        let _ = std::os::unix::fs::symlink(target, link);
    }
    for path in covers {
        let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
        mount_remount(&path, flags, "").map_err(Refusal::of(path.display().to_string()))?;
    }
    if rustix::process::getuid().is_root() {
        protect_settings().map_err(Refusal::of("/proc/sys"))?;
    }
    Ok(())
}

/// What is covered, without links and what does not exist.
fn hidden(order: &Order) -> Vec<PathBuf> {
    let mut hidden: Vec<PathBuf> = order
        .hidden
        .iter()
        .map(PathBuf::as_path)
        .chain(TEMPORARY[..2].iter().map(Path::new))
        .filter_map(|path| fs::canonicalize(path).ok())
        .filter(|path| path.parent().is_some())
        .collect();
    hidden.retain(|path| {
        !order.readable.iter().any(|it| fs::canonicalize(it).ok().as_ref() == Some(path))
    });
    hidden
}

/// What is put back, without what lies in another part that is.
fn in_sight(order: &Order, program: &Path, cwd: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let mut sight = Sight::new(hidden, cwd);
    sight.program(program);
    for argument in order.argv.iter().skip(1) {
        sight.argument(argument);
    }
    match &order.cwd {
        Some(_) => sight.named(cwd),
        None => sight.folder(cwd),
    }
    let list = |name| order.env.get(name).map(String::as_str).unwrap_or_default();
    for folder in std::env::split_paths(list("PATH")) {
        sight.programs(&folder);
    }
    for folder in std::env::split_paths(list("LD_LIBRARY_PATH")) {
        sight.folder(&cwd.join(folder));
    }
    for path in DEVICES.iter().map(Path::new).chain(order.readable.iter().map(PathBuf::as_path)) {
        sight.named(path);
    }
    let kept = sight.kept();
    let shown_with = |path: &Path| {
        let above = path.ancestors().skip(1).take_while(|it| !hidden.iter().any(|h| h == it));
        above.into_iter().any(|it| kept.contains(it))
    };
    kept.iter().filter(|path| !hidden.contains(path) && !shown_with(path)).cloned().collect()
}

/// Makes every mount read-only, but for `/proc`.
fn write_protect() -> io::Result<()> {
    for (path, options) in mounts()? {
        let (inside_proc, flags) = (path.starts_with("/proc"), flags(&options));
        if inside_proc || flags.contains(MountFlags::RDONLY) {
            continue;
        }
        match mount_remount(&path, MountFlags::BIND | MountFlags::RDONLY | flags, "") {
            // Out of reach, also for the program, or under another mount.
            Ok(()) | Err(Errno::ACCESS | Errno::NOENT | Errno::INVAL | Errno::NOTDIR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Where something is mounted, and the options of each mount; proc(5), `/proc/<pid>/mountinfo`.
fn mounts() -> io::Result<Vec<(PathBuf, String)>> {
    let text = fs::read("/proc/self/mountinfo")?;
    let line = |line: &[u8]| {
        let mut fields = line.split(|&byte| byte == b' ');
        let path = fields.nth(4)?;
        let options = String::from_utf8_lossy(fields.next()?).into_owned();
        Some((PathBuf::from(std::ffi::OsString::from_vec(unescape(path))), options))
    };
    Ok(text.split(|&byte| byte == b'\n').filter_map(line).collect())
}

/// Undoes `\040` and its like.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, behind)) = rest.split_first() {
        let code = (byte == b'\\')
            .then(|| std::str::from_utf8(behind.get(..3)?).ok())
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 8).ok());
        out.push(code.unwrap_or(byte));
        rest = if code.is_some() { &behind[3..] } else { behind };
    }
    out
}

/// Flags that a remount would otherwise take away, which the kernel refuses.
fn flags(options: &str) -> MountFlags {
    options
        .split(',')
        .map(|option| match option {
            "ro" => MountFlags::RDONLY,
            "nosuid" => MountFlags::NOSUID,
            "nodev" => MountFlags::NODEV,
            "noexec" => MountFlags::NOEXEC,
            "noatime" => MountFlags::NOATIME,
            "nodiratime" => MountFlags::NODIRATIME,
            "relatime" => MountFlags::RELATIME,
            "nosymfollow" => MountFlags::NOSYMFOLLOW,
            _ => MountFlags::empty(),
        })
        .collect()
}

/// A copy of a part of the view, which can be put elsewhere.
fn clone(path: &Path) -> io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE;
    Ok(open_tree(CWD, path, flags)?)
}

/// The program's own temporary files, in memory.
struct Scratch {
    /// The scratch folder itself, and other temporary folders.
    folders: Vec<(PathBuf, OwnedFd)>,
    /// A file that nobody may open.
    void: PathBuf,
}

impl Scratch {
    /// Mounts it where the scratch folder of the machine is.
    fn new(order: &Order) -> Result<Self, Refusal> {
        let failed = || Refusal::of::<io::Error>("the scratch folder");
        let size = order.scratch_bytes.map_or(String::new(), |bytes| {
            format!("size={bytes},nr_inodes={},", admitted_files(bytes))
        });
        let options = CString::new(format!("{size}mode=700"))
            .map_err(|error| failed()(io::Error::other(error)))?;
        let flags = MountFlags::NOSUID | MountFlags::NODEV;
        mount("tmpfs", &order.scratch, "tmpfs", flags, options.as_c_str())
            .map_err(|error| failed()(error.into()))?;
        let void = order.scratch.join("void");
        let made = fs::OpenOptions::new().write(true).create_new(true).mode(0o0).open(&void);
        made.map_err(failed())?;
        let part = |name: &str, mode| {
            let path = order.scratch.join(name);
            DirBuilder::new().mode(mode).create(&path)?;
            // Whatever the umask is.
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
            clone(&path)
        };
        let mut folders = vec![(order.scratch.clone(), part("work", 0o700).map_err(failed())?)];
        for (number, folder) in TEMPORARY.into_iter().enumerate() {
            if let Ok(folder) = fs::canonicalize(folder) {
                folders.push((folder, part(&format!("tmp{number}"), 0o1777).map_err(failed())?));
            }
        }
        Ok(Self { folders, void })
    }
}

/// How many temporary files and folders there may be, for what they may hold together.
fn admitted_files(scratch_bytes: u64) -> u64 {
    (scratch_bytes / BYTES_PER_FILE).max(LEAST_FILES)
}

/// Covers a folder with an empty one, to be filled.
fn cover(path: &Path) -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", path, "tmpfs", flags, c"size=64k,mode=755")?)
}

/// Puts a tree at a path, made for it where it is missing.
fn attach(tree: &OwnedFd, path: &Path) -> io::Result<()> {
    if !path.exists() {
        let is_dir = rustix::fs::fstat(tree)
            .is_ok_and(|it| rustix::fs::FileType::from_raw_mode(it.st_mode).is_dir());
        let parent = if is_dir { Some(path) } else { path.parent() };
        if let Some(parent) = parent {
            DirBuilder::new().recursive(true).mode(0o755).create(parent)?;
        }
        if !is_dir {
            fs::File::create_new(path)?;
        }
    }
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
    Ok(move_mount(tree, "", CWD, path, flags)?)
}

/// Write-protects the settings of the machine in `/proc`.
fn protect_settings() -> io::Result<()> {
    let flags = MountFlags::BIND
        | MountFlags::RDONLY
        | MountFlags::NOSUID
        | MountFlags::NODEV
        | MountFlags::NOEXEC;
    for path in SETTINGS.iter().filter(|path| Path::new(path).exists()) {
        mount_bind(*path, *path)?;
        mount_remount(*path, flags, "")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_the_list_of_mounts_are_unescaped() {
        assert_eq!(unescape(br"/a\040b\134c\011"), b"/a b\\c\t");
        assert_eq!(unescape(br"/a\04"), br"/a\04");
        assert_eq!(unescape(br"\999\"), br"\999\");
    }

    #[test]
    fn the_root_is_mounted() {
        let mounts = mounts().unwrap();
        let root = mounts.iter().find(|(path, _)| path.as_os_str() == "/").unwrap();
        assert!(root.1.split(',').any(|option| option == "rw" || option == "ro"));
    }
}
