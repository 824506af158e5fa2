//! Replays the corpus of the fuzz target for packets: what a fuzzer once found interesting stays
//! tested.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "../../../fuzz/invariants/packets.rs"]
mod packets;

use std::path::Path;

#[test]
fn streams() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/packets");
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        // Shown only when the invariant does not hold.
        println!("{}", path.display());
        packets::packets(&std::fs::read(&path).unwrap());
        files += 1;
    }
    assert!(files >= 14, "only {files} files in {}", folder.display());
}
