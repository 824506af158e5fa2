//! Vectors over Z_q: every backend, moduli from 2 to the largest, lengths around the vectors'.

use ringassay_kernels::Zq;
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::elementwise;
use ringassay_testkit::subjects::ZqSubject;

use crate::common::{on_every_backend, prime_below};

/// Tiny and even ones, primes of all sizes, both sides of 2^50, composites beside powers of two.
fn moduli() -> Vec<u64> {
    let mut moduli =
        vec![2, 3, 4, 5, 1024, 1 << 32, 1 << 49, (1 << 50) - 1, 1 << 50, (1 << 62) - 1];
    moduli.extend(
        [10, 14, 20, 26, 30, 31, 32, 33, 40, 48, 49, 50, 51, 52, 53, 60, 61, 62].map(prime_below),
    );
    moduli
}

#[test]
fn operations_are_their_definitions() {
    on_every_backend(|backend| {
        let mut stream = Stream::new(2);
        for q in moduli() {
            let subject = ZqSubject::new(Zq::with_backend(q, backend).unwrap());
            let lengths = [0, 1, 3, 4, 7, 8, 9, 31, 64, 65];
            elementwise::suite(&subject, &lengths, &mut stream).unwrap_or_else(|v| panic!("{v}"));
        }
    });
}
