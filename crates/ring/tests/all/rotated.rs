//! Rotated key switches and their sums, beside the operations that they are made of.

use ringassay_kernels::Backend;
use ringassay_ring::{
    Crt, Element, ElementError, RnsRing,
    gadget::{DigitTable, RnsGadget, Switching},
    index::Index,
    primes,
    rns::Switch,
};

use crate::common::random::Random;

/// A ring modulo Q·P, the first `own` primes Q's, digits of `digit` limbs, keys with a digit and a limb more.
struct Instance {
    keys: RnsRing,
    target: RnsRing,
    own: RnsRing,
    gadget: RnsGadget,
    limbs: Vec<usize>,
    which: Vec<usize>,
}

impl Instance {
    fn new(m: u64, bits: &[u32], own: usize, digit: usize, backend: Backend) -> Self {
        let index = Index::new(m).unwrap();
        let moduli = primes::search_each(&index, bits).unwrap();
        let keys = RnsRing::with_backend(&index, &moduli, backend).unwrap();
        // The keys' second limb is left out.
        let limbs: Vec<usize> = (0..bits.len()).filter(|&limb| limb != 1).collect();
        let target = keys.pick(&limbs);
        let own = target.pick(&(0..own).collect::<Vec<_>>());
        let gadget = RnsGadget::new(&target.zqs(), 0..own.limbs(), digit).unwrap();
        let count = own.limbs().div_ceil(digit);
        let which = (0..count).map(|j| (j + 1) % (count + 1)).collect();
        Self { keys, target, own, gadget, limbs, which }
    }

    fn switching(&self) -> Switching<'_> {
        let Self { gadget, target, limbs, which, .. } = self;
        Switching { gadget, target, limbs, which }
    }

    fn key(&self, random: &mut Random) -> [DigitTable; 2] {
        let count = self.which.len() + 1;
        [0, 1].map(|_| table(&self.keys, count, random).0)
    }

    /// Σ digit·key, by the operations of digits.
    fn products(&self, x: &Element<Crt>, key: &[DigitTable; 2]) -> [Element<Crt>; 2] {
        let digits = x.digits(&self.gadget, &self.target).unwrap();
        digits.inner_products([&key[0], &key[1]], &self.limbs, &self.which).unwrap()
    }
}

fn element(ring: &RnsRing, random: &mut Random) -> Element<Crt> {
    let n = ring.degree();
    let residues: Vec<u64> = ring.moduli().iter().flat_map(|&q| random.residues(n, q)).collect();
    Element::from_residues(ring, &residues).unwrap()
}

fn table(ring: &RnsRing, count: usize, random: &mut Random) -> (DigitTable, Vec<Element<Crt>>) {
    let elements: Vec<_> = (0..count).map(|_| element(ring, random)).collect();
    (DigitTable::new(&elements).unwrap(), elements)
}

/// Indices of all kinds, primes narrow and wide, and one to four digits.
fn everywhere(f: impl Fn(&Instance, &mut Random)) {
    for backend in Backend::available() {
        for m in [64, 45, 31, 2048] {
            let shapes: [(&[u32], usize, usize); 4] = [
                (&[50, 33, 40, 41], 2, 1),
                (&[50, 33, 40, 41, 58, 50, 49], 4, 2),
                (&[40, 41, 42, 43, 44], 4, 1),
                (&[30, 31, 32], 1, 1),
            ];
            for (bits, own, digit) in shapes {
                f(&Instance::new(m, bits, own, digit, backend), &mut Random::new(m));
            }
        }
    }
}

/// Exponents that are units of every index.
const EXPONENTS: [u64; 3] = [7, 11, 1];

#[test]
fn a_rotated_product_is_the_image_of_the_sum() {
    everywhere(|instance, random| {
        let x = element(&instance.own, random);
        let key = instance.key(random);
        let first = element(&instance.target, random);
        let onto = [element(&instance.target, random), element(&instance.target, random)];
        let [b, a] = instance.products(&x, &key);
        for k in EXPONENTS {
            let expected = [&b + &first, a.clone()].map(|sum| sum.automorphism(k).unwrap());
            let tables = [&key[0], &key[1]];
            let rotated =
                |onto| x.rotated_products(&instance.switching(), tables, &first, k, onto).unwrap();
            assert_eq!(rotated(None), expected);
            let sums = rotated(Some(onto.clone()));
            for (sum, (image, onto)) in sums.iter().zip(expected.iter().zip(&onto)) {
                assert_eq!(*sum, image + onto);
            }
        }
    });
}

#[test]
fn an_image_of_a_switch_is_that_of_the_sum() {
    everywhere(|instance, random| {
        let all: Vec<usize> = (0..instance.target.limbs()).collect();
        let kept = &all[..instance.own.limbs()];
        let (x, y) = (element(&instance.target, random), element(&instance.own, random));
        for t in if kept.len() < all.len() { vec![1, 257] } else { vec![] } {
            let switch = Switch::new(&instance.target, &all, kept, t).unwrap();
            let divided = x.switch(&switch).unwrap();
            let sum = &divided + &y;
            let image = |y, k| x.switch_image(&switch, y, k);
            assert_eq!(image(None, None).as_ref(), Ok(&divided));
            assert_eq!(image(Some(&y), None).as_ref(), Ok(&sum));
            for k in EXPONENTS {
                assert_eq!(image(None, Some(k)), divided.automorphism(k));
                assert_eq!(image(Some(&y), Some(k)), sum.automorphism(k));
            }
            assert!(image(Some(&x), None).is_err(), "a sum with what lies elsewhere");
            assert!(image(None, Some(0)).is_err(), "no unit");
            assert!(y.switch_image(&switch, None, None).is_err(), "what the switch is not of");
        }
    });
}

#[test]
fn multiples_are_added_as_if_raised_before() {
    everywhere(|instance, random| {
        let (x, onto) = (element(&instance.own, random), element(&instance.target, random));
        let factors: Vec<u64> = instance.own.moduli().iter().map(|q| (q - 1) / 3).collect();
        let mut sum = onto.clone();
        sum.add_raised(&x, &factors).unwrap();
        assert_eq!(sum, &onto + &x.raise(&instance.target, &factors).unwrap());
        assert!(sum.add_raised(&x, &factors[1..]).is_err());
        assert!(sum.add_raised(&x, instance.own.moduli()).is_err(), "factors that are no residues");
        if instance.own.limbs() < instance.target.limbs() {
            assert!(x.clone().add_raised(&onto, &vec![1; instance.target.limbs()]).is_err());
        }
    });
}

#[test]
fn rotated_sums_by_definition() {
    everywhere(|instance, random| {
        let c = [element(&instance.own, random), element(&instance.own, random)];
        let factors: Vec<u64> = instance.own.moduli().iter().map(|q| 12_345 % q).collect();
        let keys: Vec<_> = EXPONENTS.iter().map(|_| instance.key(random)).collect();
        let raised = |c: &Element<Crt>| c.raise(&instance.target, &factors).unwrap();
        let mut images = vec![[raised(&c[0]), raised(&c[1])]];
        let mut rotations = vec![None];
        for (key, &k) in keys.iter().zip(&EXPONENTS) {
            let [b, a] = instance.products(&c[1], key);
            images.push([&b + &images[0][0], a].map(|sum| sum.automorphism(k).unwrap()));
            rotations.push(Some(([&key[0], &key[1]], k)));
        }
        let whiches: [&[usize]; 3] = [&[2], &[0, 1, 2, 3, 1], &[3, 0]];
        let tables: Vec<_> =
            whiches.iter().map(|which| table(&instance.target, which.len(), random)).collect();
        let sums: Vec<(&DigitTable, &[usize])> =
            tables.iter().zip(whiches).map(|((table, _), which)| (table, which)).collect();
        let c = [&c[0], &c[1]];
        let found =
            Element::rotated_sums(c, &instance.switching(), &factors, &rotations, &sums).unwrap();
        for ((which, (_, elements)), found) in whiches.iter().zip(&tables).zip(&found) {
            for t in 0..2 {
                let mut sum = Element::zero(&instance.target);
                for (&image, w) in which.iter().zip(elements) {
                    sum.mul_add_assign(&images[image][t], w).unwrap();
                }
                assert_eq!(found[t], sum);
            }
        }
        // Without keys nothing is decomposed.
        let (only, elements) = table(&instance.target, 1, random);
        let sums: [(&DigitTable, &[usize]); 1] = [(&only, &[0])];
        let found = Element::rotated_sums(c, &instance.switching(), &factors, &[None], &sums);
        let [b, a] = &found.unwrap()[0];
        assert_eq!([b, a], [&(&images[0][0] * &elements[0]), &(&images[0][1] * &elements[0])]);
    });
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let instance = Instance::new(64, &[50, 33, 40, 41], 2, 1, Backend::Portable);
    let random = &mut Random::new(1);
    let c = [element(&instance.own, random), element(&instance.own, random)];
    let (c, key) = ([&c[0], &c[1]], instance.key(random));
    let (constants, _) = table(&instance.target, 2, random);
    let rotated = |factors: &[u64], k: u64, which: &[usize]| {
        let rotations = [None, Some(([&key[0], &key[1]], k))];
        let sums = [(&constants, which)];
        Element::rotated_sums(c, &instance.switching(), factors, &rotations, &sums)
    };
    assert!(rotated(&[1, 2], 3, &[0, 1]).is_ok());
    assert!(matches!(rotated(&[1], 3, &[0, 1]), Err(ElementError::Length { .. })));
    assert!(matches!(rotated(&[1, 2], 4, &[0, 1]), Err(ElementError::NotUnit { .. })));
    for which in [&[0][..], &[0, 1, 1], &[0, 2]] {
        assert!(matches!(rotated(&[1, 2], 3, which), Err(ElementError::Rns(_))), "{which:?}");
    }
    let first = element(&instance.own, random);
    let tables = [&key[0], &key[1]];
    let refused = c[1].rotated_products(&instance.switching(), tables, &first, 3, None);
    assert!(matches!(refused, Err(ElementError::DifferentRings { .. })));
}

#[test]
fn polynomials_at_an_element_by_horners_rule() {
    everywhere(|instance, random| {
        let last = instance.target.limbs() - 1;
        let ring = instance.target.pick(&[last, 0]);
        let y = element(&instance.keys, random);
        let x: Vec<_> = (0..4).map(|_| element(&instance.target, random)).collect();
        let limbs: [&[usize]; 2] = [&[last, 0], &[instance.limbs[last], instance.limbs[0]]];
        let [own, at] = limbs;
        for count in 0..=x.len() {
            let value = Element::evaluate(&x[..count], &y, &ring, limbs).unwrap();
            let y = y.pick_limbs(&ring, at).unwrap();
            let mut expected = Element::zero(&ring);
            for x in x[..count].iter().rev() {
                expected = &(&expected * &y) + &x.pick_limbs(&ring, own).unwrap();
            }
            assert_eq!(value, expected, "{count} coefficients");
        }
        let refused = Element::evaluate(&x, &y, &ring, [&[0, last], at]);
        assert!(matches!(refused, Err(ElementError::DifferentRings { .. })));
    });
}
