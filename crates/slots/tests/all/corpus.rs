//! Replays the corpora of the fuzz targets: what a fuzzer once found interesting stays tested.

use std::path::Path;

fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        // Shown only when the invariant does not hold.
        println!("{}", path.display());
        run(&std::fs::read(&path).unwrap());
        files += 1;
    }
    assert!(files >= 4, "only {files} files in {}", folder.display());
}

#[test]
fn programs() {
    replay("slot_program", crate::slots::program);
}

#[test]
fn targets() {
    replay("slot_target", crate::slots::target);
}
