//! What fixed seeds give is what they have always given: keys, ciphertexts, results of every operation. Objects that
//! were saved by an earlier version therefore load, and are written again as the same bytes.
//!
//! `vectors/saved/objects.txt` has a digest of each. Of ciphertexts it covers the residues alone: estimates of noise
//! are logarithms, whose last bit may differ between C libraries.

use std::fmt::Write as _;

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    hybrid::Ciphertext,
    serial::{Kind, SavedParameters},
};

use crate::objects::{Instance, Tried};

const KNOWN: &str = include_str!("../../../../../vectors/saved/objects.txt");

fn line(found: &mut String, name: &str, bytes: &[u8]) {
    writeln!(found, "{name} {}", &blake3::hash(bytes).to_hex()[..32]).unwrap();
}

fn residues<P: SavedParameters>(a: &Ciphertext<P, RnsRing>) -> Vec<u8> {
    let words = a.parts().iter().flat_map(|part| part.words());
    words.flat_map(|word| word.to_le_bytes()).collect()
}

fn digests<P: Tried>() -> String {
    let mut found = String::new();
    for (i, instance) in Instance::<P>::all().enumerate() {
        let name = |what: &str| format!("{} {i} {what}", P::SCHEME);
        for (kind, bytes) in instance.objects() {
            if kind != Kind::Ciphertext {
                line(&mut found, &name(&kind.to_string()), &bytes);
            }
        }
        let fresh = instance.encrypted(3);
        line(&mut found, &name("fresh"), &residues(&fresh));
        for (number, result) in P::operations(&instance, &fresh).iter().enumerate() {
            line(&mut found, &name(&format!("result {number}")), &residues(result));
        }
    }
    found
}

#[test]
fn fixed_seeds_give_what_they_have_always_given() {
    let found = [
        digests::<ringassay_scheme::bgv::Parameters>(),
        digests::<ringassay_scheme::bfv::Parameters>(),
        digests::<ringassay_scheme::ckks::Parameters>(),
    ]
    .concat();
    if found != KNOWN {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("objects.txt");
        std::fs::write(&path, &found).unwrap();
        let known: Vec<&str> = KNOWN.lines().collect();
        let changed: Vec<&str> = found.lines().filter(|line| !known.contains(line)).collect();
        panic!(
            "{changed:#?} are not in vectors/saved/objects.txt, {} lines there, {} here: if that is \
             meant, the new file is {}",
            known.len(),
            found.lines().count(),
            path.display(),
        );
    }
}
