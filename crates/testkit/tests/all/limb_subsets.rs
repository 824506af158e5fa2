//! Operations between subsets of limbs: changes of modulus, and inner products of digits with
//! tables. Every backend, rings with and without fast transforms.

use ringassay_kernels::Backend;
use ringassay_ring::gadget::{DigitTable, RnsGadget};
use ringassay_ring::index::Index;
use ringassay_ring::rns::{RnsError, Switch};
use ringassay_ring::{Crt, Element, ElementError, RnsRing};
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::inner_product::{self, Choice};
use ringassay_testkit::laws::{Limbs, Subsets, Switching, switch};
use ringassay_testkit::reference::numbers::primes_one_mod;
use ringassay_testkit::subjects::RingSubject;

use crate::common::on_every_backend;

/// Groups of limbs, special limbs, elements of the table.
type Case<'a> = (&'a [Vec<usize>], &'a [usize], &'a [usize]);

const INDICES: [u64; 4] = [1, 7, 45, 1024];

/// The largest primes ≡ 1 mod m of these sizes; none occurs twice.
fn primes(m: u64, bits: &[u32]) -> Vec<u64> {
    let prime = |(i, &bits): (usize, &u32)| primes_one_mod(m, 1 << bits).nth(i).unwrap();
    bits.iter().enumerate().map(prime).collect()
}

fn ring(m: u64, bits: &[u32], backend: Backend) -> RingSubject {
    RingSubject::new(&Index::new(m).unwrap(), &primes(m, bits), backend).unwrap()
}

/// Narrow and wide primes, of very different sizes.
const SIZES: [&[u32]; 2] = [&[50, 25, 50, 37, 50, 49], &[62, 20, 50, 61, 33, 62]];

#[test]
fn switches_are_those_of_integers() {
    // Nested, from the front and from the back; with new limbs, more of them than go, and in
    // another order; to what has nothing in common.
    let cases: [(&[usize], &[usize]); 9] = [
        (&[0, 1, 2, 3, 4, 5], &[0, 1, 2, 3, 4]),
        (&[0, 1, 2, 3], &[0]),
        (&[0, 1, 2], &[1, 2]),
        (&[0, 1, 2, 3, 4, 5], &[4, 1]),
        (&[0, 2, 4], &[0, 1]),
        (&[5, 2], &[0, 1, 2, 3]),
        (&[3, 1, 0], &[0, 5, 1]),
        (&[2], &[4]),
        (&[0, 1], &[3, 4, 5]),
    ];
    on_every_backend(|backend| {
        let mut stream = Stream::new(11);
        for m in INDICES {
            for bits in SIZES {
                let ring = ring(m, bits, backend);
                for case in cases {
                    for t in [1, 2, 5, 65_537] {
                        switch::suite(&ring, case, t, &mut stream)
                            .unwrap_or_else(|v| panic!("{v}"));
                    }
                }
            }
        }
    });
}

#[test]
fn inner_products_are_those_of_digits() {
    let groups: [Case<'_>; 5] = [
        // One limb each, all elements in their order, without and with special limbs.
        (&[vec![0], vec![1], vec![2]], &[], &[0, 1, 2]),
        (&[vec![0], vec![1], vec![2], vec![3]], &[4, 5], &[0, 1, 2, 3]),
        // Groups of different lengths.
        (&[vec![0, 1, 2], vec![3, 4]], &[5], &[2, 0]),
        // Limbs and elements left out, as at lower levels.
        (&[vec![0], vec![2, 3]], &[5], &[0, 3]),
        (&[vec![4, 1]], &[5, 0], &[3]),
    ];
    on_every_backend(|backend| {
        let mut stream = Stream::new(12);
        for m in INDICES {
            for bits in SIZES {
                let ring = ring(m, bits, backend);
                for (groups, special, elements) in groups {
                    let choice = Choice { groups, special, elements };
                    inner_product::suite(&ring, &choice, 4, &mut stream)
                        .unwrap_or_else(|v| panic!("{v}"));
                }
            }
        }
    });
}

/// A switch that rounds without regard to t, and one that forgets to multiply by N.
struct Faulty(RingSubject, fn(u64) -> u64, bool);

impl Subsets for Faulty {
    fn subject(&self) -> String {
        "a planted fault".into()
    }
    fn m(&self) -> u64 {
        Subsets::m(&self.0)
    }
    fn moduli(&self) -> Vec<u64> {
        Subsets::moduli(&self.0)
    }
}

impl Switching for Faulty {
    fn pick(&self, x: &Limbs, limbs: &[usize]) -> Limbs {
        let mut limbs = limbs.to_vec();
        if self.2 {
            limbs.sort_unstable();
        }
        self.0.pick(x, &limbs)
    }
    fn switch(&self, x: &Limbs, from: &[usize], to: &[usize], t: u64) -> Limbs {
        self.0.switch(x, from, to, self.1(t))
    }
    fn message_factor(&self, from: &[usize], to: &[usize], t: u64) -> u64 {
        self.0.message_factor(from, to, t)
    }
}

#[test]
fn planted_faults_are_found() {
    let subject = || ring(7, SIZES[0], Backend::Portable);
    let law = |fault: &Faulty| {
        let cases: (&[usize], &[usize]) = (&[0, 1, 2], &[2, 0]);
        switch::suite(fault, cases, 5, &mut Stream::new(1)).map_err(|v| v.law)
    };
    assert_eq!(law(&Faulty(subject(), |t| t, false)), Ok(()));
    assert_eq!(law(&Faulty(subject(), |_| 1, false)), Err("switched to (N·x - e)/G"));
    assert_eq!(law(&Faulty(subject(), |t| t, true)), Err("picked limbs in the given order"));
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let RingSubject { ring } = ring(7, &[50, 40, 30, 45], Backend::Portable);
    let q = ring.moduli().to_vec();
    let other = RnsRing::new(&Index::new(9).unwrap(), &primes(63, &[50])).unwrap();
    let x = |limbs: &[usize]| Element::<Crt>::constant(&ring.pick(limbs), 3);

    // Switches.
    assert_eq!(Switch::new(&ring, &[0, 1], &[1, 0, 2], 2).err(), Some(RnsError::NoModuli));
    let common = Switch::new(&ring, &[0, 1], &[0], 3 * q[1]).err();
    let (plaintext, modulus) = (3 * q[1], q[1]);
    assert_eq!(common, Some(RnsError::PlaintextNotCoprime { plaintext, modulus }));
    assert_eq!(Switch::new(&ring, &[0, 1], &[0], 0).err(), Some(RnsError::NoPlaintext));
    let switch = Switch::new(&ring, &[0, 1, 2], &[2, 3], 2).unwrap();
    assert_eq!((switch.gone(), switch.new_limbs()), (2, 1));
    for foreign in [&[0, 1][..], &[0, 2, 1], &[0, 1, 2, 3]] {
        let refused = x(foreign).switch(&switch);
        assert!(matches!(refused, Err(ElementError::DifferentRings { .. })), "{foreign:?}");
    }

    // Limbs.
    for (limbs, of) in [(&[0, 1][..], &[1, 0][..]), (&[0], &[0, 1]), (&[7], &[0])] {
        let refused = x(&[0, 1, 2]).pick_limbs(&ring.pick(of), limbs);
        assert!(matches!(refused, Err(ElementError::DifferentRings { .. })), "{limbs:?}");
    }

    // Gadgets, digits and tables.
    let zqs = ring.zqs();
    #[allow(clippy::single_range_in_vec_init)] // One group of limbs.
    let refused = [&[][..], &[0..1, 1..1, 1..3], &[0..1, 2..3], &[0..2], &[1..3], &[0..4]];
    for groups in refused {
        let refused = RnsGadget::grouped(&zqs, 0..3, groups).err();
        assert_eq!(refused, Some(RnsError::EmptyDigits), "{groups:?}");
    }
    let gadget = RnsGadget::grouped(&zqs, 0..3, &[0..1, 1..3]).unwrap();
    assert!(matches!(x(&[0, 1]).digits(&gadget, &ring), Err(RnsError::OtherModuli { .. })));
    let fewer = ring.pick(&[0, 1, 2]);
    assert!(matches!(x(&[0, 1, 2]).digits(&gadget, &fewer), Err(RnsError::OtherModuli { .. })));
    let digits = x(&[0, 1, 2]).digits(&gadget, &ring).unwrap();
    assert_eq!(DigitTable::new(&[]).err(), Some(RnsError::DigitCount { given: 0, expected: 1 }));
    let mixed = [x(&[0, 1, 2, 3]), x(&[0, 1, 2])];
    assert!(matches!(DigitTable::new(&mixed), Err(RnsError::OtherModuli { .. })));
    let foreign = [Element::constant(&other, 1), Element::constant(&other, 2)];
    let foreign = DigitTable::new(&foreign).unwrap();
    let all = [0, 1, 2, 3];
    let refused = digits.inner_product(&foreign, &all, &[0, 1]);
    assert_eq!(refused.err(), Some(RnsError::OtherIndex { left: 7, right: 9 }));
    let table = DigitTable::new(&[x(&all), x(&all)]).unwrap();
    assert!(digits.inner_product(&table, &all, &[1, 0]).is_ok());
    for wrong in [&[0][..], &[0, 1, 1], &[0, 2]] {
        let refused = digits.inner_product(&table, &all, wrong);
        assert!(matches!(refused, Err(RnsError::DigitCount { .. })), "{wrong:?}");
    }
    for wrong in [&[0, 1, 2][..], &[0, 1, 3, 2], &[0, 1, 2, 4]] {
        let refused = digits.inner_product(&table, wrong, &[0, 1]);
        assert!(matches!(refused, Err(RnsError::OtherModuli { .. })), "{wrong:?}");
    }
    assert_eq!(table.element(2).err(), Some(RnsError::DigitCount { given: 2, expected: 2 }));
}
