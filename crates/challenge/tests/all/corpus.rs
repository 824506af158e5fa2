//! Replays the corpora of the fuzz targets.

use std::fs;
use std::path::Path;

use crate::invariants;

fn replay(target: &str, least: usize, invariant: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        // Shown only when the invariant does not hold.
        println!("{}", path.display());
        invariant(&fs::read(&path).unwrap());
        files += 1;
    }
    assert!(files >= least, "only {files} files in {}", folder.display());
}

#[test]
fn messages() {
    replay("challenge_message", 3, invariants::challenge);
    replay("challenge_instance", 3, invariants::instance);
    replay("challenge_secret", 3, invariants::secret);
}

#[test]
fn names() {
    replay("challenge_name", 3, invariants::name);
}

#[test]
fn records() {
    replay("beacon_record", 3, invariants::record);
}

/// `RINGASSAY_WRITE_CORPUS=1` writes what a fuzzer starts from.
#[test]
fn the_beginnings_are_in_the_corpora() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (target, number, bytes) in invariants::beginnings() {
        let path = root.join(target).join(format!("begin-{number}"));
        if std::env::var_os("RINGASSAY_WRITE_CORPUS").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &bytes).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), bytes, "{}", path.display());
    }
}
