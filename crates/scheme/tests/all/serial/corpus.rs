//! Replays the corpus of the fuzz target: what a fuzzer once found interesting stays tested.

use std::path::{Path, PathBuf};

use crate::{
    bgv::{bgv_load, input_of},
    bgv_instances::{COUNT, Instance},
    serial::malformed::objects,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/bgv_load")
}

#[test]
fn saved_objects() {
    let mut files = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        // Shown only when the invariant does not hold.
        println!("{}", path.display());
        bgv_load(&std::fs::read(&path).unwrap());
        files += 1;
    }
    assert!(files >= 150, "only {files} files in {}", folder().display());
}

/// What was saved when the format was made is what is saved today: objects of the corpus that begin
/// with `v2` are those of the instances, whose randomness is fixed.
#[test]
fn the_format_has_not_changed() {
    for i in 0..COUNT {
        for (number, (kind, object)) in objects(&Instance::new(i)).into_iter().enumerate() {
            let path = folder().join(format!("v2-{i}-{number}"));
            let input = input_of(i, kind, &object);
            if std::env::var_os("RINGASSAY_WRITE_CORPUS").is_some() {
                std::fs::write(&path, &input).unwrap();
            }
            let stored = std::fs::read(&path).unwrap();
            assert!(stored == input, "{kind} of instance {i} is saved otherwise than before");
        }
    }
}
