//! Challenges as folders: opened, suppressed, verified; links and missing files are refused.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use common::kinds;
use ringassay_challenge::folder::{generate, suppress, verify};
use ringassay_challenge::verify::Seeds::Ours;

/// Byte 3 chooses instance 6 mod 4 = 2.
fn beacon() -> [u8; 64] {
    let mut output = [0; 64];
    output[3] = 6;
    output
}

fn file(folder: &Path, suffix: &str) -> PathBuf {
    let name = folder.file_name().unwrap().to_str().unwrap();
    folder.join(format!("{name}{suffix}"))
}

#[test]
fn the_chosen_secret_and_no_other_is_suppressed() {
    for parameters in kinds(15) {
        let parent = tempfile::tempdir().unwrap();
        let folder = generate(parent.path(), &common::challenge(parameters), "toy").unwrap();
        let mode = fs::metadata(file(&folder, "-02.secret")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(verify(&folder, None, Ours).unwrap().opened, [0, 1, 2, 3]);
        // The secret that should be suppressed is present.
        assert!(verify(&folder, Some(&beacon()), Ours).is_err());
        let kept = fs::read(file(&folder, "-01.secret")).unwrap();
        assert_eq!(suppress(&folder, &beacon(), Ours).unwrap(), 2);
        assert!(!file(&folder, "-02.secret").exists());
        let found = verify(&folder, Some(&beacon()), Ours).unwrap();
        assert_eq!((found.opened, found.closed), (vec![0, 1, 3], vec![2]));
        assert!(suppress(&folder, &beacon(), Ours).is_err());
        // Another beacon, a second missing secret: a wrong opening.
        assert!(verify(&folder, Some(&[0; 64]), Ours).is_err());
        fs::remove_file(file(&folder, "-01.secret")).unwrap();
        assert!(verify(&folder, Some(&beacon()), Ours).is_err());
        fs::write(file(&folder, "-01.secret"), kept).unwrap();
        assert!(verify(&folder, Some(&beacon()), Ours).is_ok());
    }
}

#[test]
fn swapped_missing_and_linked_files_are_refused_and_nothing_is_removed() {
    let parent = tempfile::tempdir().unwrap();
    let folder = generate(parent.path(), &common::challenge(kinds(8)[1]), "toy").unwrap();
    assert!(generate(parent.path(), &common::challenge(kinds(8)[1]), "toy").is_err());
    let refused = || {
        assert!(verify(&folder, None, Ours).is_err());
        assert!(suppress(&folder, &beacon(), Ours).is_err());
        assert!(file(&folder, "-02.secret").exists());
    };
    let [zero, one] = ["-00.instance", "-01.instance"].map(|suffix| file(&folder, suffix));
    let [first, second] = [&zero, &one].map(|path| fs::read(path).unwrap());
    fs::write(&zero, &second).unwrap();
    fs::write(&one, &first).unwrap();
    refused();
    fs::write(&one, &second).unwrap();
    fs::remove_file(&zero).unwrap();
    refused();
    let elsewhere = parent.path().join("elsewhere");
    fs::write(&elsewhere, &first).unwrap();
    symlink(&elsewhere, &zero).unwrap();
    refused();
    fs::remove_file(&zero).unwrap();
    fs::write(&zero, &first).unwrap();
    assert!(verify(&folder, None, Ours).is_ok());
    let link = parent.path().join("link");
    symlink(&folder, &link).unwrap();
    assert!(verify(&link, None, Ours).is_err());
    assert!(
        !fs::read_dir(parent.path())
            .unwrap()
            .any(|entry| { entry.unwrap().file_name().to_str().unwrap().ends_with(".unfinished") })
    );
}
