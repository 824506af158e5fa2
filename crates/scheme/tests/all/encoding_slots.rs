//! Encoding and decoding against the definition of slots.

use proptest::prelude::*;
use ringassay_ring::index::Index;
use ringassay_scheme::encoding::{Encoder, EncodingError, PlaintextRing};
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::reference::{Cyclotomic, Integers, numbers::mul_mod};

use crate::encoding_oracle::{Oracle, plaintexts};

const INDICES: [u64; 18] = [1, 3, 4, 5, 7, 8, 9, 15, 16, 31, 45, 63, 64, 91, 105, 121, 127, 255];
const PRIMES: [u64; 6] = [2, 3, 5, 17, 257, 65_537];

/// 60-bit primes of order 6 modulo 7, and of orders 2 and 1 modulo 1024.
const LARGE: [u64; 3] =
    [1_152_921_504_606_846_803, 1_152_921_504_606_844_417, 1_152_921_504_606_830_593];

/// All parameters of the tests, with all three ways of encoding and words of all sizes.
fn rings() -> impl Iterator<Item = PlaintextRing> {
    let small = INDICES.into_iter().flat_map(|m| {
        let powers = PRIMES.into_iter().flat_map(|p| (1..=3).map(move |r| (p, r)));
        powers.filter_map(move |(p, r)| plaintexts(m, p, r))
    });
    // Of 60 bits too: primes with one slot of all coefficients, with more slots than one sum holds products, with one
    // for each coefficient, and powers of primes.
    let others = [
        (1024, 12_289, 1),
        (7, 2, 8),
        (15, 2, 16),
        (21, 2, 23),
        (31, 2, 55),
        (9, 7, 5),
        (31, 2, 59),
        (9, 7, 21),
        (7, LARGE[0], 1),
        (1024, LARGE[1], 1),
        (1024, LARGE[2], 1),
    ];
    small.chain(others.into_iter().filter_map(|(m, p, r)| plaintexts(m, p, r)))
}

fn values(ring: &PlaintextRing, stream: &mut Stream) -> Vec<u64> {
    stream.residues(ring.slots().count(), ring.modulus())
}

/// Checks that a plaintext holds these values, at every unit of each slot's class if it is small.
fn assert_holds(oracle: &Oracle, encoder: &Encoder, plaintext: &[u64], values: &[u64]) {
    assert!(plaintext.iter().all(|&x| x < encoder.ring().modulus()));
    let slots = encoder.ring().slots();
    for (slot, &value) in values.iter().enumerate() {
        let units = slots.class(slot).take(if slots.count() < 20 { 3 } else { 1 });
        for unit in units {
            let found = oracle.powerful_value(plaintext, u64::from(unit));
            assert_eq!(Oracle::scalar(&found), Some(value), "{encoder:?}, slot {slot}");
        }
    }
}

#[test]
fn plaintexts_have_the_values_of_their_slots() {
    let mut stream = Stream::new(1);
    for ring in rings() {
        let encoder = Encoder::new(&ring).unwrap();
        let oracle = Oracle::new(&encoder);
        let top = vec![ring.modulus() - 1; ring.slots().count()];
        for values in [values(&ring, &mut stream), values(&ring, &mut stream), top] {
            let plaintext = encoder.encode(&values).unwrap();
            assert_holds(&oracle, &encoder, &plaintext, &values);
            assert_eq!(encoder.decode(&plaintext).unwrap(), values, "{encoder:?}");
        }
    }
}

/// One value alone, and fewer values than slots.
#[test]
fn every_slot_by_itself() {
    for ring in rings() {
        let encoder = Encoder::new(&ring).unwrap();
        let count = ring.slots().count();
        for slot in 0..count {
            let mut values = vec![0; slot + 1];
            values[slot] = ring.modulus() - 1;
            let plaintext = encoder.encode(&values).unwrap();
            values.resize(count, 0);
            assert_eq!(encoder.decode(&plaintext).unwrap(), values, "{encoder:?}");
        }
        let mask: Vec<bool> = (0..count).map(|slot| slot % 3 == 1).collect();
        let ones: Vec<u64> = mask.iter().map(|&one| u64::from(one)).collect();
        assert_eq!(encoder.encode_mask(&mask).unwrap(), encoder.encode(&ones).unwrap());
    }
}

#[test]
fn products_are_taken_slot_by_slot() {
    let mut stream = Stream::new(2);
    for ring in rings().filter(|ring| ring.index().degree() <= 128) {
        let encoder = Encoder::new(&ring).unwrap();
        let oracle = Oracle::new(&encoder);
        let (a, b) = (values(&ring, &mut stream), values(&ring, &mut stream));
        let [x, y] = [&a, &b].map(|v| oracle.ring.from_powerful(&encoder.encode(v).unwrap()));
        let product = oracle.ring.mul(&x, &y);
        for (slot, &unit) in ring.slots().units().iter().enumerate() {
            let expected = mul_mod(a[slot], b[slot], ring.modulus());
            let found = oracle.power_value(&product, u64::from(unit));
            assert_eq!(Oracle::scalar(&found), Some(expected), "{encoder:?}, slot {slot}");
        }
        // For prime powers the powerful basis is 1, X, …, so that the product can be decoded.
        if ring.index().factors().len() <= 1 {
            let expected: Vec<u64> =
                a.iter().zip(&b).map(|(a, b)| mul_mod(*a, *b, ring.modulus())).collect();
            assert_eq!(encoder.decode(&product).unwrap(), expected, "{encoder:?}");
        }
    }
}

/// Decoding says so exactly if a slot holds something else than an element of Z_t: for all elements
/// of small rings.
#[test]
fn all_elements_of_small_rings() {
    for (m, p, r) in [(7, 2, 1), (15, 2, 1), (9, 2, 1), (5, 3, 1), (7, 2, 2), (8, 3, 2), (4, 5, 2)]
    {
        let ring = plaintexts(m, p, r).unwrap();
        let encoder = Encoder::new(&ring).unwrap();
        let oracle = Oracle::new(&encoder);
        let (t, n) = (ring.modulus(), ring.index().degree());
        let mut scalars = 0;
        for number in 0..t.pow(n as u32) {
            let x: Vec<u64> = (0..n as u32).map(|i| number / t.pow(i) % t).collect();
            let value = |&unit: &u32| Oracle::scalar(&oracle.powerful_value(&x, u64::from(unit)));
            let expected: Option<Vec<u64>> = ring.slots().units().iter().map(value).collect();
            scalars += u64::from(expected.is_some());
            match (encoder.decode(&x), expected) {
                (Ok(found), Some(expected)) => assert_eq!(found, expected),
                (Err(error), None) => assert_eq!(error, EncodingError::NotScalar { modulus: t }),
                (found, expected) => panic!("{x:?}: {found:?}, not {expected:?}"),
            }
        }
        assert_eq!(scalars, t.pow(ring.slots().count() as u32));
    }
}

#[test]
fn one_wrong_coefficient_is_noticed() {
    for ring in rings().filter(|ring| ring.slots().degree() > 1) {
        let encoder = Encoder::new(&ring).unwrap();
        let mut plaintext = encoder.encode(&vec![1; ring.slots().count()]).unwrap();
        let exponents = Cyclotomic::new(Integers, ring.index().m()).powerful_exponents();
        for (at, e) in exponents.into_iter().enumerate() {
            let right = plaintext[at];
            plaintext[at] = (right + ring.modulus() - 1) % ring.modulus();
            // What the Frobenius map fixes are elements of Z_t in all slots.
            let m = ring.index().m();
            let fixed = (e * ((ring.prime() - 1) % m)).is_multiple_of(m);
            assert_eq!(encoder.decode(&plaintext).is_ok(), fixed, "{encoder:?}, coefficient {at}");
            plaintext[at] = right;
        }
    }
}

/// The rings of the HElib parameters: some slots against the definition, all by decoding.
#[test]
fn large_rings_of_bits() {
    let mut stream = Stream::new(3);
    for (m, slots) in [(5461, 378), (8191, 630), (13_981, 600), (15_709, 682), (21_845, 1024)] {
        let ring = plaintexts(m, 2, 1).unwrap();
        assert_eq!(ring.slots().count(), slots);
        let encoder = Encoder::new(&ring).unwrap();
        let values = values(&ring, &mut stream);
        let plaintext = encoder.encode(&values).unwrap();
        assert_eq!(encoder.decode(&plaintext).unwrap(), values);
        let oracle = Oracle::new(&encoder);
        for slot in (0..slots).step_by(slots / 7) {
            let unit = u64::from(ring.slots().units()[slot]);
            let found = oracle.powerful_value(&plaintext, unit);
            assert_eq!(Oracle::scalar(&found), Some(values[slot]), "m = {m}, slot {slot}");
        }
    }
}

/// Encodings are part of what two processes exchange: the factor must never change.
#[test]
fn the_choice_of_the_root_is_fixed() {
    let factor = |m, p, r| Encoder::new(&plaintexts(m, p, r).unwrap()).unwrap().factor().to_vec();
    assert_eq!(factor(7, 2, 1), [1, 1, 0, 1]);
    assert_eq!(factor(15, 2, 1), [1, 1, 0, 0, 1]);
    assert_eq!(factor(5, 3, 1), [1, 1, 1, 1, 1]);
    for (m, p) in [(31, 2), (45, 17), (91, 3), (127, 5), (8, 257), (64, 257)] {
        let base = factor(m, p, 2);
        for r in 2..=4 {
            let lifted = factor(m, p, r);
            assert!(lifted.iter().zip(&base).all(|(x, y)| x % (p * p) == *y), "{m}, {p}^{r}");
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let index = Index::new(15).unwrap();
    let modulus = |p, r| PlaintextRing::new(&index, p, r).unwrap_err();
    assert!(matches!(modulus(4, 1), EncodingError::Slots(_)));
    assert!(matches!(modulus(5, 1), EncodingError::Slots(_)));
    assert!(matches!(modulus(2, 0), EncodingError::Modulus { .. }));
    assert!(matches!(modulus(2, 63), EncodingError::Modulus { .. }));
    let ring = plaintexts(15, 2, 61).unwrap();
    assert!(matches!(Encoder::new(&ring), Err(EncodingError::Modulus { max_bits: 60, .. })));
    let ring = plaintexts(509, 2, 1).unwrap();
    assert!(matches!(Encoder::new(&ring), Err(EncodingError::Degree { degree: 508, .. })));
    let ring = plaintexts(65_535, 2, 40).unwrap();
    assert!(matches!(Encoder::new(&ring), Err(EncodingError::Memory { .. })));

    let encoder = Encoder::new(&plaintexts(15, 2, 1).unwrap()).unwrap();
    assert_eq!(encoder.encode(&[0; 3]), Err(EncodingError::TooMany { given: 3, slots: 2 }));
    let not_reduced = |position| EncodingError::NotReduced { position, value: 2, modulus: 2 };
    assert_eq!(encoder.encode(&[1, 2]), Err(not_reduced(1)));
    assert_eq!(encoder.decode(&[0, 0, 0, 2, 0, 0, 0, 0]), Err(not_reduced(3)));
    assert!(matches!(encoder.decode(&[0; 9]), Err(EncodingError::Length { given: 9, .. })));
    assert!(matches!(encoder.encode_into(&[1], &mut [0; 7]), Err(EncodingError::Length { .. })));
    assert!(matches!(
        encoder.decode_into(&[0; 8], &mut [0; 3]),
        Err(EncodingError::Length { given: 3, expected: 2, .. })
    ));
}

proptest! {
    /// Any index, prime and power: encoding is linear and holds the values.
    #[test]
    fn any_parameters(m in 1u64..80, p in 0usize..8, r in 1u32..4, seed: u64) {
        prop_assume!(m % 4 != 2);
        let p = [2, 3, 5, 7, 11, 13, 31, 127][p];
        prop_assume!(m % p != 0);
        let ring = plaintexts(m, p, r).unwrap();
        let t = ring.modulus();
        let encoder = Encoder::new(&ring).unwrap();
        let oracle = Oracle::new(&encoder);
        let mut stream = Stream::new(seed);
        let (a, b) = (values(&ring, &mut stream), values(&ring, &mut stream));
        let sum = |x: &[u64], y: &[u64]| -> Vec<u64> {
            x.iter().zip(y).map(|(x, y)| (x + y) % t).collect()
        };
        let [x, y] = [&a, &b].map(|values| encoder.encode(values).unwrap());
        prop_assert_eq!(encoder.decode(&sum(&x, &y)).unwrap(), sum(&a, &b));
        assert_holds(&oracle, &encoder, &x, &a);
    }
}
