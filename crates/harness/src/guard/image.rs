//! Whether a file can be executed, asked before it is tried.
//!
//! The C library's `execvp` runs what the kernel rejects as a shell script. A program for another
//! processor would so appear to start, and fail in the words of a shell.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// `e_machine` of an ELF header.
const MACHINE_AT: usize = 18;
const HEADER_BYTES: usize = 20;
const EM_386: u16 = 3;
const EM_X86_64: u16 = 62;

/// The file that a program's name stands for: itself when it has a slash, otherwise the first
/// executable one in `path`, by default the variable of this process.
pub(super) fn find_program(name: &str, path: Option<&str>) -> io::Result<PathBuf> {
    if name.contains('/') {
        return Ok(PathBuf::from(name));
    }
    let path = path.map_or_else(|| std::env::var_os("PATH").unwrap_or_default(), Into::into);
    std::env::split_paths(&path)
        .map(|directory| directory.join(name))
        .find(|file| {
            rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok() && file.is_file()
        })
        .ok_or_else(|| {
            io::Error::new(io::ErrorKind::NotFound, format!("{name} is in no directory of PATH"))
        })
}

/// Refuses what the kernel would not execute: neither a program for this machine nor a script
/// that names its interpreter. What it cannot read it leaves to the kernel.
pub(super) fn refuse_unless_executable(program: &Path) -> io::Result<()> {
    if rustix::fs::access(program, rustix::fs::Access::EXEC_OK).is_err() {
        return Ok(());
    }
    let Ok(head) = head(program) else {
        return Ok(());
    };
    if head.starts_with(b"#!") || is_for_this_machine(&head) || has_foreign_formats() {
        return Ok(());
    }
    Err(io::Error::from(rustix::io::Errno::NOEXEC))
}

fn is_for_this_machine(head: &[u8]) -> bool {
    let Ok(own) = self::head(Path::new("/proc/self/exe")) else {
        return true;
    };
    match (machine(head), machine(&own)) {
        (Some(theirs), Some(ours)) => theirs == ours || (theirs, ours) == (EM_386, EM_X86_64),
        (theirs, _) => theirs.is_some(),
    }
}

fn machine(head: &[u8]) -> Option<u16> {
    const BIG_ENDIAN: u8 = 2;
    let field = head.get(MACHINE_AT..HEADER_BYTES)?.try_into().ok()?;
    head.starts_with(b"\x7fELF").then(|| match head[5] {
        BIG_ENDIAN => u16::from_be_bytes(field),
        _ => u16::from_le_bytes(field),
    })
}

/// Whether this kernel was taught further formats (binfmt_misc), such as an emulator's.
fn has_foreign_formats() -> bool {
    fs::read_dir("/proc/sys/fs/binfmt_misc").is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.file_name() != "register" && entry.file_name() != "status")
    })
}

fn head(program: &Path) -> io::Result<Vec<u8>> {
    // A FIFO would keep us waiting.
    if !fs::metadata(program)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut head = Vec::with_capacity(HEADER_BYTES);
    File::open(program)?.take(HEADER_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}
