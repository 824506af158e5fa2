//! Conversions of elements: the CRT basis agrees with the coefficients, and both with big integers.

use num_bigint::BigInt;
use ringassay_kernels::Backend;
use ringassay_ring::{
    CoefficientBasis, Crt, Decoding, Element, Powerful, RnsRing,
    gadget::{BaseGadget, Gadget, RnsGadget},
    index::Index,
    primes::is_prime,
    rns::{BaseExtension, Division, Lift, Moduli, RnsError, Switch},
};

use crate::rns_oracle::{Bits, product, residue, rounded, samples};

/// Indices with one, two and three axes, and one whose rows end within a vector.
const INDICES: [u64; 4] = [64, 27, 45, 60];

/// The largest primes of 45 bits that are 1 modulo m.
fn moduli(m: u64, count: usize) -> Vec<u64> {
    let first = (1 << 45) - (1 << 45) % m + 1;
    (1..).map(|k| first - k * m).filter(|&q| is_prime(q)).take(count).collect()
}

fn ring(m: u64, count: usize, backend: Backend) -> RnsRing {
    let index = Index::new(m).expect("an index");
    RnsRing::with_backend(&index, &moduli(m, count), backend).expect("primes")
}

fn each_ring(limbs: usize, run: impl Fn(&RnsRing)) {
    for backend in Backend::available() {
        INDICES.iter().for_each(|&m| run(&ring(m, limbs, backend)));
    }
}

/// An element with these coefficients.
fn element<B: CoefficientBasis>(ring: &RnsRing, coefficients: &[BigInt]) -> Element<B> {
    let residues: Vec<u64> = ring
        .moduli()
        .iter()
        .flat_map(|&q| coefficients.iter().map(move |x| residue(x, q)))
        .collect();
    Element::from_residues(ring, &residues).expect("residues")
}

/// n coefficients: extreme ones, then scattered.
fn coefficients(ring: &RnsRing, divisor: &BigInt) -> Vec<BigInt> {
    let mut numbers = samples(ring.moduli(), divisor, ring.degree(), 1);
    let mut bits = Bits(2);
    numbers.sort_by_cached_key(|_| bits.word());
    numbers.truncate(ring.degree());
    numbers
}

fn lifts_back<B: CoefficientBasis>(ring: &RnsRing) {
    let numbers = coefficients(ring, &BigInt::from(ring.moduli()[0]));
    let x = element::<B>(ring, &numbers);
    let lift = Lift::new(&ring.rns_moduli().expect("few"));
    assert_eq!(x.lift_big(&lift), Ok(numbers));
    assert!(matches!(x.to_prefix(1).lift_big(&lift), Err(RnsError::OtherModuli { .. })));
}

#[test]
fn elements_are_lifted() {
    each_ring(3, |ring| {
        lifts_back::<Powerful>(ring);
        lifts_back::<Decoding>(ring);
    });
}

#[test]
fn extension_to_new_moduli_and_to_all() {
    each_ring(5, |ring| {
        let (q, p) = (ring.prefix(3), ring.select(3..5));
        let numbers = coefficients(&q, &BigInt::from(q.moduli()[0]));
        let x = element::<Decoding>(&q, &numbers);
        let from = q.rns_moduli().expect("few");
        let extension = BaseExtension::exact(&from, &p.zqs()).expect("few");
        let (mut new, mut all) = (Element::zero(&p), Element::zero(ring));
        x.extend_into(&extension, &mut new).expect("fits");
        x.extend_into(&extension, &mut all).expect("fits");
        assert_eq!(new, element(&p, &numbers));
        assert_eq!(all, element(ring, &numbers));
        // The other way round: old moduli after the new ones.
        let back = BaseExtension::exact(&p.rns_moduli().expect("few"), &q.zqs()).expect("few");
        let numbers = coefficients(&p, &BigInt::from(p.moduli()[0]));
        element::<Decoding>(&p, &numbers).extend_into(&back, &mut all).expect("fits");
        assert_eq!(all, element(ring, &numbers));
        assert!(matches!(x.extend_into(&back, &mut all), Err(RnsError::OtherModuli { .. })));
    });
}

/// Every way to divide gives `expected`, in the coefficient basis and in the CRT basis.
fn check_division(x: &Element<Powerful>, division: &Division, expected: &Element<Powerful>) {
    assert_eq!(x.divide(division).as_ref(), Ok(expected));
    let mut out = Element::zero(expected.ring());
    x.divide_into(division, &mut out).expect("fits");
    assert_eq!(out, *expected);
    let mut in_place = x.clone();
    in_place.divide_assign(division).expect("fits");
    assert_eq!(in_place, *expected);

    let values = x.to_crt();
    assert_eq!(values.divide(division).expect("fits").into_powerful(), *expected);
    let mut in_place: Element<Crt> = values;
    in_place.divide_assign(division).expect("fits");
    assert_eq!(in_place, expected.to_crt());
}

#[test]
fn division_of_the_last_limbs_and_of_the_first() {
    each_ring(5, |ring| {
        for dropped in [4..5, 3..5, 0..2] {
            let kept = if dropped.start == 0 { 2..5 } else { 0..dropped.start };
            let (q, d) = (ring.select(kept), ring.select(dropped));
            let modulus = product(d.moduli());
            let numbers = coefficients(ring, &modulus);
            let x = element::<Powerful>(ring, &numbers);
            let drop = d.rns_moduli().expect("few");
            let division = Division::rounded(&q.zqs(), &drop).expect("coprime");
            let quotients: Vec<BigInt> = numbers.iter().map(|x| rounded(x, &modulus)).collect();
            check_division(&x, &division, &element(&q, &quotients));

            let t = 257_u64;
            let division = Division::congruent(&q.zqs(), &drop, t).expect("coprime");
            let inverse = BigInt::from(t).modinv(&modulus).expect("coprime");
            let quotient = |x: &BigInt| {
                (x - crate::rns_oracle::centred(&(x * &inverse), &modulus) * t) / &modulus
            };
            let quotients: Vec<BigInt> = numbers.iter().map(quotient).collect();
            check_division(&x, &division, &element(&q, &quotients));
            assert!(matches!(q_of(&x).divide(&division), Err(RnsError::OtherModuli { .. })));
        }
    });
}

/// x without its last limb.
fn q_of(x: &Element<Powerful>) -> Element<Powerful> {
    x.to_prefix(x.ring().limbs() - 1)
}

#[test]
fn digits_of_elements() {
    each_ring(6, |ring| {
        // Special moduli first; groups of two, the last of one.
        let q = ring.select(1..6);
        let rns = RnsGadget::new(&ring.zqs(), 1..6, 2).expect("coprime");
        let base = BaseGadget::new(&q.rns_moduli().expect("few"), 13).expect("a size");
        let numbers = coefficients(&q, &product(&q.moduli()[..2]));
        let x = element::<Powerful>(&q, &numbers);
        for (gadget, target) in [(&rns as &dyn Gadget, ring), (&base, &q)] {
            let digits = x.decompose(gadget, target).expect("fits");
            let factor = BigInt::from(gadget.factor().clone());
            let products: Vec<BigInt> = numbers.iter().map(|x| x * &factor).collect();
            let expected = element::<Powerful>(target, &products);
            assert_eq!(Element::recompose(gadget, &digits).as_ref(), Ok(&expected));
            let lift = Lift::new(&target.rns_moduli().expect("few"));
            for (j, digit) in digits.iter().enumerate() {
                for coefficient in digit.lift_big(&lift).expect("fits") {
                    assert!(*coefficient.magnitude() <= gadget.bound(j));
                }
            }
            let values = x.to_crt().decompose(gadget, target).expect("fits");
            let transformed: Vec<_> = digits.iter().map(Element::<Powerful>::to_crt).collect();
            assert_eq!(values, transformed);
            assert_eq!(Element::recompose(gadget, &values), Ok(expected.to_crt()));
            let mut few = digits[1..].to_vec();
            let expected = RnsError::DigitCount { given: few.len(), expected: digits.len() };
            assert_eq!(x.decompose_into(gadget, &mut few), Err(expected));
        }
    });
}

#[test]
fn what_is_secret_stays_secret() {
    let ring = ring(45, 3, Backend::Portable);
    let q = ring.prefix(2);
    let mut x = Element::<Powerful>::constant(&ring, 5);
    x.set_secret(true);
    let drop = Moduli::new(&ring.zqs()[2..]).expect("few");
    let division = Division::rounded(&q.zqs(), &drop).expect("coprime");
    assert!(x.divide(&division).expect("fits").is_secret());
    assert!(x.to_crt().divide(&division).expect("fits").is_secret());
    let mut assigned = x.to_crt();
    assigned.divide_assign(&division).expect("fits");
    assert!(assigned.is_secret());
    let gadget = RnsGadget::new(&ring.zqs(), 0..2, 1).expect("coprime");
    let digits = x.to_prefix(2).decompose(&gadget, &ring).expect("fits");
    assert!(digits.iter().all(Element::is_secret));
    assert!(Element::recompose(&gadget, &digits).expect("fits").is_secret());

    // Sums that change modulus: either operand makes them secret, none does not.
    let switch = Switch::new(&ring, &[0, 1, 2], &[0, 1], 1).expect("a limb goes");
    let public = Element::<Powerful>::constant(&ring, 7);
    let secret = |x: &Element<Powerful>, y: &Element<Powerful>| {
        x.to_crt().switch_sum(y, &switch).expect("fits").is_secret()
    };
    assert!(secret(&x, &public) && secret(&public, &x));
    assert!(!secret(&public, &public));
}

#[test]
fn indices_must_agree() {
    // 1 modulo 180: primes for both indices.
    let primes = moduli(180, 3);
    let on = |m| RnsRing::new(&Index::new(m).expect("an index"), &primes).expect("primes");
    let (a, b) = (on(45), on(60));
    let drop = Moduli::new(&a.zqs()[2..]).expect("few");
    let division = Division::rounded(&a.zqs()[..2], &drop).expect("coprime");
    let mut out = Element::<Powerful>::zero(&b.prefix(2));
    let result = Element::<Powerful>::zero(&a).divide_into(&division, &mut out);
    assert_eq!(result, Err(RnsError::OtherIndex { left: 45, right: 60 }));
}

/// What is exactly a bound is never found to be larger, as far from Q/2 as decryption looks; what exceeds it by more than
/// the stated error always is, wherever it stands.
#[test]
fn only_what_is_certainly_larger_is_found_to_be() {
    for limbs in [1, 2, 3, 7, 20, 40] {
        each_ring(limbs, |ring| {
            let q: BigInt = ring.moduli().iter().map(|&q| BigInt::from(q)).product();
            let bits: f64 = ring.moduli().iter().map(|&q| (q as f64).log2()).sum();
            let error = (&q * (2 * limbs)) >> 51;
            let mut random = Bits(limbs as u64);
            for below in [1, 2, 5, 20, 39, 40, 41] {
                // Of 53 bits, so that its logarithm is as exact as doubles are.
                let exponent = bits as u64 - 1 - below;
                let mantissa = BigInt::from((1_u64 << 52) | random.word() >> 12);
                let bound: BigInt = (mantissa << exponent) >> 53;
                let log2_bound = {
                    let shift = bound.bits().saturating_sub(64);
                    let (_, high) = (&bound >> shift).to_u64_digits();
                    (high[0] as f64).log2() + shift as f64
                };
                let place = (random.word() % ring.degree() as u64) as usize;
                let is_larger = |x: &BigInt| {
                    let mut coefficients = vec![BigInt::from(0); ring.degree()];
                    coefficients[place] = x.clone();
                    element::<Powerful>(ring, &coefficients).is_larger(log2_bound)
                };
                assert!(!is_larger(&bound) && !is_larger(&-&bound), "{limbs} limbs, {below} below");
                let more = &bound + (&bound >> 19) + &error + 1;
                if &more * 2 < q {
                    assert!(is_larger(&more) && is_larger(&-&more), "{limbs} limbs, {below} below");
                }
            }
        });
    }
}
