//! What a ring says of its tables, beside what the allocator counted.
#![allow(clippy::unwrap_used)]

use ringassay_kernels::{Backend, heap};
use ringassay_ring::{RnsRing, index::Index, primes::search};

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

#[test]
fn tables_are_what_a_ring_allocates() {
    assert!(heap::count());
    for backend in Backend::available() {
        // Powers of two, dense axes, Rader's method in tiles and by lines, padded convolutions.
        for m in [1 << 9, 1 << 13, 4095, 5461, 8191, 13_981, 15_709] {
            let index = Index::new(m).unwrap();
            let primes = search(&index, 48, 3, &[]).unwrap();
            let before = heap::current_bytes();
            let ring = RnsRing::with_backend(&index, &primes, backend).unwrap();
            let allocated = heap::current_bytes() - before;
            let tables = ring.table_bytes() as isize;
            // Handles and lists of a few entries are beside the tables.
            let beside = allocated - tables;
            assert!((0..20_000).contains(&beside), "{backend}, m = {m}: {tables} of {allocated}");
        }
    }
}
