//! The references and the ring against facts from elsewhere; `vectors/ring/README.md` names the origins.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::Signed;
use ringassay_ring::index::Index;
use ringassay_testkit::laws::{Basis, Ring, Subring};
use ringassay_testkit::reference::coefficients::big;
use ringassay_testkit::reference::numbers::{has_order, pow_mod, totient};
use ringassay_testkit::reference::polynomial::cyclotomic;
use ringassay_testkit::reference::{Cyclotomic, Integers, ModQ};
use ringassay_testkit::subjects::{RingSubject, SubringSubject};
use serde::Deserialize;

use crate::common::{on_every_backend, prime_one_mod, vectors};

#[derive(Deserialize)]
struct Polynomials {
    polynomials: Vec<Polynomial>,
    first_with_height: Vec<Height>,
}

#[derive(Deserialize)]
struct Polynomial {
    m: u64,
    coefficients: Vec<i64>,
}

#[derive(Deserialize)]
struct Height {
    m: u64,
    height: i64,
}

#[test]
fn cyclotomic_polynomials() {
    let known: Polynomials = vectors("cyclotomic-polynomials");
    assert!(known.polynomials.len() >= 10);
    for Polynomial { m, coefficients } in known.polynomials {
        assert_eq!(cyclotomic(m), big(&coefficients), "m = {m}");
    }
    let height = |m| cyclotomic(m).iter().map(BigInt::abs).max().unwrap();
    let mut previous = 1;
    for Height { m, height: expected } in known.first_with_height {
        assert_eq!(height(m), BigInt::from(expected), "m = {m}");
        // It is the first: every smaller odd m (even ones repeat the heights of m/2) is flatter.
        for smaller in (previous..m).filter(|m| m % 2 == 1) {
            assert!(height(smaller) < BigInt::from(expected), "m = {smaller}");
        }
        previous = m;
    }
}

#[derive(Deserialize)]
struct Cases<T> {
    cases: Vec<T>,
}

#[derive(Deserialize)]
struct BasesCase {
    m: u64,
    decoding: Vec<i64>,
    powerful: Vec<i64>,
    g_times_powerful: Vec<i64>,
}

#[test]
fn bases_and_g() {
    for case in vectors::<Cases<BasesCase>>("bases").cases {
        let ring = Cyclotomic::new(Integers, case.m);
        let element = ring.from_powerful(&big(&case.powerful));
        assert_eq!(ring.from_decoding(&big(&case.decoding)), element, "m = {}", case.m);
        let product = ring.mul(&ring.g(), &element);
        let expected = ring.from_powerful(&big(&case.g_times_powerful));
        assert_eq!(product, expected, "m = {}", case.m);
        on_every_backend(|backend| {
            let q = prime_one_mod(case.m, 50);
            let ring = RingSubject::new(&Index::new(case.m).unwrap(), &[q], backend).unwrap();
            let powerful = ring.reduce(&case.powerful);
            let decoding = ring.reduce(&case.decoding);
            assert_eq!(ring.convert(&decoding, Basis::Decoding, Basis::Powerful), powerful);
            let product = ring.mul_g(&powerful, Basis::Powerful);
            assert_eq!(product, ring.reduce(&case.g_times_powerful), "{}", ring.subject());
        });
    }
}

#[derive(Deserialize)]
struct ValuesCase {
    m: u64,
    q: u64,
    root: u64,
    terms: Vec<(u64, i64)>,
    values: BTreeMap<u64, u64>,
}

#[test]
fn values_at_roots_of_unity() {
    for case in vectors::<Cases<ValuesCase>>("values").cases {
        let ring = Cyclotomic::new(ModQ(case.q), case.m);
        assert!(has_order(case.root, case.m, case.q), "m = {}", case.m);
        let terms = case.terms.iter().map(|&(e, c)| (e, BigInt::from(c)));
        let terms = terms.map(|(e, c)| (e, u64::try_from(c).unwrap()));
        let element = ring.monomials(terms);
        assert!(case.values.keys().eq(ring.units()), "m = {}", case.m);
        for (&unit, &value) in &case.values {
            let point = pow_mod(case.root, unit, case.q);
            assert_eq!(ring.evaluate(&element, &point), value, "m = {}, unit {unit}", case.m);
        }
    }
}

#[derive(Deserialize)]
struct SubringCase {
    m_sub: u64,
    m: u64,
    large: Vec<i64>,
    twace: Vec<i64>,
    embedded: Vec<i64>,
}

#[test]
fn subrings() {
    for case in vectors::<Cases<SubringCase>>("subrings").cases {
        let (small, large) =
            (Cyclotomic::new(Integers, case.m_sub), Cyclotomic::new(Integers, case.m));
        let image = large.embed(&small.from_powerful(&big(&case.twace)), case.m_sub);
        let at = format!("{} in {}", case.m_sub, case.m);
        assert_eq!(image, large.from_powerful(&big(&case.embedded)), "{at}");
        let twace = large.scaled_twace(&large.from_powerful(&big(&case.large)), case.m_sub);
        assert_eq!(twace, large.scale(large.twace_factor(case.m_sub), &image), "{at}");
        on_every_backend(|backend| {
            let q = prime_one_mod(case.m, 50);
            let pair = SubringSubject::new(case.m_sub, case.m, &[q], backend);
            let [x, small, image] = [
                pair.large().reduce(&case.large),
                pair.small().reduce(&case.twace),
                pair.large().reduce(&case.embedded),
            ];
            assert_eq!(pair.twace(&x, Basis::Powerful), small, "{at}");
            assert_eq!(pair.embed(&small, Basis::Powerful), image, "{at}");
        });
    }
}

#[derive(Deserialize)]
struct RootsCase {
    q: u64,
    order: u64,
    root: u64,
    bits: u32,
    first: u64,
    powers: Vec<u64>,
}

#[test]
fn roots_of_unity_of_the_standards() {
    for case in vectors::<Cases<RootsCase>>("roots-of-unity").cases {
        assert!(has_order(case.root, case.order, case.q));
        for (k, power) in (case.first..).zip(case.powers) {
            let reversed = k.reverse_bits() >> (u64::BITS - case.bits);
            assert_eq!(pow_mod(case.root, reversed, case.q), power, "q = {}, k = {k}", case.q);
        }
    }
}

#[derive(Deserialize)]
struct SlotsCase {
    m: u64,
    totient: usize,
    order: u64,
    slots: usize,
}

#[test]
fn slots() {
    for case in vectors::<Cases<SlotsCase>>("slots").cases {
        assert_eq!(totient(case.m), case.totient);
        assert!(has_order(2, case.order, case.m), "m = {}", case.m);
        assert_eq!(case.totient / case.order as usize, case.slots);
    }
}
