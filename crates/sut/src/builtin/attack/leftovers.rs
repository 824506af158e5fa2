//! What a program leaves behind, and how much it can write. Whoever tries it looks for what is left.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::Target;

const BLOCK_BYTES: usize = 1 << 20;
/// How long a process left behind would live.
const LIFE_MS: &str = "600000";

/// Shared memory under its own name.
pub(super) fn leave_memory(target: &Target) -> io::Result<bool> {
    fs::write(format!("/dev/shm/{}", target.mark), "left")?;
    Ok(false)
}

/// Temporary files wherever they are made.
pub(super) fn leave_files(target: &Target) -> io::Result<bool> {
    let own = std::env::temp_dir();
    for folder in [own.as_path(), "/tmp".as_ref(), "/var/tmp".as_ref()] {
        let folder = folder.join(&target.mark);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("file"), "left")?;
    }
    Ok(false)
}

/// A temporary tree that nobody may enter.
pub(super) fn leave_locked(target: &Target) -> io::Result<bool> {
    let top = std::env::temp_dir().join(&target.mark);
    fs::create_dir_all(top.join("below"))?;
    for folder in [top.join("below"), top] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o0))?;
    }
    Ok(false)
}

/// A process without group, environment and pipes by which it could be found.
pub(super) fn leave_process(target: &Target) -> io::Result<bool> {
    let script = r#": "$0"; exec "$@""#;
    Command::new("setsid")
        .args(["--fork", "sh", "-c", script, &target.mark])
        .arg(std::env::current_exe()?)
        .args(["helper", "linger", LIFE_MS])
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    Ok(false)
}

/// Whether that much can be written into a folder, in files of a quarter each.
pub(super) fn fill(folder: &Path, bytes: u64) -> io::Result<bool> {
    let block = vec![0xa5; BLOCK_BYTES];
    let blocks = usize::try_from(bytes).unwrap_or(usize::MAX) / BLOCK_BYTES / 4;
    let fill = |name: &Path| -> io::Result<()> {
        let mut file = fs::File::create(name)?;
        (0..blocks).try_for_each(|_| file.write_all(&block))
    };
    let names: Vec<_> = (0..4).map(|i| folder.join(format!("attack-fill-{i}"))).collect();
    let filled = names.iter().try_for_each(|name| fill(name));
    for name in names {
        let _ = fs::remove_file(name);
    }
    filled.map(|()| true)
}
