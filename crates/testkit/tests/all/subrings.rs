//! Rings inside rings, for every backend.

use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::mutant::{Fault, Mutant};
use ringassay_testkit::laws::subring;
use ringassay_testkit::subjects::SubringSubject;

use crate::common::{on_every_backend, prime_one_mod};

fn moduli(m: u64) -> Vec<u64> {
    vec![prime_one_mod(m, 31), prime_one_mod(m, 50), prime_one_mod(m, 62)]
}

fn check(pairs: &[(u64, u64)]) {
    on_every_backend(|backend| {
        for &(m_sub, m) in pairs {
            let pair = SubringSubject::new(m_sub, m, &moduli(m), backend);
            subring::suite(&pair, &mut Stream::new(m)).unwrap_or_else(|v| panic!("{v}"));
        }
    });
}

#[test]
fn small_pairs() {
    // The same ring; Z; more of a prime; a new prime; several at once; 2 new and old.
    check(&[(1, 1), (1, 9), (1, 15), (9, 9), (3, 9), (3, 27), (9, 27), (4, 8), (4, 64), (1, 4)]);
    check(&[(3, 15), (5, 15), (3, 12), (4, 12), (5, 45), (9, 45), (7, 28), (4, 60), (15, 60)]);
    check(&[(3, 105), (7, 105), (15, 105), (35, 105), (1, 105), (21, 420), (12, 180), (11, 1155)]);
}

#[test]
fn the_pairs_of_the_seed_tables() {
    check(&[(728, 2912), (728, 3640), (128, 11_648)]);
}

#[test]
fn a_fault_in_the_trace_is_found() {
    let original = SubringSubject::new(4, 60, &moduli(60), ringassay_kernels::Backend::Portable);
    let verdict =
        subring::suite(&Mutant { original, fault: Fault::PlainTrace }, &mut Stream::new(1));
    assert_eq!(verdict.map_err(|violation| violation.law), Err("twace undoes embed"));
}
