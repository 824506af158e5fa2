//! How far back a tally says that visits to memory go, worked out by hand.

use std::sync::Arc;

use ringassay_cost::{Ledger, TallyRing};
use ringassay_ring::{Crt, index::Index, primes};
use ringassay_scheme::Ring;

/// Two limbs of 512 words.
const ELEMENT: u64 = 2 * 512 * 8;

fn ring(ledger: &Arc<Ledger>) -> TallyRing {
    let index = Index::new(1024).unwrap();
    TallyRing::new(&index, &primes::search(&index, 40, 2, &[]).unwrap(), ledger).unwrap()
}

/// (log2 of the distance, rounded down; bytes) of a phase, and its fresh bytes.
fn visits(ledger: &Ledger, phase: &str) -> (Vec<(u32, u64)>, u64) {
    let seen = ledger.observation();
    let visits = &seen.phase(phase).unwrap().visits;
    let whole = visits.by_log2_distance().map(|(log2, bytes)| (log2 as u32, bytes));
    (whole.collect(), visits.fresh_bytes)
}

#[test]
fn a_sum_comes_back_to_both_operands_and_to_the_buffer_of_the_last() {
    let ledger = Arc::new(Ledger::new());
    let ring = ring(&ledger);
    let (x, y) = (ring.zero::<Crt>(), ring.zero::<Crt>());
    let sum = || {
        let mut sum = x.clone();
        TallyRing::add_assign(&mut sum, &y).unwrap();
    };
    ledger.phase("first");
    sum();
    let (_, fresh) = visits(&ledger, "first");
    assert_eq!(fresh, ELEMENT, "one buffer more");
    ledger.phase("second");
    sum();
    // x and y have three elements between two visits, the sum has three when it is taken again, and
    // itself alone when y is added.
    let three = (3 * ELEMENT).ilog2();
    assert_eq!(
        visits(&ledger, "second"),
        (vec![(ELEMENT.ilog2(), ELEMENT), (three, 3 * ELEMENT)], 0)
    );
}

#[test]
fn products_with_tables_are_not_charged() {
    let ledger = Arc::new(Ledger::new());
    let ring = ring(&ledger);
    let gadget = ring.gadget(&[0..1, 1..2]).unwrap();
    let table = TallyRing::table(&[ring.zero(), ring.zero()]).unwrap();
    let digits = TallyRing::digits(&ring.zero(), &gadget, &ring).unwrap();
    ledger.phase("product");
    let _sum = TallyRing::inner_product(&digits, &table, &[0, 1], &[0, 1]).unwrap();
    let (levels, _) = visits(&ledger, "product");
    assert_eq!(levels.iter().map(|(_, bytes)| bytes).sum::<u64>(), ELEMENT, "the result alone");
}
