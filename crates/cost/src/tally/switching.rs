//! Rotations of what is decomposed: see [`ringassay_ring::gadget`].

use ringassay_ring::{
    Crt, ElementError,
    gadget::IMAGE_PADDING,
    recorder::{Kernel, Recording},
    rns::RnsError,
};
use ringassay_scheme::ring::{Rotation, Switching};

use super::{TallyElement, TallyRing, TallyTable};

/// Two components.
type Pair = [TallyElement<Crt>; 2];

impl TallyElement<Crt> {
    /// The image of inner products under an automorphism, added to `onto` if there is one.
    pub(super) fn rotated_products(
        &self,
        switching: &Switching<'_, TallyRing>,
        tables: [&TallyTable; 2],
        first: &Self,
        k: u32,
        onto: Option<Pair>,
    ) -> Result<Pair, ElementError> {
        let Switching { gadget, target, limbs, which } = *switching;
        gadget.fits(self, target)?;
        let count = gadget.count();
        for table in tables {
            table.covers(target, count, limbs, which)?;
        }
        for x in onto.iter().flatten().chain([first]) {
            x.ring().same(target)?;
        }
        is_unit(target, k)?;
        let secret = self.is_secret() || first.is_secret();
        let adds = onto.is_some();
        let recording = &mut *target.open();
        target.permutes(recording, k);
        let working = gadget.begin(self, target, recording);
        let mut sums = match onto {
            Some(sums) => sums,
            None => [0, 1].map(|_| Self::new(target, recording, secret)),
        };
        let secret = sums.iter().fold(secret, |secret, sum| secret || sum.is_secret());
        sums.iter_mut().for_each(|sum| sum.set_secret(secret));
        first.visit(recording);
        let bytes = (count + 3) * target.row_bytes();
        let terms = count as u32;
        for limb in 0..target.limbs() {
            target.take(recording, bytes);
            gadget.make_rows(self, target, limb, false, recording);
            recording.ran(target.call(Kernel::InnerProduct { terms }, limb), 2);
            recording.ran(target.call(Kernel::Add, limb), 1);
            for _ in 0..2 {
                recording.ran(target.call(Kernel::Gather, limb), 1);
                if adds {
                    recording.ran(target.call(Kernel::Add, limb), 1);
                }
            }
            target.give(recording, bytes, secret);
        }
        for (table, sum) in tables.iter().zip(&sums) {
            table.read(target, count, recording);
            sum.visit(recording);
        }
        gadget.end(self, target, working, recording);
        Ok(sums)
    }

    /// Sums of products of images with constants.
    pub(super) fn rotated_sums(
        [c0, c1]: [&Self; 2],
        switching: &Switching<'_, TallyRing>,
        factors: &[u64],
        rotations: &[Rotation<'_, TallyRing>],
        sums: &[(&TallyTable, &[usize])],
    ) -> Result<Vec<Pair>, ElementError> {
        let Switching { gadget, target, limbs, which } = *switching;
        ElementError::check_factors(factors, c0.ring().moduli())?;
        target.has_moduli(gadget.target().moduli())?;
        for c in [c0, c1] {
            c.ring().has_moduli(gadget.source())?;
            c.ring().same_index(target)?;
        }
        for table in rotations.iter().flatten().flat_map(|(tables, _)| tables) {
            table.covers(target, gadget.count(), limbs, which)?;
        }
        sums.iter().try_for_each(|sum| check_sum(target, *sum, rotations.len()))?;
        rotations.iter().flatten().try_for_each(|&(_, k)| is_unit(target, k))?;
        let secret = c0.is_secret() || c1.is_secret();
        let recording = &mut *target.open();
        for &(_, k) in rotations.iter().flatten() {
            target.permutes(recording, k);
        }
        let switches = rotations.iter().any(Option::is_some);
        let working = switches.then(|| gadget.begin(c1, target, recording));
        let pair = |_: &_| [0, 1].map(|_| Self::new(target, recording, secret));
        let results: Vec<Pair> = sums.iter().map(pair).collect();
        let images = 2 * rotations.len() * (target.row_bytes() + 8 * IMAGE_PADDING);
        for limb in 0..target.limbs() {
            target.take(recording, images);
            images_of_limb([c0, c1], switching, rotations, limb, secret, recording);
            for (_, pairs) in sums {
                let terms = pairs.len() as u32;
                recording.ran(target.call(Kernel::InnerProduct { terms }, limb), 2);
            }
            target.give(recording, images, secret && images > 0);
        }
        c0.visit(recording);
        for table in rotations.iter().flatten().flat_map(|(tables, _)| tables) {
            table.read(target, gadget.count(), recording);
        }
        for ((table, pairs), result) in sums.iter().zip(&results) {
            table.read(target, pairs.len(), recording);
            result.iter().for_each(|sum| sum.visit(recording));
        }
        if let Some(working) = working {
            gadget.end(c1, target, working, recording);
        }
        Ok(results)
    }
}

fn images_of_limb(
    [c0, c1]: [&TallyElement<Crt>; 2],
    switching: &Switching<'_, TallyRing>,
    rotations: &[Rotation<'_, TallyRing>],
    limb: usize,
    secret: bool,
    recording: &mut Recording,
) {
    let Switching { gadget, target, .. } = *switching;
    let is_own = limb < c0.ring().limbs();
    let raised = 4 * target.row_bytes();
    target.take(recording, raised);
    let components = if rotations.iter().any(Option::is_none) { 2 } else { 1 };
    if is_own {
        recording.ran(target.call(Kernel::Scale, limb), components);
    } else {
        target.rows(recording, Kernel::Clear, components);
    }
    let switches = rotations.iter().any(Option::is_some);
    let digits = if switches { gadget.count() * target.row_bytes() } else { 0 };
    target.take(recording, digits);
    if switches {
        gadget.make_rows(c1, target, limb, false, recording);
    }
    let terms = gadget.count() as u32;
    for rotation in rotations {
        if rotation.is_none() {
            target.rows(recording, Kernel::Copy, 2);
            continue;
        }
        recording.ran(target.call(Kernel::InnerProduct { terms }, limb), 2);
        if is_own {
            recording.ran(target.call(Kernel::Add, limb), 1);
        }
        recording.ran(target.call(Kernel::Gather, limb), 2);
    }
    target.give(recording, digits, secret && digits > 0);
    target.give(recording, raised, secret);
}

fn check_sum(
    target: &TallyRing,
    (table, images): (&TallyTable, &[usize]),
    count: usize,
) -> Result<(), ElementError> {
    let all: Vec<usize> = (0..table.count()).collect();
    let own: Vec<usize> = (0..target.limbs()).collect();
    table.covers(target, images.len(), &own, &all[..images.len().min(all.len())])?;
    if images.len() != all.len() || images.iter().any(|&image| image >= count) {
        let (given, expected) = (images.len(), all.len());
        return Err(RnsError::DigitCount { given, expected }.into());
    }
    Ok(())
}

pub(super) fn is_unit(ring: &TallyRing, k: u32) -> Result<(), ElementError> {
    if ring.index().is_unit(u64::from(k)) {
        return Ok(());
    }
    Err(ElementError::NotUnit { k: k.into(), m: ring.index().m() })
}
