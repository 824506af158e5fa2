//! Lifts, base extension, exact division: every backend, few and many moduli, small and large.

use num_bigint::BigInt;
use ringassay_kernels::Backend;
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::{Limbs, Rns, rns};
use ringassay_testkit::reference::numbers::primes_one_mod;
use ringassay_testkit::subjects::RnsSubject;

use crate::common::on_every_backend;

/// The first primes below 2^bits from the `skip`th on.
fn primes(bits: u32, skip: usize, count: usize) -> Vec<u64> {
    primes_one_mod(8, 1 << bits).skip(skip).take(count).collect()
}

/// What there is to convert from, and to.
fn bases() -> Vec<(Vec<u64>, Vec<u64>)> {
    vec![
        (vec![97], vec![17]),
        (vec![17, 41], vec![97, 73]),
        (primes(30, 0, 1), primes(30, 1, 3)),
        (primes(30, 0, 4), primes(50, 0, 2)),
        (primes(50, 0, 3), primes(50, 3, 3)),
        (primes(50, 0, 9), primes(40, 0, 2)),
        (primes(50, 0, 20), primes(50, 20, 1)),
        (primes(62, 0, 3), primes(62, 3, 2)),
        (primes(62, 0, 2), primes(45, 0, 2)),
        (primes(49, 0, 2), primes(61, 0, 3)),
        // Not primes, and even: a gadget's base, or 2^k.
        (vec![1 << 30], primes(50, 0, 2)),
        (vec![1 << 20, 3_u64.pow(20)], vec![5_u64.pow(20), 7]),
    ]
}

#[test]
fn conversions_are_those_of_integers() {
    on_every_backend(|backend| {
        let mut stream = Stream::new(3);
        for (from, to) in bases() {
            // Plaintext moduli prime to all of them.
            let plaintexts = [1, 11, 65_537, 786_433];
            let subject = RnsSubject::new(&from, &to, backend);
            rns::suite(&subject, 300, &plaintexts, &mut stream).unwrap_or_else(|v| panic!("{v}"));
        }
    });
}

/// A conversion that is off by D where the estimate of the quotient is nearly a half.
struct WrongQuotient(RnsSubject);

impl Rns for WrongQuotient {
    fn subject(&self) -> String {
        self.0.subject()
    }
    fn from(&self) -> Vec<u64> {
        self.0.from()
    }
    fn to(&self) -> Vec<u64> {
        self.0.to()
    }
    fn lift(&self, x: &Limbs) -> Vec<BigInt> {
        self.0.lift(x)
    }
    fn extend(&self, x: &Limbs) -> Limbs {
        use ringassay_testkit::reference::rns::{product, remainder};
        let d = product(&self.from());
        let integers = self.lift(x);
        let wrong = |x: &BigInt| if x * 2 + 2 > d { x - &d } else { x.clone() };
        let integers: Vec<BigInt> = integers.iter().map(wrong).collect();
        let row = |&q: &u64| integers.iter().map(|x| remainder(x, q)).collect();
        self.to().iter().map(row).collect()
    }
    fn extend_fast(&self, x: &Limbs) -> Limbs {
        self.0.extend_fast(x)
    }
    fn divide(&self, kept: &Limbs, dropped: &Limbs, factor: u64) -> Limbs {
        self.0.divide(kept, dropped, factor)
    }
    fn divide_congruent(&self, kept: &Limbs, dropped: &Limbs, t: u64) -> Limbs {
        self.0.divide_congruent(kept, dropped, t)
    }
}

#[test]
fn a_quotient_wrong_only_beside_the_half_is_found() {
    let original = RnsSubject::new(&primes(50, 0, 3), &primes(50, 3, 2), Backend::Portable);
    let verdict = rns::suite(&WrongQuotient(original), 50, &[1], &mut Stream::new(1));
    let law = verdict.map_err(|violation| violation.law);
    assert_eq!(law, Err("extension keeps the centred integers"));
}
