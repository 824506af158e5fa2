//! What probes ask of a pair: packets of another moment, programs held still, shorter bounds.

use std::time::{Duration, Instant};

use ringassay_harness::{Class, Kept, Role};

use crate::faults::may_cut_off;

use crate::common::{CIRCUIT, CLIENT, SERVER, bounds, shell, start};

/// A server that returns the ciphertext that it got: of one line, `EDATA⏎5⏎…ENDEDATA`.
const ECHO: &str = r"while IFS= read -r l; do case $l in
ENDCIRCUIT) printf 'CIRCUIT\nCIRCUIT READY\nENDCIRCUIT\n';;
*ENDEDATA) printf 'EDATA\n5\n%s\n' $l;;
esac; done";

#[test]
fn a_packet_of_another_moment_is_sent_in_place_of_ones_own() {
    let mut pair = start(&shell(CLIENT, ECHO), &bounds(10.0)).unwrap();
    pair.keygen(b"L=5,D=1.0,K=80").unwrap();
    pair.ingest(CIRCUIT).unwrap();
    pair.encrypt(b"[11010,01011]").unwrap();
    pair.place(Kept::Fresh, b"EDATA\n5\nothersENDEDATA\n").unwrap_err();
    pair.evaluate().unwrap();
    assert_eq!(
        pair.evaluated(),
        Some(&b"EDATA\n5\nfreshENDEDATA\n"[..]),
        "a refusal changes nothing"
    );
    pair.place(Kept::Fresh, b"EDATA\n5\notherENDEDATA\n").unwrap();
    assert_eq!(pair.evaluated(), None);
    pair.evaluate().unwrap();
    assert_eq!(pair.evaluated(), Some(&b"EDATA\n5\notherENDEDATA\n"[..]));
    pair.place(Kept::Evaluated, b"EDATA\n1\nxENDEDATA\n").unwrap();
    pair.decrypt().unwrap();
    assert_eq!(pair.output(), Some(&b"00100"[..]));

    // A key goes to the server again, before a circuit, and ends what was under the old one.
    let key = b"KEY\nof another pair\nENDKEY\n";
    pair.place(Kept::Key, key).unwrap();
    assert_eq!((pair.fresh(), pair.evaluated()), (None, None));
    assert_eq!(pair.evaluate().unwrap_err().class, Class::HarnessError);
    assert_eq!(
        pair.ingest(CIRCUIT).unwrap().sent_bytes,
        (key.len() + 8 + CIRCUIT.len() + 12) as u64
    );
    for (kept, raw) in [
        (Kept::Key, &b"EDATA\n1\nxENDEDATA\n"[..]),
        (Kept::Fresh, b""),
        (Kept::Fresh, b"EDATA\n1\nxENDEDATA\nEDATA\n1\nxENDEDATA\n"),
        (Kept::Evaluated, b"EDATA\n-1\nxENDEDATA\n"),
    ] {
        assert_eq!(pair.place(kept, raw).unwrap_err().class, Class::HarnessError);
    }
    assert!(pair.usable());
}

#[test]
fn a_program_that_is_held_does_nothing_until_it_is_released() {
    // The answer is a child's, which has to stand still as well.
    let client = CLIENT.replace("printf 'PDATA", "sh -c 'sleep 0.01'; printf 'PDATA");
    let mut pair = start(&shell(&client, SERVER), &bounds(10.0)).unwrap();
    pair.keygen(b"L=5,D=1.0,K=80").unwrap();
    pair.ingest(CIRCUIT).unwrap();
    pair.encrypt(b"[11010,01011]").unwrap();
    assert!(pair.hold_one(Role::Client));
    pair.evaluate().unwrap();
    pair.release_one(Role::Client);
    pair.decrypt().unwrap();

    assert!(pair.hold_one(Role::Server));
    pair.shorten(Duration::from_millis(300));
    let begun = Instant::now();
    let failure = pair.evaluate().unwrap_err();
    assert_eq!(failure.class, Class::Timeout);
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert!(!pair.usable());
}

#[test]
fn what_two_programs_share_is_named() {
    let pair = start(&shell(CLIENT, SERVER), &bounds(10.0)).unwrap();
    let mut open = bounds(10.0);
    open.network = true;
    let networked = start(&shell(CLIENT, SERVER), &open).unwrap();
    assert!(networked.shared().contains(&"network"));
    for known in pair.shared() {
        assert!(["files", "network", "interprocess memory"].contains(&known), "{known}");
    }
    // Where the guard may, it gives each a network of its own.
    assert_eq!(pair.shared().contains(&"network"), !may_cut_off());
}
