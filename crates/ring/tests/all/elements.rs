//! Elements of R_Q against polynomials modulo Φ_m.

use ringassay_kernels::{Backend, cyclotomic::Factor};
use ringassay_ring::{
    Basis, Crt, Decoding, Element, ElementError, Powerful, RingError, RnsRing,
    index::{Index, PrimePower},
    primes::search_with,
};

use crate::oracle::{Numbers, Oracle, Poly};

/// Powers of two, of odd primes, products; first axes of all kinds.
const INDICES: [u64; 17] = [1, 3, 4, 5, 7, 8, 9, 15, 16, 27, 36, 45, 60, 63, 105, 175, 360];

/// Every index with small and large moduli, on every backend.
fn for_all(check: impl Fn(&RnsRing, &mut Numbers)) {
    let mut numbers = Numbers::new(7);
    for m in INDICES {
        let index = Index::new(m).unwrap();
        for bits in [18, 50, 62] {
            let moduli = search_with(&index, bits, 2, &[], |_| 1).unwrap();
            for backend in Backend::available() {
                let ring = RnsRing::with_backend(&index, &moduli, backend).unwrap();
                check(&ring, &mut numbers);
            }
        }
    }
}

fn oracles(ring: &RnsRing) -> Vec<Oracle> {
    ring.moduli().iter().map(|&q| Oracle::new(ring.index().m() as usize, Some(q))).collect()
}

fn random<B: Basis>(ring: &RnsRing, numbers: &mut Numbers) -> Element<B> {
    let moduli = ring.moduli().iter();
    let words: Vec<u64> = moduli.flat_map(|&q| numbers.residues(q, ring.degree())).collect();
    Element::from_residues(ring, &words).unwrap()
}

fn words(limb: &[u64]) -> impl Iterator<Item = i128> + '_ {
    limb.iter().map(|&x| i128::from(x))
}

/// The polynomials, one for each limb, that an element of the powerful basis stands for.
fn powerful(element: &Element<Powerful>) -> Vec<Poly> {
    let limbs = element.iter_limbs();
    oracles(element.ring()).iter().zip(limbs).map(|(o, x)| o.of_powerful(words(x))).collect()
}

fn decoding(element: &Element<Decoding>) -> Vec<Poly> {
    let limbs = element.iter_limbs();
    oracles(element.ring()).iter().zip(limbs).map(|(o, x)| o.of_decoding(words(x))).collect()
}

fn check_crt(ring: &RnsRing, numbers: &mut Numbers) {
    let a = random::<Powerful>(ring, numbers);
    let (polynomials, values) = (powerful(&a), a.to_crt());
    for (i, oracle) in oracles(ring).iter().enumerate() {
        let modulus = ring.zq(i).modulus();
        for (&u, &value) in ring.crt_exponents().iter().zip(values.limb(i)) {
            let point = modulus.pow(ring.root(i), u64::from(u));
            let expected = oracle.evaluate(&polynomials[i], i128::from(point));
            assert_eq!(i128::from(value), expected, "{ring:?}, limb {i}, unit {u}");
        }
    }
    assert_eq!(values.to_powerful(), a);
    let b = random::<Crt>(ring, numbers);
    assert_eq!(b.to_powerful().into_crt(), b);
}

#[test]
fn crt_positions_hold_the_values_at_their_roots() {
    for_all(check_crt);
}

#[test]
fn limbs_of_different_methods_have_the_same_order() {
    let index = Index::new(4 * 127).unwrap();
    let friendly = |factor: &PrimePower| Factor::friendly(factor.prime, factor.exponent);
    let fast = search_with(&index, 40, 1, &[], friendly).unwrap()[0];
    // 127 is transformed by a method that this prime does not allow: 7 divides 126.
    let plain = search_with(&index, 40, 64, &[fast], |_| 1).unwrap();
    let plain = plain.into_iter().find(|q| (q - 1) % 7 != 0).unwrap();
    for moduli in [[fast, plain], [plain, fast]] {
        let ring = RnsRing::new(&index, &moduli).unwrap();
        assert_ne!(ring.crt_methods(0), ring.crt_methods(1));
        check_crt(&ring, &mut Numbers::new(2));
    }
}

#[test]
fn the_decoding_basis_is_what_its_definition_says() {
    for_all(|ring, numbers| {
        let a = random::<Decoding>(ring, numbers);
        assert_eq!(powerful(&a.to_powerful()), decoding(&a), "{ring:?}");
        assert_eq!(a.to_powerful().to_decoding(), a);
        assert_eq!(a.to_crt(), a.to_powerful().to_crt());
        assert_eq!(a.to_crt().to_decoding(), a);
    });
}

#[test]
fn conversions_into_buffers_equal_those_that_make_them() {
    for_all(|ring, numbers| {
        let p = random::<Powerful>(ring, numbers);
        let (mut p2, mut d, mut c) =
            (Element::zero(ring), Element::zero(ring), Element::zero(ring));
        p.crt_into(&mut c).unwrap();
        assert_eq!(c, p.to_crt());
        c.powerful_into(&mut p2).unwrap();
        assert_eq!(p2, p);
        p.decoding_into(&mut d).unwrap();
        assert_eq!(d, p.to_decoding());
        d.powerful_into(&mut p2).unwrap();
        assert_eq!(p2, p);
        let mut c2 = Element::zero(ring);
        d.crt_into(&mut c2).unwrap();
        assert_eq!(c2, c);
        let mut d2 = Element::zero(ring);
        c.decoding_into(&mut d2).unwrap();
        assert_eq!(d2, d);
    });
}

#[test]
fn products_are_those_of_polynomials() {
    for_all(|ring, numbers| {
        let (a, b) = (random::<Powerful>(ring, numbers), random::<Powerful>(ring, numbers));
        // 128 bits hold the products of the oracle's coefficients up to 62 bits each.
        let (x, y) = (powerful(&a), powerful(&b));
        let expected: Vec<Poly> =
            oracles(ring).iter().zip(x.iter().zip(&y)).map(|(o, (x, y))| o.mul(x, y)).collect();
        let (a, b) = (a.into_crt(), b.into_crt());
        assert_eq!(powerful(&(&a * &b).into_powerful()), expected, "{ring:?}");
        let mut sum = b.clone();
        sum.mul_add_assign(&a, &b).unwrap();
        assert_eq!(sum, &b + &(&a * &b));
        let mut product = a.clone();
        product *= &b;
        assert_eq!(product, a.try_mul(&b).unwrap());
    });
}

#[test]
fn sums_and_multiples_are_those_of_residues() {
    fn check<B: Basis>(ring: &RnsRing, numbers: &mut Numbers) {
        let (a, b) = (random::<B>(ring, numbers), random::<B>(ring, numbers));
        let factor = -(numbers.below(1 << 62) as i64);
        let residues: Vec<u64> = ring.moduli().iter().map(|&q| numbers.below(q)).collect();
        let mut scaled = a.clone();
        scaled.scale_limbs_assign(&residues).unwrap();
        let results = [&a + &b, &a - &b, -&a, &a * factor, scaled];
        for (i, &q) in ring.moduli().iter().enumerate() {
            for (j, (x, y)) in words(a.limb(i)).zip(words(b.limb(i))).enumerate() {
                let by_definition =
                    [x + y, x - y, -x, x * i128::from(factor), x * i128::from(residues[i])];
                for (result, expected) in results.iter().zip(by_definition) {
                    let expected = expected.rem_euclid(i128::from(q));
                    assert_eq!(i128::from(result.limb(i)[j]), expected, "{ring:?}");
                }
            }
        }
    }
    for_all(|ring, numbers| {
        check::<Powerful>(ring, numbers);
        check::<Decoding>(ring, numbers);
        check::<Crt>(ring, numbers);
    });
}

#[test]
fn integers_are_the_same_in_every_basis() {
    for_all(|ring, _| {
        for value in [0, 1, -1, i64::MAX, i64::MIN] {
            let constant = Element::<Powerful>::constant(ring, value);
            for (i, oracle) in oracles(ring).iter().enumerate() {
                let expected = oracle.reduce(vec![i128::from(value)]);
                assert_eq!(oracle.of_powerful(words(constant.limb(i))), expected);
            }
            assert_eq!(Element::<Crt>::constant(ring, value).into_powerful(), constant);
            assert_eq!(Element::<Decoding>::constant(ring, value).into_powerful(), constant);
        }
    });
}

#[test]
fn g_is_g_in_every_basis() {
    for_all(|ring, numbers| {
        let a = random::<Powerful>(ring, numbers);
        let expected: Vec<Poly> =
            oracles(ring).iter().zip(powerful(&a)).map(|(o, a)| o.mul(&o.g(), &a)).collect();
        let (mut p, mut d, mut c) = (a.clone(), a.to_decoding(), a.to_crt());
        p.mul_g_assign();
        d.mul_g_assign();
        c.mul_g_assign();
        assert_eq!(powerful(&p), expected, "{ring:?}");
        assert_eq!(decoding(&d), expected, "{ring:?}");
        assert_eq!(powerful(&c.to_powerful()), expected, "{ring:?}");
        p.div_g_assign();
        d.div_g_assign();
        c.div_g_assign();
        assert_eq!(p, a);
        assert_eq!(d.into_powerful(), a);
        assert_eq!(c.into_powerful(), a);
    });
}

#[test]
fn automorphisms_are_those_of_polynomials() {
    for_all(|ring, numbers| {
        let a = random::<Powerful>(ring, numbers);
        let polynomials = powerful(&a);
        let m = ring.index().m();
        for k in [1, m - 1, m + 2, 5 * m + 7].into_iter().filter(|&k| ring.index().is_unit(k)) {
            let pairs = oracles(ring).into_iter().zip(&polynomials);
            let expected: Vec<Poly> =
                pairs.map(|(o, a)| o.automorphism(a, (k % m) as usize)).collect();
            assert_eq!(powerful(&a.automorphism(k).unwrap()), expected, "{ring:?}, {k}");
            assert_eq!(decoding(&a.to_decoding().automorphism(k).unwrap()), expected);
            let values = a.to_crt().automorphism(k).unwrap();
            assert_eq!(powerful(&values.into_powerful()), expected);
        }
        let no_unit = (2..m).find(|&k| !ring.index().is_unit(k));
        if let Some(k) = no_unit {
            let error = a.automorphism(k).unwrap_err();
            assert_eq!(error, ElementError::NotUnit { k, m });
        }
    });
}

#[test]
fn some_limbs_are_a_ring_of_their_own() {
    let index = Index::new(63).unwrap();
    let moduli = search_with(&index, 40, 4, &[], |_| 1).unwrap();
    let ring = RnsRing::new(&index, &moduli).unwrap();
    let a = random::<Powerful>(&ring, &mut Numbers::new(1));
    let apart = RnsRing::new(&index, &moduli[1..3]).unwrap();
    let part = ring.select(1..3);
    assert_eq!(part, apart);
    assert_ne!(ring.prefix(2), apart);
    let b = a.to_limbs(1..3);
    assert_eq!(b.ring(), &apart);
    assert_eq!(b.to_crt().limb(0), a.to_crt().limb(1));
    assert_eq!(b.to_crt().limb(1), a.to_crt().limb(2));
    assert_eq!(a.clone().into_prefix(2), a.to_prefix(2));
    assert_eq!(a.clone().into_prefix(3).into_prefix(2).into_crt(), a.to_crt().to_prefix(2));
    // Elements of a ring made apart can be added to those of a part.
    assert_eq!(&b + &Element::zero(&apart), b);
}

#[test]
fn what_cannot_be_is_refused() {
    let index = Index::new(7).unwrap();
    let refused = |moduli: &[u64]| RnsRing::new(&index, moduli).unwrap_err();
    assert_eq!(refused(&[]), RingError::NoModuli);
    assert_eq!(refused(&[29, 43, 29]), RingError::Repeated { q: 29 });
    assert!(matches!(refused(&[31]), RingError::Prime(_)), "no 7th root of unity");
    assert!(matches!(refused(&[36]), RingError::Prime(_)), "no prime");
    assert!(matches!(refused(&[1]), RingError::Zq(_)));
    let ring = RnsRing::new(&index, &[29]).unwrap();
    let other = RnsRing::new(&index, &[43]).unwrap();
    let (mut a, b) = (Element::<Crt>::zero(&ring), Element::<Crt>::zero(&other));
    let different = |result: Result<(), ElementError>| {
        assert!(matches!(result, Err(ElementError::DifferentRings { .. })));
    };
    different(a.try_add_assign(&b));
    different(a.try_sub_assign(&b));
    different(a.try_mul_assign(&b));
    different(a.clone().mul_add_assign(&a, &b));
    different(a.mul_into(&a, &mut b.clone()));
    different(a.automorphism_into(3, &mut b.clone()));
    different(a.powerful_into(&mut Element::zero(&other)));
    let wrong = Element::<Powerful>::from_i64(&ring, &[0; 5]).unwrap_err();
    assert_eq!(wrong, ElementError::Length { given: 5, expected: 6 });
    let wrong = Element::<Crt>::from_residues(&ring, &[0, 0, 29, 0, 0, 0]).unwrap_err();
    assert_eq!(wrong, ElementError::NotReduced { limb: 0, position: 2, value: 29, q: 29 });
    assert!(a.scale_limbs_assign(&[29]).is_err());
    assert!(std::panic::catch_unwind(|| &a + &b).is_err(), "operators panic");
}

#[test]
fn what_is_computed_from_secrets_is_secret() {
    let ring = RnsRing::new(&Index::new(7).unwrap(), &[29]).unwrap();
    let public = Element::<Powerful>::constant(&ring, 3);
    let mut secret = public.clone();
    secret.set_secret(true);
    assert!(!public.is_secret() && secret.clone().is_secret());
    assert!((&public + &secret).is_secret() && (&secret - &public).is_secret());
    let (public, secret) = (public.into_crt(), secret.into_crt());
    assert!(secret.is_secret() && (&public * &secret).is_secret());
    assert!(secret.automorphism(3).unwrap().is_secret());
    assert!(!format!("{secret:?}").contains('3'), "{secret:?}");
    let mut target = Element::zero(&ring);
    secret.decoding_into(&mut target).unwrap();
    assert!(target.is_secret());
}
