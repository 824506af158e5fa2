//! The laws for indices, moduli and inputs that chance picks; what fails is made small.

use proptest::prelude::*;
use ringassay_kernels::{Backend, Zq};
use ringassay_ring::index::Index;
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::elementwise::{Elementwise, Operation};
use ringassay_testkit::laws::{ring, rns, subring};
use ringassay_testkit::reference::numbers::{divisors, gcd, primes_one_mod};
use ringassay_testkit::subjects::{RingSubject, RnsSubject, SubringSubject, ZqSubject};

fn backend() -> impl Strategy<Value = Backend> {
    proptest::sample::select(Backend::available())
}

/// Indices of rings of degree at most 300.
fn index() -> impl Strategy<Value = u64> {
    let valid = |&m: &u64| m % 4 != 2 && Index::new(m).is_ok_and(|index| index.degree() <= 300);
    proptest::sample::select((1..900).filter(valid).collect::<Vec<_>>())
}

/// A prime ≡ 1 mod m near a bound that chance picks.
fn prime(m: u64, bits: u32, seed: u64) -> u64 {
    let bits = bits.max(m.ilog2() + 7);
    let bound = (1_u64 << bits) - Stream::new(seed).below(1 << (bits - 2));
    primes_one_mod(m, bound).next().unwrap_or_else(|| crate::common::prime_one_mod(m, bits))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() })]

    #[test]
    fn rings(m in index(), bits in 12..=62_u32, backend in backend(), seed: u64) {
        let moduli = [prime(m, bits, seed)];
        let subject = RingSubject::new(&Index::new(m).unwrap(), &moduli, backend).unwrap();
        let verdict = ring::suite(&subject, &mut Stream::new(seed));
        prop_assert!(verdict.is_ok(), "{}", verdict.unwrap_err());
    }

    #[test]
    fn subrings(m in index(), pick: u64, bits in 12..=62_u32, backend in backend(), seed: u64) {
        let below: Vec<u64> = divisors(m).into_iter().filter(|d| d % 4 != 2).collect();
        let m_sub = below[pick as usize % below.len()];
        let pair = SubringSubject::new(m_sub, m, &[prime(m, bits, seed)], backend);
        let verdict = subring::suite(&pair, &mut Stream::new(seed));
        prop_assert!(verdict.is_ok(), "{}", verdict.unwrap_err());
    }

    #[test]
    fn conversions(
        from in prop::collection::vec(3..1_u64 << 62, 1..8),
        to in prop::collection::vec(3..1_u64 << 62, 1..4),
        backend in backend(),
        seed: u64,
    ) {
        // Whatever is coprime to all before it, primes or not.
        let mut kept: Vec<u64> = Vec::new();
        for &q in from.iter().chain(&to) {
            if kept.iter().all(|&other| gcd(q, other) == 1) {
                kept.push(q);
            }
        }
        prop_assume!(kept.len() >= 2);
        let (from, to) = kept.split_at(kept.len() / 2);
        let all: Vec<u64> = [1, 2, 3, 257, 65_537, 786_433]
            .into_iter()
            .filter(|&t| from.iter().all(|&q| gcd(t, q) == 1))
            .collect();
        let verdict =
            rns::suite(&RnsSubject::new(from, to, backend), 40, &all, &mut Stream::new(seed));
        prop_assert!(verdict.is_ok(), "{}", verdict.unwrap_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn operations(
        q in prop_oneof![2..1_u64 << 62, 2..1_u64 << 50, 2..100_u64],
        words in prop::collection::vec(any::<(u64, u64, u64)>(), 0..40),
        w: u64,
        backend in backend(),
    ) {
        let z = ZqSubject::new(Zq::with_backend(q, backend).unwrap());
        let column = |f: fn(&(u64, u64, u64)) -> u64| -> Vec<u64> {
            words.iter().map(|word| f(word) % q).collect()
        };
        let (a, x, y, w) = (column(|t| t.0), column(|t| t.1), column(|t| t.2), w % q);
        for operation in Operation::ALL {
            let expected: Vec<u64> = (0..a.len())
                .map(|i| operation.defined(a[i], x[i], y[i], w, q))
                .collect();
            for found in z.apply(operation, &a, &x, &y, w) {
                prop_assert_eq!(&found, &expected, "{:?} in {}", operation, z.subject());
            }
        }
    }
}
