//! The catalogue: what is stored never changes, names are told apart, entries agree with the code.

use std::collections::BTreeSet;

use ringassay_scheme::{Scheme, catalogue::Space};

/// Bytes and keys that saved objects, stored runs and files of users contain.
#[test]
fn what_is_stored_stays() {
    let stored: Vec<(u8, &str)> =
        Scheme::ALL.iter().map(|scheme| (scheme.entry().serial, scheme.key())).collect();
    let pinned = [
        (1, "bgv"),
        (6, "bfv"),
        (7, "ckks"),
        (2, "fv"),
        (3, "yashe"),
        (4, "f-ntru"),
        (5, "shield"),
        (8, "gates"),
    ];
    assert_eq!(stored, pinned);
}

#[test]
fn nothing_has_two_owners() {
    let distinct = |words: Vec<String>| words.iter().collect::<BTreeSet<_>>().len() == words.len();
    let all = || Scheme::ALL.iter().map(|scheme| scheme.entry());
    assert!(distinct(all().map(|entry| entry.key.to_owned()).collect()));
    assert!(distinct(all().map(|entry| entry.name.to_owned()).collect()));
    assert!(distinct(all().map(|entry| entry.serial.to_string()).collect()));
    assert!(distinct(all().flat_map(|entry| entry.sut).map(|sut| sut.name.to_owned()).collect()));
    assert!(distinct(
        all().flat_map(|entry| entry.sut).map(|sut| sut.arguments.join(" ")).collect()
    ));
}

#[test]
fn a_scheme_is_found_by_its_key() {
    for &scheme in Scheme::ALL {
        assert_eq!(Scheme::find(scheme.key()), Some(scheme));
    }
    assert_eq!(Scheme::find("BGV"), None);
    assert_eq!(Scheme::find(""), None);
}

#[test]
fn every_exact_scheme_computes_with_bits() {
    assert!(Scheme::Ckks.is_approximate() && !Scheme::Ckks.has_bits_only());
    for scheme in Scheme::ALL.iter().copied().filter(|scheme| !scheme.is_approximate()) {
        assert!(scheme.entry().spaces.contains(&Space::Gf2), "{scheme}");
        assert_eq!(scheme.entry().spaces.len() == 1, scheme.has_bits_only(), "{scheme}");
    }
}
