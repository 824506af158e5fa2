//! Replays the corpus of the fuzz target for packets: what a fuzzer once found interesting stays
//! tested.

use std::path::Path;

#[test]
fn streams() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/packets");
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        // Shown only when the invariant does not hold.
        println!("{}", path.display());
        crate::packets::packets(&std::fs::read(&path).unwrap());
        files += 1;
    }
    assert!(files >= 14, "only {files} files in {}", folder.display());
}
