//! Layouts, rotations and sets of keys against what they promise.

use ringassay_scheme::encoding::{
    Encoder, EncodingError, KeySet, Layout, PlaintextRing, RotationPlan,
};
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::reference::numbers::units;

use crate::encoding_oracle::{Oracle, order, plaintexts, same_class};

/// Small rings whose groups of classes have one, two and three dimensions.
const RINGS: [(u64, u64); 12] = [
    (1, 2),
    (7, 2),
    (31, 2),
    (63, 2),
    (91, 2),
    (105, 2),
    (127, 2),
    (255, 2),
    (45, 17),
    (64, 257),
    (120, 31),
    (56, 13),
];

fn rings() -> impl Iterator<Item = PlaintextRing> {
    RINGS.into_iter().map(|(m, p)| plaintexts(m, p, 1).unwrap())
}

fn layouts() -> impl Iterator<Item = Layout> {
    rings().flat_map(|ring| {
        let lengths = 1..=ring.slots().count();
        lengths.map(move |length| Layout::for_length(&ring, length).unwrap())
    })
}

/// The largest order of a class of units modulo ⟨p⟩ that a number divides: by enumeration.
fn divides_an_order(ring: &PlaintextRing, length: usize) -> bool {
    let (m, p) = (ring.index().m(), ring.prime());
    let class_order = |unit: u64| {
        let mut power = unit % m;
        (1..).find(|_| {
            let trivial = same_class(power, 1 % m, p, m);
            power = power * unit % m;
            trivial
        })
    };
    units(m).into_iter().filter_map(class_order).any(|order: usize| order.is_multiple_of(length))
}

/// A plan carried out on values in slots, by the definition of an automorphism: at the unit t stands
/// what was at k·t.
fn rotate(ring: &PlaintextRing, plan: &RotationPlan, slots: &[u64]) -> Vec<u64> {
    let mut out = vec![0; slots.len()];
    for term in plan.terms() {
        for (slot, &unit) in ring.slots().units().iter().enumerate() {
            let from = u64::from(unit) * u64::from(term.exponent);
            let value = slots[ring.slots().place(from).unwrap().slot];
            out[slot] += term.mask.as_ref().map_or(1, |mask| u64::from(mask[slot])) * value;
        }
    }
    out
}

#[test]
fn entries_and_slots_belong_together() {
    let mut stream = Stream::new(1);
    for layout in layouts() {
        let (ring, length) = (layout.ring(), layout.length());
        let count = ring.slots().count();
        let mut seen = vec![None; count];
        for entry in 0..length {
            assert_eq!(layout.slots_of(entry).count(), layout.copies());
            for slot in layout.slots_of(entry) {
                assert_eq!(seen[slot].replace(entry), None, "slot {slot} twice");
            }
        }
        for (slot, entry) in seen.iter().enumerate() {
            assert_eq!(layout.entry(slot), *entry);
        }
        assert_eq!(layout.is_full(), seen.iter().all(Option::is_some));
        assert_eq!(layout.slots_of(length).count(), 0);
        assert_eq!(layout.entry(count), None);

        let vector = stream.residues(length, 1000);
        let mut slots = layout.spread(&vector).unwrap();
        assert_eq!(layout.gather(&slots).unwrap(), vector);
        for slot in 0..count {
            slots[slot] += 1;
            let alone = layout.copies() == 1 || layout.entry(slot).is_none();
            match layout.gather(&slots) {
                Ok(_) => assert!(alone),
                Err(error) => {
                    let copies = matches!(error, EncodingError::Copies { entry, left, right }
                        if left != right && layout.entry(slot) == Some(entry)
                            && [left, right].iter().all(|&s| layout.entry(s) == Some(entry)));
                    assert!(copies && !alone, "{error}");
                }
            }
            slots[slot] -= 1;
        }
    }
}

/// Every rotation of every length, with anything in the slots that hold no entry.
#[test]
fn rotations_rotate() {
    let mut stream = Stream::new(2);
    for layout in layouts() {
        let (ring, length) = (layout.ring(), layout.length());
        let vector = stream.residues(length, 1000);
        let mut slots = layout.spread(&vector).unwrap();
        for (slot, value) in slots.iter_mut().enumerate() {
            if layout.entry(slot).is_none() {
                *value = stream.below(1000);
            }
        }
        for steps in -1..=length as i64 {
            let plan = layout.rotation(steps);
            let mut expected = vector.clone();
            expected.rotate_right(steps.rem_euclid(length as i64) as usize);
            let found = layout.gather(&rotate(ring, &plan, &slots)).unwrap();
            assert_eq!(found, expected, "{ring:?}, {length} entries, {steps} steps");
            let masks = plan.terms().iter().filter(|term| term.mask.is_some()).count();
            assert_eq!(masks, if plan.terms().len() == 1 { 0 } else { plan.terms().len() });
            for term in plan.terms() {
                // The representative of its class.
                assert!(ring.slots().units().contains(&term.exponent));
            }
            if steps.rem_euclid(length as i64) == 0 {
                assert_eq!(plan.terms().len(), 1);
                assert_eq!(u64::from(plan.terms()[0].exponent), 1 % ring.index().m());
            }
        }
    }
}

/// One automorphism suffices for rotation by one exactly if a class has an order that ℓ divides: it
/// has to permute the slots that hold entries in orbits of multiples of ℓ.
#[test]
fn one_automorphism_where_one_can_do() {
    for layout in layouts() {
        let single = divides_an_order(layout.ring(), layout.length());
        assert_eq!(layout.is_cyclic(), single, "{:?}, {}", layout.ring(), layout.length());
        for steps in 0..layout.length() as i64 {
            let terms = layout.rotation(steps).terms().len();
            assert!(terms <= if single { 1 } else { 1 << layout.axes().len() });
            assert!(terms > 1 || single || steps != 1);
        }
    }
}

/// On polynomials modulo Φ_m: automorphisms of coefficients, products with encoded masks, values at
/// roots of unity.
#[test]
fn rotations_of_polynomials() {
    let mut stream = Stream::new(3);
    let cases = [
        (31, 2, 1, 6),
        (63, 2, 1, 5),
        (63, 2, 2, 6),
        (91, 2, 1, 6),
        (105, 2, 1, 4),
        (127, 2, 1, 18),
        (127, 2, 1, 7),
        (45, 17, 1, 5),
        (45, 17, 1, 6),
        (64, 257, 1, 32),
        (64, 257, 1, 20),
        (91, 3, 2, 12),
        (56, 13, 1, 12),
    ];
    for (m, p, r, length) in cases {
        let ring = plaintexts(m, p, r).unwrap();
        let encoder = Encoder::new(&ring).unwrap();
        let oracle = Oracle::new(&encoder);
        let layout = Layout::for_length(&ring, length).unwrap();
        let vector = stream.residues(length, ring.modulus());
        let plaintext = encoder.encode(&layout.spread(&vector).unwrap()).unwrap();
        let x = oracle.ring.from_powerful(&plaintext);
        for steps in 0..length as i64 {
            let terms = layout.rotation(steps).terms().to_vec();
            let images = terms.into_iter().map(|term| {
                let image = oracle.ring.automorphism(&x, u64::from(term.exponent));
                match term.mask {
                    None => image,
                    Some(mask) => {
                        let mask = encoder.encode_mask(&mask).unwrap();
                        oracle.ring.mul(&image, &oracle.ring.from_powerful(&mask))
                    }
                }
            });
            let out = images.reduce(|a, b| oracle.ring.add(&a, &b)).unwrap();
            let value =
                |&unit: &u32| Oracle::scalar(&oracle.power_value(&out, u64::from(unit))).unwrap();
            let slots: Vec<u64> = ring.slots().units().iter().map(value).collect();
            let mut expected = vector.clone();
            expected.rotate_right(steps as usize);
            assert_eq!(layout.gather(&slots).unwrap(), expected, "m = {m}, {steps} of {length}");
        }
    }
}

/// Fewest published automorphisms with that product modulo ⟨p⟩, by breadth-first search on units.
fn fewest_steps(ring: &PlaintextRing, published: &[u32], exponent: u32) -> Option<usize> {
    let (m, p) = (ring.index().m(), ring.prime());
    let mut reached = vec![1 % m];
    for steps in 0.. {
        if reached.iter().any(|&x| same_class(x, u64::from(exponent), p, m)) {
            return Some(steps);
        }
        let mut next: Vec<u64> = reached
            .iter()
            .flat_map(|x| published.iter().map(move |k| x * u64::from(*k) % m))
            .collect();
        next.extend(&reached);
        next.sort_unstable();
        next.dedup();
        if next == reached {
            return None;
        }
        reached = next;
    }
    None
}

#[test]
fn key_sets_reach_every_rotation() {
    for layout in layouts() {
        let (ring, length) = (layout.ring(), layout.length() as i64);
        let (m, p) = (ring.index().m(), ring.prime());
        let mut smallest = None;
        for budget in 0..=ring.slots().count() {
            let set = match KeySet::for_rotations(&layout, budget) {
                Ok(set) => set,
                Err(EncodingError::Budget { budget: given, needed }) => {
                    assert!(given == budget && needed > budget);
                    assert!(smallest.is_none_or(|smallest| smallest == needed));
                    smallest = Some(needed);
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            assert!(smallest.is_none_or(|smallest| smallest <= budget));
            assert!(set.exponents().len() <= budget);
            assert!(set.exponents().iter().all(|&k| !same_class(u64::from(k), 1 % m, p, m)));
            for steps in 1 - length..length {
                for term in layout.rotation(steps).terms() {
                    let found = set.steps(term.exponent).unwrap();
                    let product =
                        found.iter().fold(1 % m, |product, &k| product * u64::from(k) % m);
                    assert!(same_class(product, u64::from(term.exponent), p, m));
                    assert!(found.iter().all(|k| set.exponents().contains(k)));
                    if steps.abs() == 1 {
                        assert!(found.len() <= 1);
                    }
                    if budget + 1 >= ring.slots().count() {
                        assert!(found.len() <= 1, "there is a key for everything");
                    }
                }
            }
        }
    }
}

#[test]
fn compositions_are_shortest() {
    for (m, p) in [(31, 2), (63, 2), (127, 2), (45, 17), (64, 257)] {
        let ring = plaintexts(m, p, 1).unwrap();
        let all = units(m);
        let mut stream = Stream::new(m);
        for count in [0, 1, 2, 3, 5] {
            let published: Vec<u32> =
                (0..count).map(|_| all[stream.below(all.len() as u64) as usize] as u32).collect();
            let set = KeySet::new(&ring, &published).unwrap();
            for &unit in &all {
                let unit = unit as u32;
                let found = set.steps(unit).map(|steps| steps.len());
                assert_eq!(found, fewest_steps(&ring, &published, unit), "{published:?} to {unit}");
            }
        }
        assert_eq!(set_error(&ring, 0), EncodingError::NotUnit { exponent: 0, m });
        assert!(KeySet::new(&ring, &[1]).unwrap().steps(0).is_none());
    }
}

fn set_error(ring: &PlaintextRing, exponent: u32) -> EncodingError {
    KeySet::new(ring, &[exponent]).unwrap_err()
}

/// Powers of two along each axis: their number and the steps of a rotation grow with the logarithm of the
/// length, and fewer keys still compose everything.
#[test]
fn few_keys_compose_long_rotations() {
    for (m, p, length, most_keys, most_steps) in
        [(1 << 13, 40_961, 2048, 22, 6), (1 << 13, 40_961, 4096, 24, 7), (8191, 2, 630, 26, 5)]
    {
        let ring = plaintexts(m, p, 1).unwrap();
        let layout = Layout::for_length(&ring, length).unwrap();
        let set = KeySet::of_powers(&layout).unwrap();
        assert!(set.exponents().len() <= most_keys, "{} keys", set.exponents().len());
        let count = set.exponents().len();
        assert!(length < 1000 || !KeySet::takes_few_steps(&layout, count));
        let exponents: Vec<u32> = (0..length as i64)
            .flat_map(|steps| {
                layout.rotation(steps).terms().iter().map(|t| t.exponent).collect::<Vec<_>>()
            })
            .collect();
        let mut few = 0;
        for budget in [usize::MAX, count, 16, 12, 8] {
            let Ok(set) = KeySet::for_rotations(&layout, budget) else { continue };
            few += 1;
            assert!(set.exponents().len() <= budget);
            for &exponent in &exponents {
                let found = set.steps(exponent).unwrap();
                let product = found.iter().fold(1, |product, &k| product * u64::from(k) % m);
                assert!(same_class(product, u64::from(exponent), p, m));
                if budget >= count {
                    assert!(found.len() <= most_steps, "{} steps", found.len());
                }
            }
        }
        assert!(few >= 3, "few keys are refused");
    }
}

/// Keys for chosen rotations are one for each term, and none for none.
#[test]
fn keys_for_chosen_steps() {
    let ring = plaintexts(64, 257, 1).unwrap();
    let layout = Layout::for_length(&ring, 32).unwrap();
    assert!(KeySet::for_steps(&layout, []).unwrap().exponents().is_empty());
    assert!(KeySet::for_steps(&layout, [0, 32, -64]).unwrap().exponents().is_empty());
    let set = KeySet::for_steps(&layout, [3, -29, 5, 3]).unwrap();
    for (steps, is_there) in [(3, true), (5, true), (35, true), (1, false), (0, true)] {
        for term in layout.rotation(steps).terms() {
            let single = set.steps(term.exponent).is_some_and(|found| found.len() <= 1);
            assert!(single || !is_there, "rotation by {steps}");
        }
    }
    let needed = |steps| -> Vec<u32> {
        let plan = layout.rotation(steps);
        plan.terms().iter().map(|term| term.exponent).filter(|&k| k != 1).collect()
    };
    let all: std::collections::BTreeSet<u32> = needed(3).into_iter().chain(needed(5)).collect();
    assert_eq!(set.exponents(), all.into_iter().collect::<Vec<_>>());
}

/// The vectors of HEtest's rings: few terms, and about 2·√ℓ keys for two steps.
#[test]
fn the_rings_of_bits() {
    let cases = [
        (5461, 378, 2, 37),
        (8191, 630, 1, 49),
        (13_981, 600, 2, 49),
        (15_709, 682, 1, 51),
        (21_845, 1024, 2, 62),
        (43_691, 1285, 1, 70),
        (5461, 6, 1, 4),
        (5461, 42, 1, 11),
        (21_845, 600, 2, 64),
    ];
    for (m, length, most, keys) in cases {
        let ring = plaintexts(m, 2, 1).unwrap();
        assert_eq!(ring.slots().degree(), order(2, m));
        let layout = Layout::for_length(&ring, length).unwrap();
        let set = KeySet::for_rotations(&layout, keys).unwrap();
        let vector: Vec<u64> = (0..length as u64).collect();
        let slots = layout.spread(&vector).unwrap();
        for steps in (0..length).step_by(1 + length / 50) {
            let plan = layout.rotation(steps as i64);
            assert!(plan.terms().len() <= most);
            for term in plan.terms() {
                assert!(set.steps(term.exponent).unwrap().len() <= 2);
            }
            let mut expected = vector.clone();
            expected.rotate_right(steps);
            assert_eq!(layout.gather(&rotate(&ring, &plan, &slots)).unwrap(), expected);
        }
    }
}

#[test]
fn lengths_that_do_not_fit() {
    let ring = plaintexts(31, 2, 1).unwrap();
    for length in [0, 7] {
        let error = Layout::for_length(&ring, length).unwrap_err();
        assert_eq!(error, EncodingError::Layout { length, slots: 6 });
    }
    let layout = Layout::for_length(&ring, 4).unwrap();
    assert!(matches!(layout.spread(&[0; 5]), Err(EncodingError::Length { given: 5, .. })));
    assert!(matches!(layout.gather(&[0; 4]), Err(EncodingError::Length { expected: 6, .. })));
}
