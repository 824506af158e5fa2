//! What of the hidden folders a program needs to run: where it lies, its libraries beside it, and
//! what its command line names.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

/// Hops of a symbolic link or of interpreters, as many as the kernel takes.
const HOPS: usize = 40;
/// First line of a script; the kernel reads no more.
const SHEBANG_BYTES: u64 = 256;
/// What belongs to programs in `bin`, beside it.
const LIBRARIES: [&str; 5] = ["lib", "lib64", "libexec", "pyvenv.cfg", "include"];

/// Collects what stays in sight.
pub(super) struct Sight<'a> {
    hidden: &'a [PathBuf],
    cwd: &'a Path,
    kept: BTreeSet<PathBuf>,
}

impl<'a> Sight<'a> {
    /// `hidden` without symbolic links.
    pub(super) fn new(hidden: &'a [PathBuf], cwd: &'a Path) -> Self {
        Self { hidden, cwd, kept: BTreeSet::new() }
    }

    /// What was collected: absolute paths below hidden folders, some of which may lie below others.
    pub(super) fn kept(self) -> BTreeSet<PathBuf> {
        self.kept
    }

    /// A program with its libraries and interpreter, behind every link on the way to it.
    pub(super) fn program(&mut self, program: &Path) {
        let mut open = vec![self.cwd.join(program)];
        for _ in 0..HOPS {
            let Some(file) = open.pop() else { return };
            self.neighbours(&file);
            match fs::read_link(&file) {
                Ok(target) => open.push(file.parent().unwrap_or(Path::new("/")).join(target)),
                Err(_) => open.extend(interpreter(&file)),
            }
        }
    }

    /// A folder of programs.
    pub(super) fn programs(&mut self, folder: &Path) {
        let folder = self.cwd.join(folder);
        self.folder(&folder);
        let is = |name| folder.file_name() == Some(OsStr::new(name));
        if let Some(prefix) = folder.parent()
            && (is("bin") || is("sbin"))
        {
            for beside in LIBRARIES {
                self.folder(&prefix.join(beside));
            }
            if let Some(base) = base_of_environment(prefix) {
                for beside in ["lib", "lib64", "bin"] {
                    self.folder(&base.join(beside));
                }
            }
        }
    }

    /// A file with what lies beside it, or a folder, if there is such a thing.
    pub(super) fn argument(&mut self, argument: &str) {
        let path = self.cwd.join(argument);
        match fs::metadata(&path) {
            Ok(it) if it.is_dir() => self.folder(&path),
            Ok(_) => self.file(&path),
            Err(_) => {}
        }
    }

    /// What the user names, with all below it: also a whole home.
    pub(super) fn named(&mut self, path: &Path) {
        self.keep(&self.cwd.join(path));
    }

    /// A folder, unless it is a hidden one as a whole.
    pub(super) fn folder(&mut self, folder: &Path) {
        let whole = fs::canonicalize(folder).is_ok_and(|real| self.hidden.contains(&real));
        if !whole {
            self.keep(folder);
        }
    }

    fn neighbours(&mut self, file: &Path) {
        match file.parent() {
            Some(folder) if self.is_within(folder) => self.programs(folder),
            _ => self.keep(file),
        }
    }

    fn file(&mut self, file: &Path) {
        match file.parent() {
            Some(folder) if self.is_within(folder) => self.folder(folder),
            _ => self.keep(file),
        }
    }

    /// Whether a folder lies below a hidden one, but is none.
    fn is_within(&self, folder: &Path) -> bool {
        fs::canonicalize(folder).is_ok_and(|real| {
            !self.hidden.contains(&real) && self.hidden.iter().any(|it| real.starts_with(it))
        })
    }

    /// Under the name given and, where links make another of it, under that.
    fn keep(&mut self, path: &Path) {
        let Ok(real) = fs::canonicalize(path) else { return };
        let plain = !path.components().any(|part| part == std::path::Component::ParentDir);
        for name in [Some(path).filter(|_| plain), Some(&real)].into_iter().flatten() {
            if self.hidden.iter().any(|it| name.starts_with(it)) {
                self.kept.insert(name.to_owned());
            }
        }
    }
}

/// The interpreter of a script; that of `env` would be found in `PATH`, whose folders are in sight.
fn interpreter(file: &Path) -> Option<PathBuf> {
    let mut line = Vec::new();
    let head = fs::File::open(file).ok()?.take(SHEBANG_BYTES);
    if !fs::metadata(file).ok()?.is_file() {
        return None;
    }
    BufReader::new(head).read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8(line).ok()?;
    let name = line.strip_prefix("#!")?.split_ascii_whitespace().next()?;
    Some(PathBuf::from(name)).filter(|path| path.is_absolute())
}

/// Where the Python lies that a virtual environment was made from.
fn base_of_environment(prefix: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(prefix.join("pyvenv.cfg")).ok()?;
    let home = text.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "home").then(|| PathBuf::from(value.trim()))
    })?;
    home.parent().map(Path::to_owned)
}
