//! Elements of R against polynomials over the integers modulo Φ_m.

use ringassay_ring::{
    CoefficientBasis, Decoding, Element, ElementError, IntElement, NotDivisible, Overflow,
    Powerful, RnsRing, index::Index, primes::search_with,
};

use crate::oracle::{Numbers, Oracle, Poly};

const INDICES: [u64; 12] = [1, 3, 8, 9, 15, 27, 36, 45, 60, 63, 105, 175];

fn for_all(check: impl Fn(&Index, &Oracle, &mut Numbers)) {
    let mut numbers = Numbers::new(3);
    for m in INDICES {
        check(&Index::new(m).unwrap(), &Oracle::new(m as usize, None), &mut numbers);
    }
}

fn random<B: CoefficientBasis>(index: &Index, numbers: &mut Numbers, bits: u32) -> IntElement<B> {
    let coefficients = numbers.small(1 << bits, index.degree());
    IntElement::from_coefficients(index, coefficients).unwrap()
}

fn words<B: CoefficientBasis>(x: &IntElement<B>) -> impl Iterator<Item = i128> + '_ {
    x.coefficients().iter().map(|&x| i128::from(x))
}

#[test]
fn bases_sums_g_and_automorphisms_are_those_of_polynomials() {
    // Small and large: maps along axes compute in words where no result can exceed one.
    for bits in [4, 40, 44, 48] {
        for_all(|index, oracle, numbers| {
            sums_g_and_automorphisms(index, oracle, numbers, bits);
        });
    }
}

fn sums_g_and_automorphisms(index: &Index, oracle: &Oracle, numbers: &mut Numbers, bits: u32) {
    let d = random::<Decoding>(index, numbers, bits);
    let p = d.to_powerful().unwrap();
    let polynomial = oracle.of_decoding(words(&d));
    assert_eq!(oracle.of_powerful(words(&p)), polynomial);
    assert_eq!(p.to_decoding().unwrap(), d);

    let times_g = oracle.mul(&oracle.g(), &polynomial);
    let (mut gp, mut gd) = (p.clone(), d.clone());
    gp.mul_g_assign().unwrap();
    gd.mul_g_assign().unwrap();
    assert_eq!(oracle.of_powerful(words(&gp)), times_g);
    assert_eq!(oracle.of_decoding(words(&gd)), times_g);
    gp.div_g_assign().unwrap();
    gd.div_g_assign().unwrap();
    assert_eq!((gp, gd), (p.clone(), d));

    for k in (1..index.m()).filter(|&k| index.is_unit(k)).take(4) {
        let image = p.automorphism(k).unwrap();
        let expected = oracle.automorphism(&polynomial, k as usize);
        assert_eq!(oracle.of_powerful(words(&image)), expected, "{index}, {k}");
    }

    let other = random::<Powerful>(index, numbers, bits);
    let (mut sum, mut difference, mut multiple) = (p.clone(), p.clone(), p.clone());
    sum.try_add_assign(&other).unwrap();
    difference.try_sub_assign(&other).unwrap();
    multiple.scale_assign(-77).unwrap();
    for (j, (x, y)) in words(&p).zip(words(&other)).enumerate() {
        let found = [&sum, &difference, &multiple].map(|e| i128::from(e.coefficients()[j]));
        assert_eq!(found, [x + y, x - y, -77 * x]);
    }
}

#[test]
fn division_by_g_succeeds_exactly_for_multiples() {
    // rad/g lies in R, where rad is the product of the odd primes p: (1 - X)·Σ_j (p-1-j)·X^j is
    // p - (1 + X + … + X^(p-1)). So x/g lies in R exactly if rad divides x·(rad/g).
    for_all(|index, oracle, numbers| {
        let rad: i128 = index.odd_primes().map(i128::from).product();
        let cofactor = index.odd_primes().fold(oracle.reduce(vec![1]), |f, p| {
            let p = p as usize;
            let mut h: Poly = vec![0; oracle.m];
            (0..p - 1).for_each(|j| h[j * (oracle.m / p)] += (p - 1 - j) as i128);
            oracle.mul(&f, &oracle.reduce(h))
        });
        let mut seen = [false; 2];
        for round in 0..200 {
            let small = numbers.small(2, index.degree());
            let mut x = IntElement::<Powerful>::from_coefficients(index, small).unwrap();
            if round % 2 == 0 {
                x.mul_g_assign().unwrap();
            }
            let product = oracle.mul(&oracle.of_powerful(words(&x)), &cofactor);
            let divisible = product.iter().all(|c| c % rad == 0);
            seen[usize::from(divisible)] = true;
            for decoding in [false, true] {
                let (found, unchanged) = if decoding {
                    let mut d = x.to_decoding().unwrap();
                    let found = d.div_g_assign();
                    (found, d == x.to_decoding().unwrap())
                } else {
                    let mut p = x.clone();
                    let found = p.div_g_assign();
                    (found, p == x)
                };
                assert_eq!(found.is_ok(), divisible, "{index}");
                if let Err(error) = found {
                    let ElementError::NotDivisible(NotDivisible { prime }) = error else {
                        panic!("{error}");
                    };
                    assert!(index.odd_primes().any(|p| p == prime));
                    assert!(unchanged, "a failed division leaves the element as it was");
                }
            }
        }
        assert_eq!(seen, [rad > 1, true], "{index}: both cases occurred, where both exist");
    });
}

#[test]
fn what_exceeds_64_bits_is_an_error() {
    let index = Index::new(9).unwrap();
    let full =
        |value: i64| IntElement::<Decoding>::from_coefficients(&index, vec![value; 6]).unwrap();
    assert_eq!(full(i64::MAX).into_powerful().unwrap_err(), Overflow);
    let mut x = full(i64::MIN);
    assert_eq!(x.mul_g_assign(), Err(Overflow));
    assert_eq!(x.scale_assign(2), Err(Overflow));
    assert_eq!(x.try_add_assign(&full(-1)), Err(ElementError::Overflow(Overflow)));
    assert_eq!(x.try_sub_assign(&full(1)), Err(ElementError::Overflow(Overflow)));
    assert_eq!(x, full(i64::MIN), "unchanged");
}

#[test]
fn reduction_and_lifting_are_inverse() {
    for m in [1, 16, 45] {
        let index = Index::new(m).unwrap();
        let moduli = search_with(&index, 31, 3, &[], |_| 1).unwrap();
        let ring = RnsRing::new(&index, &moduli).unwrap();
        let q = moduli[0] as i64;
        let mut numbers = Numbers::new(m);
        let mut x = numbers.small(q / 2, index.degree());
        x[0] = q / 2;
        let x = IntElement::<Powerful>::from_coefficients(&index, x).unwrap();
        let reduced = x.reduce(&ring).unwrap();
        assert!(reduced.is_secret());
        for (limb, &q) in reduced.iter_limbs().zip(&moduli) {
            let expected = words(&x).map(|x| x.rem_euclid(i128::from(q)) as u64);
            assert!(limb.iter().copied().eq(expected));
        }
        assert_eq!(reduced.to_prefix(1).lift().unwrap(), x);
        assert_eq!(reduced.lift().unwrap_err(), ElementError::SeveralLimbs { limbs: 3 });
        let all = Element::<Powerful>::from_i64(&ring, x.coefficients()).unwrap();
        assert_eq!(all, reduced);
    }
}

#[test]
fn integers_are_not_shown() {
    let index = Index::new(5).unwrap();
    let x = IntElement::<Powerful>::from_coefficients(&index, vec![77; 4]).unwrap();
    assert!(!format!("{x:?}").contains("77"));
    let wrong = IntElement::<Powerful>::from_coefficients(&index, vec![77; 3]);
    assert_eq!(wrong.unwrap_err(), ElementError::Length { given: 3, expected: 4 });
}
