//! Gadgets: every backend, digits of all widths, groups of limbs, with and without special moduli.

use ringassay_kernels::{Backend, Zq};
use ringassay_ring::gadget::{BaseGadget, RnsGadget};
use ringassay_ring::rns::Moduli;
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::gadget;
use ringassay_testkit::reference::numbers::primes_one_mod;
use ringassay_testkit::subjects::GadgetSubject;

use crate::common::on_every_backend;

/// The i-th modulus is the i-th prime below 2^bits, so that none occurs twice.
fn zqs(bits: &[u32], backend: Backend) -> Vec<Zq> {
    let prime = |(i, &bits): (usize, &u32)| primes_one_mod(8, 1 << bits).nth(i).unwrap();
    let zq = |q| Zq::with_backend(q, backend).unwrap();
    bits.iter().enumerate().map(prime).map(zq).collect()
}

#[test]
fn digits_to_a_base() {
    on_every_backend(|backend| {
        let mut stream = Stream::new(5);
        for moduli in
            [&[20][..], &[31], &[50], &[62], &[30, 31], &[50, 50, 49], &[62, 50], &[50; 8]]
        {
            let moduli = Moduli::new(&zqs(moduli, backend)).unwrap();
            for bits in [1, 2, 3, 7, 16, 30, 50, 60] {
                // The digits are read off residues: they have to be determined by them.
                if moduli.product().bits() <= u64::from(bits) {
                    continue;
                }
                let subject = GadgetSubject { gadget: BaseGadget::new(&moduli, bits).unwrap() };
                gadget::suite(&subject, 64, &mut stream).unwrap_or_else(|v| panic!("{bits}: {v}"));
            }
        }
    });
}

#[test]
fn groups_of_limbs() {
    on_every_backend(|backend| {
        let mut stream = Stream::new(6);
        let cases: [(&[u32], &[u32]); 6] = [
            (&[30], &[]),
            (&[50, 50, 50], &[]),
            (&[50, 49, 48, 47, 46], &[45, 44]),
            (&[31, 62, 50], &[61]),
            (&[62; 4], &[62, 62]),
            (&[40; 7], &[50, 50, 50]),
        ];
        for (moduli, special) in cases {
            // Special moduli behind the others, before them, and on both sides.
            let (count, half) = (moduli.len(), special.len() / 2);
            for before in [0, half, special.len()] {
                let bits = [&special[..before], moduli, &special[before..]].concat();
                let target = zqs(&bits, backend);
                for limbs in 1..=count {
                    let gadget = RnsGadget::new(&target, before..before + count, limbs).unwrap();
                    let subject = GadgetSubject { gadget };
                    gadget::suite(&subject, 64, &mut stream).unwrap_or_else(|v| panic!("{v}"));
                }
            }
        }
    });
}

#[test]
fn groups_of_unequal_length() {
    on_every_backend(|backend| {
        let mut stream = Stream::new(7);
        let bits: [&[u32]; 2] = [&[50, 50, 49, 25, 37, 50], &[62, 20, 61, 62, 33, 62]];
        for target in bits.map(|bits| zqs(bits, backend)) {
            for (source, groups) in [
                (0..4, vec![0..1, 1..3, 3..4]),
                (0..4, vec![0..3, 3..4]),
                (1..6, vec![1..2, 2..5, 5..6]),
                (0..6, vec![0..2, 2..3, 3..6]),
            ] {
                let gadget = RnsGadget::grouped(&target, source, &groups).unwrap();
                let subject = GadgetSubject { gadget };
                gadget::suite(&subject, 64, &mut stream).unwrap_or_else(|v| panic!("{v}"));
            }
        }
    });
}
