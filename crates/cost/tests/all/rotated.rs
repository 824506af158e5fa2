//! Rotations of what is decomposed, and phases, alone on both rings.

use ringassay_ring::{Crt, sample::Seed};
use ringassay_scheme::{
    Error, Fused, Ring,
    ring::{Rotation, Switching},
};

use crate::common::{agree, both, many_rings, ring};

fn seed() -> Seed {
    Seed::from_bytes([7; 32])
}

/// Limbs of Q, and of a digit; the others are P's.
struct Rotated {
    own: usize,
    digit: usize,
    /// Names a limb that there is not.
    is_foreign: bool,
}

impl crate::common::Program for Rotated {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let target = &rings[0];
        let all: Vec<usize> = (0..target.moduli().len()).collect();
        let source = target.pick(&all[..self.own]);
        let groups: Vec<_> =
            (0..self.own).step_by(self.digit).map(|i| i..self.own.min(i + self.digit)).collect();
        let gadget = target.gadget(&groups)?;
        let which: Vec<usize> = (0..groups.len()).rev().collect();
        let limbs = if self.is_foreign { vec![0; all.len()] } else { all.clone() };
        let switching = Switching { gadget: &gadget, target, limbs: &limbs, which: &which };
        phase("tables");
        let element = || target.uniform(&seed());
        let table = |count: usize| R::table(&(0..count).map(|_| element()).collect::<Vec<_>>());
        let keys = [
            [table(groups.len())?, table(groups.len())?],
            [table(groups.len())?, table(groups.len())?],
        ];
        let constants = [table(1)?, table(3)?];
        let x = R::pick_limbs(&element(), &source, &all[..self.own])?;
        phase("rotated product");
        let first = element();
        let key = |i: usize| [&keys[i][0], &keys[i][1]];
        // Units of every index.
        let (k, other) = (11, 17);
        let image = R::Fused::rotated_products(&x, &switching, key(0), &first, k, None)?;
        phase("another, onto it");
        let image = R::Fused::rotated_products(&x, &switching, key(1), &first, other, Some(image))?;
        if self.own < all.len() {
            let switch = target.switch_between(&all, &all[..self.own], 257)?;
            phase("image of a switch");
            let sum = R::Fused::switch_image(&first, &switch, Some(&x), None)?;
            drop(R::Fused::switch_image(&first, &switch, Some(&sum), Some(k))?);
            drop(R::Fused::switch_image(&first, &switch, None, Some(other))?);
            phase("of another sum");
            drop(R::Fused::switch_image(&first, &switch, Some(&first), None).err());
        }
        phase("rotated sums");
        let factors: Vec<u64> = source.moduli().iter().map(|q| q - 1).collect();
        let rotations: [Rotation<'_, R>; 3] = [None, Some((key(0), k)), Some((key(1), other))];
        let sums: [(&R::Table, &[usize]); 2] = [(&constants[0], &[1]), (&constants[1], &[0, 2, 2])];
        let results = R::Fused::rotated_sums([&x, &x], &switching, &factors, &rotations, &sums)?;
        drop(results);
        phase("rotations only");
        let results =
            R::Fused::rotated_sums([&x, &x], &switching, &factors, &rotations[1..], &sums[..1]);
        drop(results.err());
        phase("without a rotation");
        let sums: [(&R::Table, &[usize]); 1] = [(&constants[0], &[0])];
        R::Fused::rotated_sums([&x, &x], &switching, &factors, &rotations[..1], &sums)?;
        phase("images that there are not");
        let results = R::Fused::rotated_sums(
            [&x, &x],
            &switching,
            &factors,
            &rotations,
            &[(&constants[0], &[3])],
        );
        drop(image);
        results.map(drop)
    }
}

struct Phases;

impl crate::common::Program for Phases {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let ring = &rings[0];
        let x: Vec<R::Element<Crt>> = (0..3).map(|_| ring.uniform(&seed())).collect();
        let last = ring.moduli().len() - 1;
        for limbs in [vec![0], vec![last], (0..=last).rev().collect()] {
            let own = ring.pick(&limbs);
            for count in 0..=x.len() {
                phase(&format!("{count} parts, limbs {limbs:?}"));
                R::Fused::evaluate(&x[..count], &x[0], &own, [&limbs, &limbs])?;
            }
        }
        Ok(())
    }
}

#[test]
fn phases_agree() {
    many_rings().into_iter().for_each(|ring| drop(agree(&[ring], &Phases)));
}

#[test]
fn rotations_agree() {
    let cases: [(u64, &[u32], usize, usize); 5] = [
        (1024, &[45, 45, 45, 30], 3, 1),
        (1024, &[55, 40, 58, 57, 33], 3, 2),
        (1728, &[40, 45], 1, 1),
        (91, &[30, 30, 30, 30, 30, 25], 6, 3),
        (127, &[40, 60], 1, 1),
    ];
    for (m, bits, own, digit) in cases {
        // All but the last is right, and that refused by both.
        for is_foreign in [false, true] {
            both(&[ring(m, bits)], &Rotated { own, digit, is_foreign });
        }
    }
}
