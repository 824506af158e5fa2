//! Challenges as folders: opened, suppressed, verified; links and missing files are refused.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::common::kinds;
use ringassay_challenge::beacon::Record;
use ringassay_challenge::folder::{self, Verified};
use ringassay_challenge::verify::Seeds::Ours;
use ringassay_challenge::{Challenge, ChallengeError};

/// Byte 3 chooses instance 6 mod 4 = 2.
fn beacon() -> Record {
    let mut output = [0; 64];
    output[3] = 6;
    output.into()
}

fn generate(parent: &Path, challenge: &Challenge, name: &str) -> Result<PathBuf, ChallengeError> {
    folder::generate(parent, challenge, name, &mut |_, _| {})
}

fn verify(folder: &Path, beacon: Option<&Record>) -> Result<Verified, ChallengeError> {
    folder::verify(folder, beacon, Ours, &mut |_, _| {})
}

fn suppress(folder: &Path, beacon: &Record) -> Result<u32, ChallengeError> {
    folder::suppress(folder, beacon, Ours, &mut |_, _| {})
}

fn file(folder: &Path, suffix: &str) -> PathBuf {
    let name = folder.file_name().unwrap().to_str().unwrap();
    folder.join(format!("{name}{suffix}"))
}

#[test]
fn the_chosen_secret_and_no_other_is_suppressed() {
    for parameters in kinds(15) {
        let parent = tempfile::tempdir().unwrap();
        let folder = generate(parent.path(), &crate::common::challenge(parameters), "toy").unwrap();
        let mode = fs::metadata(file(&folder, "-02.secret")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(verify(&folder, None).unwrap().opened, [0, 1, 2, 3]);
        // The secret that should be suppressed is present.
        assert!(verify(&folder, Some(&beacon())).is_err());
        let kept = fs::read(file(&folder, "-01.secret")).unwrap();
        assert_eq!(suppress(&folder, &beacon()).unwrap(), 2);
        assert!(!file(&folder, "-02.secret").exists());
        let found = verify(&folder, Some(&beacon())).unwrap();
        assert_eq!((found.opened, found.closed), (vec![0, 1, 3], vec![2]));
        assert!(suppress(&folder, &beacon()).is_err());
        // Another beacon, a second missing secret: a wrong opening.
        assert!(verify(&folder, Some(&[0; 64].into())).is_err());
        fs::remove_file(file(&folder, "-01.secret")).unwrap();
        assert!(verify(&folder, Some(&beacon())).is_err());
        fs::write(file(&folder, "-01.secret"), kept).unwrap();
        assert!(verify(&folder, Some(&beacon())).is_ok());
    }
}

#[test]
fn swapped_missing_and_linked_files_are_refused_and_nothing_is_removed() {
    let parent = tempfile::tempdir().unwrap();
    let folder = generate(parent.path(), &crate::common::challenge(kinds(8)[1]), "toy").unwrap();
    assert!(generate(parent.path(), &crate::common::challenge(kinds(8)[1]), "toy").is_err());
    let refused = || {
        assert!(verify(&folder, None).is_err());
        assert!(suppress(&folder, &beacon()).is_err());
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
    assert!(verify(&folder, None).is_ok());
    let link = parent.path().join("link");
    symlink(&folder, &link).unwrap();
    assert!(verify(&link, None).is_err());
    assert!(
        !fs::read_dir(parent.path())
            .unwrap()
            .any(|entry| { entry.unwrap().file_name().to_str().unwrap().ends_with(".unfinished") })
    );
}
