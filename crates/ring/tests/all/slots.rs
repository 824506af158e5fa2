//! Slots against definitions: classes by enumeration, rotations by evaluation in a field.

use ringassay_ring::index::Index;
use ringassay_ring::slots::{Shape, SlotError, Slots};

const SHAPES: [Shape; 2] = [Shape::Good, Shape::Fewest];

fn cases() -> impl Iterator<Item = (Index, u64)> {
    let small = (1..=200u64).filter(|m| m % 4 != 2).map(|m| Index::new(m).unwrap());
    small.flat_map(|index| {
        let primes = [2u64, 3, 5, 7, 17, 31, 257, 65_537, (1 << 61) - 1];
        let m = index.m();
        primes.into_iter().filter(move |p| m % p != 0).map(move |p| (index.clone(), p))
    })
}

/// Every unit is in the class of exactly one slot, and coordinates lead to it.
#[test]
fn slots_represent_the_quotient_group() {
    for (index, p) in cases() {
        for shape in SHAPES {
            let slots = Slots::new(&index, p, shape).unwrap();
            let m = index.m();
            assert_eq!(slots.count() * slots.degree(), index.degree());
            let mut power = p % m;
            let mut order = 1;
            while power != 1 % m {
                power = power * (p % m) % m;
                order += 1;
            }
            assert_eq!(slots.degree(), order);
            let mut seen = vec![false; m as usize];
            for slot in 0..slots.count() {
                let coordinates = slots.coordinates(slot);
                assert_eq!(slots.slot_at(&coordinates), slot);
                let mut unit = 1 % m;
                for (dimension, &e) in slots.dimensions().iter().zip(&coordinates) {
                    for _ in 0..e {
                        unit = unit * u64::from(dimension.generator) % m;
                    }
                }
                assert_eq!(u64::from(slots.units()[slot]), unit);
                for (f, member) in slots.class(slot).enumerate() {
                    assert_eq!(u64::from(member), unit);
                    let place = slots.place(unit).unwrap();
                    assert_eq!((place.slot, place.frobenius), (slot, f));
                    assert!(!std::mem::replace(&mut seen[unit as usize], true));
                    unit = unit * (p % m) % m;
                }
            }
            for a in 0..m {
                assert_eq!(seen[a as usize], index.is_unit(a));
                assert_eq!(slots.place(a).is_some(), index.is_unit(a));
            }
        }
    }
}

#[test]
fn dimensions_say_what_their_generators_do() {
    for (index, p) in cases() {
        for shape in SHAPES {
            let slots = Slots::new(&index, p, shape).unwrap();
            let m = index.m();
            for dimension in slots.dimensions() {
                assert!(dimension.size > 1);
                let g = u64::from(dimension.generator);
                let powers: Vec<u64> = std::iter::successors(Some(g), |x| Some(x * g % m))
                    .take(dimension.order)
                    .collect();
                let first = powers.iter().position(|&x| x == 1 % m).unwrap();
                assert_eq!(first + 1, dimension.order);
                let in_p = |x: &u64| slots.class(0).any(|y| u64::from(y) == *x);
                assert_eq!(powers.iter().position(in_p).unwrap() + 1, dimension.size);
                let power = u64::from(slots.frobenius(dimension.frobenius));
                assert_eq!(powers[dimension.size - 1], power);
                assert_eq!(dimension.is_good(), dimension.frobenius == 0);
            }
        }
        let good = Slots::new(&index, p, Shape::Good).unwrap();
        let fewest = Slots::new(&index, p, Shape::Fewest).unwrap();
        assert!(fewest.dimensions().len() <= good.dimensions().len());
        let sizes = |slots: &Slots| -> Vec<usize> {
            slots.dimensions().iter().filter(|d| d.is_good()).map(|d| d.size).collect()
        };
        assert!(sizes(&fewest).iter().product::<usize>() <= sizes(&good).iter().product());
    }
}

/// The number of dimensions cannot be smaller than the rank of the quotient group, which is the
/// largest r-rank: the number of solutions of x^r = 1 is r^rank.
#[test]
fn fewest_dimensions_are_the_rank() {
    for (index, p) in cases() {
        let slots = Slots::new(&index, p, Shape::Fewest).unwrap();
        let m = index.m();
        let rank = (2..=slots.count() as u64)
            .filter(|r| (2..*r).all(|d| r % d != 0))
            .map(|r| {
                let trivial = |&&t: &&u32| {
                    let power = (0..r).fold(1 % m, |x, _| x * u64::from(t) % m);
                    slots.place(power).unwrap().slot == 0
                };
                let solutions = slots.units().iter().filter(trivial).count() as u64;
                (0..).take_while(|&k| r.pow(k) < solutions).count()
            })
            .max();
        assert_eq!(slots.dimensions().len(), rank.unwrap_or(0), "{index}, p = {p}");
    }
}

/// What rotations promise, in terms of the units at which an element is evaluated: ζ ↦ ζ^k puts at
/// the unit t what was at k·t.
#[test]
fn rotations_move_slots() {
    for (index, p) in cases() {
        for shape in SHAPES {
            let slots = Slots::new(&index, p, shape).unwrap();
            for (i, dimension) in slots.dimensions().iter().enumerate() {
                for steps in [0, 1, 2, -1, 7, -1000, dimension.size as i64] {
                    let rotation = slots.rotation(i, steps);
                    let distance = steps.rem_euclid(dimension.size as i64) as usize;
                    assert_eq!(rotation.boundary, distance);
                    assert!(rotation.wrapped.is_none() || !dimension.is_good());
                    for (slot, &unit) in slots.units().iter().enumerate() {
                        let mut from = slots.coordinates(slot);
                        let wraps = from[i] < distance;
                        from[i] = (from[i] + dimension.size - distance) % dimension.size;
                        let expected = slots.slot_at(&from);
                        let direct =
                            slots.place(u64::from(unit) * u64::from(rotation.direct)).unwrap();
                        assert_eq!(direct.slot, expected);
                        let exact = match rotation.wrapped {
                            Some(k) if wraps => {
                                slots.place(u64::from(unit) * u64::from(k)).unwrap()
                            }
                            _ => direct,
                        };
                        assert_eq!((exact.slot, exact.frobenius), (expected, 0));
                    }
                }
            }
        }
    }
}

/// m = 7 modulo 2: slots in the field of 8 elements, evaluated there. The automorphism ζ ↦ ζ^k of a
/// polynomial, computed on coefficients, moves the values as `rotation` says.
#[test]
fn rotation_in_a_real_field() {
    let index = Index::new(7).unwrap();
    let slots = Slots::new(&index, 2, Shape::Good).unwrap();
    assert_eq!((slots.count(), slots.degree()), (2, 3));
    // GF(8) = GF(2)[x]/(x^3 + x + 1); η = x has order 7.
    let times = |a: u8, b: u8| {
        let mut product = (0..3).filter(|i| b >> i & 1 == 1).fold(0u8, |sum, i| sum ^ a << i);
        for bit in [4, 3] {
            if product >> bit & 1 == 1 {
                product ^= 0b1011 << (bit - 3);
            }
        }
        product
    };
    let eta = |exponent: u64| (0..exponent % 7).fold(1u8, |power, _| times(power, 2));
    let value = |polynomial: u32, unit: u32| {
        (0..7u64)
            .filter(|j| polynomial >> j & 1 == 1)
            .fold(0, |sum, j| sum ^ eta(j * u64::from(unit)))
    };
    let rotation = slots.rotation(0, 1);
    for polynomial in 0..1u32 << 6 {
        let image = |k: u32| {
            (0..7).filter(|j| polynomial >> j & 1 == 1).fold(0u32, |sum, j| sum ^ 1 << (j * k % 7))
        };
        for (slot, &unit) in slots.units().iter().enumerate() {
            let wraps = slot < rotation.boundary;
            let k = rotation.wrapped.filter(|_| wraps).unwrap_or(rotation.direct);
            assert_eq!(value(image(k), unit), value(polynomial, slots.units()[1 - slot]));
        }
        // The Frobenius map squares every slot.
        let squared = image(slots.frobenius(1));
        for &unit in slots.units() {
            let x = value(polynomial, unit);
            assert_eq!(value(squared, unit), times(x, x));
        }
    }
}

/// Slots of HElib's parameter sets for p = 2 ("Algorithms in HElib", ePrint 2014/106, and HElib's
/// own tables).
#[test]
fn known_numbers_of_slots() {
    let known =
        [(5461, 378), (8191, 630), (13_981, 600), (15_709, 682), (21_845, 1024), (43_691, 1285)];
    for (m, count) in known {
        let index = Index::new(m).unwrap();
        for shape in SHAPES {
            let slots = Slots::new(&index, 2, shape).unwrap();
            assert_eq!(slots.count(), count, "{m}");
            let product: usize = slots.dimensions().iter().map(|d| d.size).product();
            assert_eq!(product, count);
            println!("{m} {shape:?} {:?}", slots.dimensions());
        }
    }
}

#[test]
fn a_large_index() {
    let index = Index::new(1 << 18).unwrap();
    let slots = Slots::new(&index, 65_537, Shape::Good).unwrap();
    assert_eq!((slots.count(), slots.degree()), (1 << 15, 4));
    let slots = Slots::new(&index, 3, Shape::Good).unwrap();
    assert_eq!((slots.count(), slots.degree()), (2, 1 << 16));
}

#[test]
fn no_slots() {
    let index = Index::new(105).unwrap();
    assert_eq!(Slots::new(&index, 4, Shape::Good).unwrap_err(), SlotError::NotPrime { p: 4 });
    let error = Slots::new(&index, 5, Shape::Good).unwrap_err();
    assert_eq!(error, SlotError::Ramified { p: 5, m: 105 });
}
