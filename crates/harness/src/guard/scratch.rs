//! The scratch folder of a program on the machine's disk.

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::Path;

/// A tree deeper than this is not made accessible again: it has been made to be in the way.
const DEPTH: u32 = 64;

/// Makes it, for this user alone.
pub(crate) fn make(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().mode(0o700).create(path)
}

/// Removes it with all that is in it; symbolic links are not followed. `false` when something is
/// left. Absent is as good as removed: a program may have removed it itself.
pub(crate) fn remove(path: &Path) -> bool {
    if fs::remove_dir_all(path).is_err() && path.symlink_metadata().is_ok() {
        // What a program has taken from itself, its user can give back.
        make_accessible(path, DEPTH);
        let _ = fs::remove_dir_all(path);
    }
    path.symlink_metadata().is_err()
}

fn make_accessible(folder: &Path, depth: u32) {
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            make_accessible(&entry.path(), depth - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_without_permissions_is_removed_all_the_same() {
        let top = std::env::temp_dir().join(format!("ringassay-scratch-{}", std::process::id()));
        make(&top).unwrap();
        let below = top.join("a/b");
        fs::create_dir_all(&below).unwrap();
        fs::write(below.join("file"), "x").unwrap();
        std::os::unix::fs::symlink("/etc", top.join("link")).unwrap();
        for folder in [below, top.join("a"), top.clone()] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o0)).unwrap();
        }
        assert!(remove(&top));
        assert!(remove(&top) && Path::new("/etc").exists());
    }
}
