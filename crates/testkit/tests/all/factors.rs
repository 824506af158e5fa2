//! The transform of one prime power: every backend and method, primes of all sizes.

use ringassay_kernels::Zq;
use ringassay_kernels::cyclotomic::{Factor, MethodKind};
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::transform::{axis_suite, suite};
use ringassay_testkit::subjects::FactorSubject;

use crate::common::{on_every_backend, prime_one_mod};

/// Every method for p^e, modulo primes that allow it.
fn check(powers: &[(u32, u32)], bits: &[u32], shapes: &[(usize, usize)]) {
    on_every_backend(|backend| {
        for &(prime, exponent) in powers {
            for (kind, extra) in methods(prime, exponent) {
                let m = lcm(u64::from(prime).pow(exponent), extra);
                for &bits in bits {
                    let q = prime_one_mod(m, bits.max(64 - m.leading_zeros() + 6));
                    let zq = Zq::with_backend(q, backend).unwrap();
                    let subject = FactorSubject::new(zq, prime, exponent, kind)
                        .unwrap_or_else(|error| panic!("{prime}^{exponent} mod {q}: {error}"));
                    let mut stream = Stream::new(q);
                    suite(&subject, &mut stream).unwrap_or_else(|v| panic!("{v}"));
                    axis_suite(&subject, shapes, &mut stream).unwrap_or_else(|v| panic!("{v}"));
                }
            }
        }
    });
}

/// The methods that a prime power has, with what q - 1 has to be divisible by. The best one of a
/// prime that allows nothing special, and of one that allows everything.
fn methods(prime: u32, exponent: u32) -> Vec<(Option<MethodKind>, u64)> {
    let friendly = Factor::friendly(prime, exponent);
    let mut methods = vec![(None, friendly)];
    if prime < 300 {
        methods.push((None, 1));
    }
    if prime > 2 {
        let padded = 2 * u64::from((2 * prime).next_power_of_two());
        methods.push((Some(MethodKind::Rader), friendly * u64::from(prime - 1)));
        methods.push((Some(MethodKind::Padded), padded));
        if prime < 300 {
            methods.push((Some(MethodKind::Dense), 1));
        }
    }
    methods
}

fn lcm(a: u64, b: u64) -> u64 {
    a / ringassay_testkit::reference::numbers::gcd(a, b) * b
}

/// Rows that fill vectors, leave words over, and are single.
const SHAPES: [(usize, usize); 6] = [(1, 8), (3, 1), (2, 5), (1, 16), (2, 17), (1, 64)];

#[test]
fn powers_of_two() {
    check(&[(2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (2, 8)], &[14, 31, 50, 62], &SHAPES);
    check(&[(2, 10), (2, 11)], &[31, 50, 62], &SHAPES[..3]);
}

#[test]
fn small_primes() {
    let primes = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43].map(|p| (p, 1));
    check(&primes, &[14, 31, 50, 62], &SHAPES);
}

#[test]
fn powers_of_odd_primes() {
    check(&[(3, 2), (3, 3), (5, 2), (7, 2), (3, 4), (11, 2), (5, 3)], &[31, 50, 62], &SHAPES);
    check(&[(3, 5), (13, 2), (17, 2), (7, 3), (19, 2)], &[31, 50, 62], &SHAPES[..3]);
}

#[test]
fn larger_primes() {
    check(&[(61, 1), (73, 1), (97, 1), (127, 1), (193, 1), (257, 1)], &[31, 50, 62], &SHAPES[..4]);
    check(&[(683, 1), (1153, 1)], &[50, 62], &SHAPES[..2]);
}

#[test]
fn the_largest_primes() {
    check(&[(8191, 1)], &[50], &[(1, 2)]);
}
