//! Encryption prime by prime, beside the operations that it is made of.

use ringassay_kernels::Backend;
use ringassay_ring::{
    Crt, Element, ElementError, IntElement, Powerful, RnsRing,
    index::Index,
    primes,
    rns::{Fresh, Switch},
};

use crate::common::random::Random;

fn element(ring: &RnsRing, random: &mut Random) -> Element<Crt> {
    let n = ring.degree();
    let residues: Vec<u64> = ring.moduli().iter().flat_map(|&q| random.residues(n, q)).collect();
    Element::from_residues(ring, &residues).unwrap()
}

fn integer(index: &Index, random: &mut Random, scale: i64) -> IntElement<Powerful> {
    let coefficients = random.integers(index.degree()).into_iter().map(|x| x * scale);
    IntElement::from_coefficients(index, coefficients.collect()).unwrap()
}

/// Rings of all kinds with keys modulo Q·P', Q's primes first, and P' of no, one and two limbs.
fn everywhere(f: impl Fn(&RnsRing, usize, &mut Random)) {
    for backend in Backend::available() {
        for m in [64, 45, 31, 2048] {
            let index = Index::new(m).unwrap();
            let moduli = primes::search_each(&index, &[50, 41, 58, 44, 43]).unwrap();
            for own in 3..=5 {
                let ring = RnsRing::with_backend(&index, &moduli, backend).unwrap();
                f(&ring, own, &mut Random::new(m));
            }
        }
    }
}

#[test]
fn fresh_ciphertexts_by_their_definition() {
    everywhere(|source, own, random| {
        let index = source.index();
        let all: Vec<usize> = (0..source.limbs()).collect();
        let target = source.pick(&all[..own]);
        let key = [element(source, random), element(source, random)];
        // Small ones, and errors that are larger than some primes.
        for (t, scale) in [(1, 1), (17, 1), (17, 1 << 45), (1, 1 << 45)] {
            let u = integer(index, random, 1);
            let errors = [integer(index, random, scale), integer(index, random, scale)];
            let message: Element<Powerful> = integer(index, random, 3).reduce(&target).unwrap();
            let products = key.each_ref().map(|key| key * &u.reduce(source).unwrap().to_crt());
            let mut fresh = Fresh {
                key: [&key[0], &key[1]],
                ephemeral: &u,
                errors: [&errors[0], &errors[1]],
                t,
                message: &message,
                divided: None,
            };
            let factors = vec![t; source.limbs()];
            let error = |i: usize| {
                let mut error = errors[i].reduce(source).unwrap();
                error.scale_limbs_assign(&factors).unwrap();
                error
            };
            if own == source.limbs() {
                let parts = fresh.encrypt().unwrap();
                assert_eq!(parts[0], &(&products[0] + &error(0).to_crt()) + &message.to_crt());
                assert_eq!(parts[1], &products[1] + &error(1).to_crt());
                continue;
            }
            let switch = Switch::new(source, &all, &all[..own], t).unwrap();
            let modulo_p = [0, 1].map(|i| {
                let sum = &products[i].to_powerful() + &error(i);
                sum.pick_limbs(switch.gone_ring(), switch.gone_limbs()).unwrap()
            });
            fresh.divided = Some((&switch, [&modulo_p[0], &modulo_p[1]]));
            let parts = fresh.encrypt().unwrap();
            // The message is added after the division, which changes nothing else.
            let sums = [0, 1].map(|i| products[i].switch_sum(&error(i), &switch).unwrap());
            assert_eq!(parts[0], &sums[0] + &message.to_crt());
            assert_eq!(parts[1], sums[1]);
            assert!(parts.iter().all(Element::is_secret));
        }
    });
}

#[test]
fn what_lies_elsewhere_is_refused() {
    let index = Index::new(64).unwrap();
    let ring = RnsRing::new(&index, &primes::search(&index, 40, 3, &[]).unwrap()).unwrap();
    let (random, target) = (&mut Random::new(1), ring.pick(&[0, 1]));
    let key = [element(&ring, random), element(&ring, random)];
    let u = integer(&index, random, 1);
    let message = u.reduce(&target).unwrap();
    let fresh = Fresh {
        key: [&key[0], &key[1]],
        ephemeral: &u,
        errors: [&u, &u],
        t: 1,
        message: &message,
        divided: None,
    };
    assert!(matches!(fresh.encrypt(), Err(ElementError::DifferentRings { .. })));
    let switch = Switch::new(&ring, &[0, 1, 2], &[0, 1], 1).unwrap();
    let foreign = Fresh { divided: Some((&switch, [&message, &message])), ..fresh };
    assert!(matches!(foreign.encrypt(), Err(ElementError::DifferentRings { .. })));
}
