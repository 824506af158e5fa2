//! Replays the corpora of the fuzz targets: what a fuzzer once found interesting stays tested.

use std::path::Path;

/// Runs `invariant` on every file of a corpus.
fn replay(target: &str, least: usize, invariant: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        // Shown only when the invariant does not hold.
        println!("{}", path.display());
        invariant(&std::fs::read(&path).unwrap());
        files += 1;
    }
    assert!(files >= least, "only {files} files in {}", folder.display());
}

#[test]
fn circuits() {
    replay("circuit", 25, crate::text::circuit);
}

#[test]
fn expressions() {
    replay("expression", 10, crate::text::expression);
}

#[test]
fn inputs() {
    replay("input", 15, crate::text::input);
}

#[test]
fn key_parameters() {
    replay("key_parameters", 10, crate::text::key_parameters);
}

#[test]
fn scripts() {
    replay("script", 8, crate::text::script);
}

#[test]
fn netlists() {
    use crate::netlist_invariants::{aiger_ascii, aiger_binary, blif, bristol, bristol_old};
    replay("netlist_bristol", 8, bristol);
    replay("netlist_bristol_old", 4, bristol_old);
    replay("netlist_aag", 8, aiger_ascii);
    replay("netlist_aig", 6, aiger_binary);
    replay("netlist_blif", 8, blif);
}
