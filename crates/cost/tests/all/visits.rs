//! How far back a tally says that visits to memory go, worked out by hand.

use std::sync::Arc;

use ringassay_cost::{CostRecorder, TallyRing};
use ringassay_ring::{Crt, index::Index, primes};
use ringassay_scheme::Ring;

/// Two limbs of 512 words.
const ELEMENT: u64 = 2 * 512 * 8;

fn ring(recorder: &Arc<CostRecorder>) -> TallyRing {
    let index = Index::new(1024).unwrap();
    TallyRing::new(&index, &primes::search(&index, 40, 2, &[]).unwrap(), recorder).unwrap()
}

/// (log2 of the distance, rounded down; bytes) of a phase, and its fresh bytes.
fn visits(recorder: &CostRecorder, phase: &str) -> (Vec<(u32, u64)>, u64) {
    let seen = recorder.record();
    let visits = &seen.phase(phase).unwrap().visits;
    let whole = visits.by_log2_distance().map(|(log2, bytes)| (log2 as u32, bytes));
    (whole.collect(), visits.fresh_bytes)
}

#[test]
fn a_sum_comes_back_to_both_operands_and_to_the_buffer_of_the_last() {
    let recorder = Arc::new(CostRecorder::new());
    let ring = ring(&recorder);
    let (x, y) = (ring.zero::<Crt>(), ring.zero::<Crt>());
    let sum = || {
        let mut sum = x.clone();
        TallyRing::add_assign(&mut sum, &y).unwrap();
    };
    recorder.phase("first");
    sum();
    let (_, fresh) = visits(&recorder, "first");
    assert_eq!(fresh, ELEMENT, "one buffer more");
    recorder.phase("second");
    sum();
    // x and y have three elements between two visits, the sum has three when it is taken again, and
    // itself alone when y is added.
    let three = (3 * ELEMENT).ilog2();
    assert_eq!(
        visits(&recorder, "second"),
        (vec![(ELEMENT.ilog2(), ELEMENT), (three, 3 * ELEMENT)], 0)
    );
}

#[test]
fn products_with_tables_are_not_charged() {
    let recorder = Arc::new(CostRecorder::new());
    let ring = ring(&recorder);
    let gadget = ring.gadget(&[0..1, 1..2]).unwrap();
    let table = TallyRing::table(&[ring.zero(), ring.zero()]).unwrap();
    let digits = TallyRing::digits(&ring.zero(), &gadget, &ring).unwrap();
    recorder.phase("product");
    let _sum = TallyRing::inner_product(&digits, &table, &[0, 1], &[0, 1]).unwrap();
    let (levels, _) = visits(&recorder, "product");
    assert_eq!(levels.iter().map(|(_, bytes)| bytes).sum::<u64>(), ELEMENT, "the result alone");
}
