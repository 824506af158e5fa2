//! Gadgets against big integers: the digits are those of the definition, within their range, and
//! add up to x, or P·x; for every number of small bases, and for extreme and scattered ones of real
//! sizes, on every backend.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use proptest::prelude::*;
use ringassay_kernels::Backend;
use ringassay_ring::{
    gadget::{BaseGadget, Digits, Gadget, RnsGadget},
    rns::{Lift, Limbs, Moduli, RnsError},
};

use crate::rns_oracle::{Matrix, all, centred, primes, product, residue, samples, zqs};

/// The digits of each number as integers, after checking that each is the same integer modulo every
/// target modulus, within its bound, and that `recompose_into` and big integers agree on the law.
fn digits(gadget: &dyn Gadget, numbers: &[BigInt]) -> Vec<Vec<BigInt>> {
    let values = |zqs: &[ringassay_kernels::Zq]| zqs.iter().map(|zq| zq.q()).collect::<Vec<_>>();
    let (source, target) = (values(gadget.source()), values(gadget.target()));
    let x = Matrix::of(numbers, &source);
    let size = target.len() * x.stride;
    let mut words = vec![u64::MAX; gadget.digits() * size];
    gadget.decompose_into(
        &mut Digits::new(&mut words, target.len(), x.stride, numbers.len()),
        x.limbs(),
    );

    let basis = Moduli::new(gadget.target()).expect("coprime");
    let lift = Lift::new(&basis);
    let digits: Vec<Limbs<'_>> =
        words.chunks_exact(size).map(|words| Limbs::new(words, x.stride, numbers.len())).collect();
    let integers: Vec<Vec<BigInt>> = digits.iter().map(|&digit| lift.lift_big(digit)).collect();
    let mut sum = Matrix::unset(target.len(), numbers.len());
    gadget.recompose_into(sum.limbs_mut(), &digits);
    let modulus = product(&target);
    let elements: Vec<BigInt> = (0..gadget.digits())
        .map(|j| {
            let column: Vec<u64> = gadget.element(j).to_vec();
            lift.lift_big(Limbs::new(&column, 1, 1)).remove(0)
        })
        .collect();
    let factor = BigInt::from(gadget.factor().clone());
    let each = |column: usize| {
        let digits: Vec<BigInt> = integers.iter().map(|digit| digit[column].clone()).collect();
        for (j, digit) in digits.iter().enumerate() {
            assert!(
                *digit.magnitude() <= gadget.bound(j),
                "digit {j} of {} is {digit}",
                numbers[column]
            );
        }
        let law: BigInt =
            digits.iter().zip(&elements).map(|(digit, element)| digit * element).sum();
        let expected = &numbers[column] * &factor;
        assert_eq!(centred(&law, &modulus), centred(&expected, &modulus), "{}", numbers[column]);
        let expected: Vec<u64> = target.iter().map(|&q| residue(&expected, q)).collect();
        assert_eq!(sum.column(column), expected, "recomposition of {}", numbers[column]);
        digits
    };
    (0..numbers.len()).map(each).collect()
}

/// Balanced digits one after the other, by divisions; the last is what is left.
fn by_division(x: &BigInt, bits: u32, count: usize) -> Vec<BigInt> {
    let w = BigInt::from(1) << bits;
    let half: BigInt = &w / 2;
    let mut rest = x.clone();
    let mut digits: Vec<BigInt> = (1..count)
        .map(|_| {
            let digit = (&rest + &half).mod_floor(&w) - &half;
            rest = (&rest - &digit) / &w;
            digit
        })
        .collect();
    digits.push(rest);
    digits
}

fn check_base(moduli: &[u64], bits: u32, numbers: &[BigInt], backend: Backend) {
    let basis = Moduli::new(&zqs(moduli, backend)).expect("coprime");
    let gadget = BaseGadget::new(&basis, bits).expect("a size");
    let count = gadget.digits();
    for (number, digits) in numbers.iter().zip(digits(&gadget, numbers)) {
        assert_eq!(
            digits,
            by_division(number, bits, count),
            "{number} in base 2^{bits} on {backend}"
        );
    }
}

#[test]
fn base_digits() {
    for backend in Backend::available() {
        for moduli in [&[2][..], &[3], &[17], &[5, 7], &[4, 9, 5], &[3, 5, 7, 11]] {
            for bits in [1, 2, 3, 5, 12] {
                check_base(moduli, bits, &all(moduli), backend);
            }
        }
        let narrow = primes(50, 5, &[]);
        let mixed = [primes(61, 1, &[]), primes(45, 2, &[]), primes(30, 1, &[])].concat();
        for moduli in [&narrow[..1], &narrow, &mixed] {
            let numbers = samples(moduli, &(BigInt::from(1) << 40), 550, 1);
            for bits in [1, 8, 16, 31, 47, 49, 50, 60] {
                check_base(moduli, bits, &numbers, backend);
            }
        }
    }
}

/// Known: with base 4, -2 ≤ digit < 2 but for the last, ≤ 2.
#[test]
fn the_least_number_of_base_digits() {
    let count = |q: u64, bits| {
        let basis = Moduli::new(&zqs(&[q], Backend::Portable)).expect("a modulus");
        BaseGadget::new(&basis, bits).expect("a size").digits()
    };
    // One digit reaches from -2 to 2; two from -2·4-2 to 2·4+1.
    assert_eq!([count(5, 2), count(7, 2), count(19, 2), count(21, 2)], [1, 2, 2, 3]);
    // Base 2: one digit from -1 to 1; two from -3 to 2; three from -7 to 4.
    assert_eq!([count(3, 1), count(5, 1), count(7, 1), count(9, 1), count(11, 1)], [1, 2, 3, 3, 4]);
}

fn check_groups(q: &[u64], p: &[u64], group: usize, numbers: &[BigInt], backend: Backend) {
    // Special moduli last, and first.
    let orders = [([q, p].concat(), 0), ([p, q].concat(), p.len())];
    for (target, start) in orders {
        let gadget = RnsGadget::new(&zqs(&target, backend), start..start + q.len(), group);
        check_group_gadget(&gadget.expect("coprime"), q, p, group, start, numbers);
    }
}

fn check_group_gadget(
    gadget: &RnsGadget,
    q: &[u64],
    p: &[u64],
    group: usize,
    start: usize,
    numbers: &[BigInt],
) {
    assert_eq!(gadget.digits(), q.len().div_ceil(group));
    assert_eq!(gadget.factor(), product(p).magnitude());
    let groups: Vec<BigInt> = q.chunks(group).map(product).collect();
    for (j, modulus) in groups.iter().enumerate() {
        assert_eq!(gadget.bound(j), modulus.magnitude() / 2_u8);
        let limbs = start + j * group..start + q.len().min((j + 1) * group);
        assert_eq!(gadget.shared(j), (limbs, j * group));
    }
    for (number, digits) in numbers.iter().zip(digits(gadget, numbers)) {
        let expected: Vec<BigInt> = groups.iter().map(|modulus| centred(number, modulus)).collect();
        assert_eq!(digits, expected, "{number} modulo groups of {group} of {q:?}");
    }
}

#[test]
fn rns_and_hybrid_digits() {
    for backend in Backend::available() {
        for q in [&[3][..], &[5, 7], &[4, 9, 5], &[3, 5, 7, 11]] {
            for group in 1..=q.len() {
                check_groups(q, &[], group, &all(q), backend);
                check_groups(q, &[13, 17], group, &all(q), backend);
            }
        }
        let narrow = primes(50, 9, &[]);
        let wide = primes(61, 5, &[]);
        for (q, p) in
            [(&narrow[..7], &narrow[7..]), (&wide[..3], &wide[3..]), (&narrow[..4], &wide[..1])]
        {
            for group in [1, 2, 3] {
                let numbers = samples(q, &product(&q[..group]), 600, 2);
                check_groups(q, &[], group, &numbers, backend);
                check_groups(q, p, group, &numbers, backend);
            }
        }
    }
}

#[test]
fn what_is_no_gadget_is_refused() {
    let zqs = |values: &[u64]| zqs(values, Backend::Portable);
    assert_eq!(RnsGadget::new(&zqs(&[5]), 0..1, 0).err(), Some(RnsError::EmptyDigits));
    assert_eq!(RnsGadget::new(&zqs(&[5]), 1..1, 1).err(), Some(RnsError::NoModuli));
    let shared = Some(RnsError::NotCoprime(5, 15));
    assert_eq!(RnsGadget::new(&zqs(&[5, 7, 15]), 0..2, 1).err(), shared);
    let basis = Moduli::new(&zqs(&[5])).expect("a modulus");
    assert_eq!(BaseGadget::new(&basis, 0).err(), Some(RnsError::DigitBits(0)));
    assert_eq!(BaseGadget::new(&basis, 61).err(), Some(RnsError::DigitBits(61)));
}

proptest! {
    /// The law of each gadget, for any sizes.
    #[test]
    fn digits_add_up(seed: u64, limbs in 1..6_usize, special in 0..3_usize, group in 1..4_usize, bits in 1..=60_u32) {
        let all = primes(48, limbs + special, &[]);
        let q = &all[..limbs];
        let backend = Backend::chosen().expect("a backend");
        let numbers = samples(q, &BigInt::from(q[0]), 10, seed);
        let rns = RnsGadget::new(&zqs(&all, backend), 0..limbs, group).expect("coprime");
        let base = BaseGadget::new(&Moduli::new(&zqs(q, backend)).expect("coprime"), bits).expect("a size");
        digits(&rns, &numbers);
        digits(&base, &numbers);
        prop_assert_eq!(base.bound(0), BigUint::from(1_u8) << (bits - 1));
    }
}
