//! Fused operations, in shapes: what the computing ring does for each (see [`ringassay_ring::gadget`]).

use ringassay_ring::{
    Basis, Crt, ElementError, Powerful,
    gadget::IMAGE_PADDING,
    recorder::{Kernel, Recording},
    rns::RnsError,
};
use ringassay_scheme::{
    Error, Ring,
    ring::{Fresh, Fused, Rotation, Switching},
};

use super::{TallyDigits, TallyElement, TallyRing, TallySwitch, TallyTable};

/// Two components.
type Pair = [TallyElement<Crt>; 2];

impl Fused<Self> for TallyRing {
    fn add<B: Basis>(x: &TallyElement<B>, y: &TallyElement<B>) -> Result<TallyElement<B>, Error> {
        Ok(x.combined([y], Kernel::Add)?)
    }

    fn sub<B: Basis>(x: &TallyElement<B>, y: &TallyElement<B>) -> Result<TallyElement<B>, Error> {
        Ok(x.combined([y], Kernel::Sub)?)
    }

    fn mul(x: &TallyElement<Crt>, y: &TallyElement<Crt>) -> Result<TallyElement<Crt>, Error> {
        Ok(x.combined([y], Kernel::Mul)?)
    }

    fn mul_add_assign(
        sum: &mut TallyElement<Crt>,
        x: &TallyElement<Crt>,
        y: &TallyElement<Crt>,
    ) -> Result<(), Error> {
        sum.ring().same(x.ring())?;
        sum.set_secret(sum.is_secret() || x.is_secret());
        x.visit(&mut sum.ring().open());
        Ok(sum.zip(y, Kernel::MulAdd)?)
    }

    fn evaluate(
        x: &[TallyElement<Crt>],
        y: &TallyElement<Crt>,
        ring: &Self,
        [of_x, of_y]: [&[usize]; 2],
    ) -> Result<TallyElement<Crt>, Error> {
        x.iter().try_for_each(|x| x.has_limbs(ring, of_x))?;
        y.has_limbs(ring, of_y)?;
        if x.is_empty() {
            return Ok(ring.zero());
        }
        let secret = x.iter().fold(y.is_secret(), |secret, x| secret || x.is_secret());
        let recording = &mut *ring.open();
        let value = TallyElement::new(ring, recording, secret);
        let bytes = value.bytes();
        x.iter().chain([y]).for_each(|x| x.held.visit_part(recording, bytes, true));
        value.visit(recording);
        if x.len() == 1 {
            ring.rows(recording, Kernel::Copy, ring.limbs());
            return Ok(value);
        }
        for limb in 0..ring.limbs() {
            for _ in 1..x.len() {
                recording.ran(ring.call(Kernel::Mul, limb), 1);
                recording.ran(ring.call(Kernel::Add, limb), 1);
            }
        }
        Ok(value)
    }

    fn select(
        x: &TallyElement<Crt>,
        y: &TallyElement<Crt>,
        m: &TallyElement<Crt>,
    ) -> Result<TallyElement<Crt>, Error> {
        Ok(x.combined([y, m], Kernel::Select)?)
    }

    fn select_assign(
        x: &mut TallyElement<Crt>,
        y: &TallyElement<Crt>,
        m: &TallyElement<Crt>,
    ) -> Result<(), Error> {
        x.ring().same(y.ring())?;
        Ok(x.zip(m, Kernel::Select)?)
    }

    fn switch_image(
        x: &TallyElement<Crt>,
        switch: &TallySwitch,
        y: Option<&TallyElement<Crt>>,
        k: Option<u32>,
    ) -> Result<TallyElement<Crt>, Error> {
        let target = &switch.target;
        k.map_or(Ok(()), |k| is_unit(target, k))?;
        y.map_or(Ok(()), |y| y.ring().same(target))?;
        if let Some(k) = k {
            target.permutes(&mut target.open(), k);
        }
        let gone = switch.gone(x)?;
        let image = switch.row_by_row(x, y, k.is_some());
        gone.visit(&mut target.open());
        Ok(image)
    }

    fn extend_values(x: &TallyElement<Crt>, ring: &Self) -> Result<TallyElement<Crt>, Error> {
        Ok(x.extend(ring)?)
    }

    fn switch_coefficients(
        x: &TallyElement<Powerful>,
        switch: &TallySwitch,
    ) -> Result<TallyElement<Powerful>, Error> {
        Ok(switch.apply_to_coefficients(x)?)
    }

    fn encrypted(fresh: &Fresh<'_, Self>) -> Result<Pair, Error> {
        Ok(TallySwitch::encrypted(fresh)?)
    }

    fn add_raised(
        sum: &mut TallyElement<Crt>,
        x: &TallyElement<Crt>,
        factors: &[u64],
    ) -> Result<(), Error> {
        let own = x.ring().moduli();
        let ring = sum.ring().clone();
        if !ring.moduli().starts_with(own) || ring.index() != x.ring().index() {
            return Err(x.ring().differs_from(&ring).into());
        }
        ElementError::check_factors(factors, own)?;
        sum.set_secret(sum.is_secret() || x.is_secret());
        let recording = &mut *ring.open();
        x.visit(recording);
        sum.visit(recording);
        for (limb, _) in factors.iter().enumerate().filter(|&(_, &factor)| factor != 0) {
            recording.ran(ring.call(Kernel::Scale, limb), 1);
            recording.ran(ring.call(Kernel::Add, limb), 1);
        }
        Ok(())
    }

    fn inner_products(
        digits: &TallyDigits,
        tables: [&TallyTable; 2],
        limbs: &[usize],
        which: &[usize],
    ) -> Result<Pair, Error> {
        Ok(digits.inner_products(tables, limbs, which)?)
    }

    fn digit_products(
        x: &TallyElement<Crt>,
        switching: &Switching<'_, Self>,
        tables: [&TallyTable; 2],
    ) -> Result<Pair, Error> {
        let Switching { gadget, target, limbs, which } = *switching;
        Ok(gadget.products(x, target, tables, limbs, which)?)
    }

    fn rotated_products(
        x: &TallyElement<Crt>,
        switching: &Switching<'_, Self>,
        tables: [&TallyTable; 2],
        first: &TallyElement<Crt>,
        k: u32,
        onto: Option<Pair>,
    ) -> Result<Pair, Error> {
        let Switching { gadget, target, .. } = *switching;
        let count = gadget.count();
        check_products([x], switching, &tables, [k])?;
        for other in onto.iter().flatten().chain([first]) {
            other.ring().same(target)?;
        }
        let secret = x.is_secret() || first.is_secret();
        let adds = onto.is_some();
        let recording = &mut *target.open();
        target.permutes(recording, k);
        let working = gadget.begin(x, target, recording);
        let mut sums = match onto {
            Some(sums) => sums,
            None => [0, 1].map(|_| TallyElement::new(target, recording, secret)),
        };
        let secret = sums.iter().fold(secret, |secret, sum| secret || sum.is_secret());
        sums.iter_mut().for_each(|sum| sum.set_secret(secret));
        first.visit(recording);
        let bytes = (count + 3) * target.row_bytes();
        let terms = count as u32;
        for limb in 0..target.limbs() {
            target.take(recording, bytes);
            gadget.make_rows(x, target, limb, false, recording);
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
        gadget.end(x, target, working, recording);
        Ok(sums)
    }

    fn rotated_sums(
        c: [&TallyElement<Crt>; 2],
        switching: &Switching<'_, Self>,
        factors: &[u64],
        rotations: &[Rotation<'_, Self>],
        sums: &[(&TallyTable, &[usize])],
    ) -> Result<Vec<Pair>, Error> {
        let [c0, c1] = c;
        let Switching { gadget, target, .. } = *switching;
        ElementError::check_factors(factors, c0.ring().moduli())?;
        let keys = rotations.iter().flatten().flat_map(|(tables, _)| tables);
        let exponents = rotations.iter().flatten().map(|&(_, k)| k);
        check_products([c0, c1], switching, keys, exponents)?;
        sums.iter().try_for_each(|sum| check_sum(target, *sum, rotations.len()))?;
        let secret = c0.is_secret() || c1.is_secret();
        let recording = &mut *target.open();
        for &(_, k) in rotations.iter().flatten() {
            target.permutes(recording, k);
        }
        let switches = rotations.iter().any(Option::is_some);
        let working = switches.then(|| gadget.begin(c1, target, recording));
        let pair = |_: &_| [0, 1].map(|_| TallyElement::new(target, recording, secret));
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

/// Fails unless what is decomposed, and the keys and exponents that rotate it, belong together.
fn check_products<'a, const N: usize>(
    elements: [&TallyElement<Crt>; N],
    switching: &Switching<'_, TallyRing>,
    tables: impl IntoIterator<Item = &'a &'a TallyTable>,
    exponents: impl IntoIterator<Item = u32>,
) -> Result<(), ElementError> {
    let Switching { gadget, target, limbs, which } = *switching;
    elements.iter().try_for_each(|x| gadget.fits(x, target))?;
    for table in tables {
        table.covers(target, gadget.count(), limbs, which)?;
    }
    exponents.into_iter().try_for_each(|k| is_unit(target, k))
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
