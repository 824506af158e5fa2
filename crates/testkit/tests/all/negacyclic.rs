//! The negacyclic transform: every backend and length, primes of all sizes.

use ringassay_kernels::Zq;
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::transform::{axis_suite, suite};
use ringassay_testkit::reference::numbers::is_prime;
use ringassay_testkit::subjects::NegacyclicSubject;

use crate::common::{on_every_backend, prime_one_mod};

/// The least prime ≡ 1 mod m.
fn least_prime(m: u64) -> u64 {
    (1..).map(|k| k * m + 1).find(|&q| is_prime(q)).unwrap()
}

fn check(logs: std::ops::RangeInclusive<u32>, bits: &[u32], shapes: &[(usize, usize)]) {
    on_every_backend(|backend| {
        for log_n in logs.clone() {
            let m = 2 << log_n;
            let mut moduli = vec![least_prime(m)];
            moduli.extend(bits.iter().map(|&bits| prime_one_mod(m, bits)));
            for q in moduli {
                let mut stream = Stream::new(q);
                let subject =
                    NegacyclicSubject::new(Zq::with_backend(q, backend).unwrap(), log_n).unwrap();
                suite(&subject, &mut stream).unwrap_or_else(|v| panic!("{v}"));
                axis_suite(&subject, shapes, &mut stream).unwrap_or_else(|v| panic!("{v}"));
            }
        }
    });
}

#[test]
fn short_ones() {
    check(1..=9, &[20, 31, 40, 49, 50, 51, 62], &[(1, 1), (3, 1), (8, 1)]);
}

#[test]
fn long_ones() {
    check(10..=14, &[31, 50, 62], &[(3, 1)]);
}

#[test]
fn the_longest_ones() {
    check(15..=17, &[50], &[(2, 1)]);
}
