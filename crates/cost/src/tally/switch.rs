//! Changes of modulus.

use std::borrow::Cow;

use ringassay_ring::{
    Crt, ElementError, Powerful,
    recorder::{Call, Kernel, Recording},
    rns::RnsError,
};

use ringassay_scheme::ring::Fresh;

use super::{TallyElement, TallyRing, integer::TallyInteger};

/// A change of modulus: see [`ringassay_ring::rns::Switch`].
#[derive(Debug)]
pub struct TallySwitch {
    source: TallyRing,
    pub(super) target: TallyRing,
    gone: TallyRing,
    gone_limbs: Vec<usize>,
    /// For each limb of the target whether it is one of the source's.
    kept: Vec<bool>,
    /// Whether a single limb goes and none is new: then the correction is a reduction that the transform makes.
    is_reduced: bool,
    /// What makes the correction, if anything does before it is transformed.
    correction: Option<Call>,
    division: Call,
    t: u64,
}

impl TallySwitch {
    pub(super) fn new(
        ring: &TallyRing,
        from: &[usize],
        to: &[usize],
        t: u64,
    ) -> Result<Self, RnsError> {
        let (source, target) = (ring.picked(from), ring.picked(to));
        let gone_limbs: Vec<usize> = (0..from.len()).filter(|&i| !to.contains(&from[i])).collect();
        if gone_limbs.is_empty() {
            return Err(RnsError::NoModuli);
        }
        let gone = source.picked(&gone_limbs);
        gone.is_basis()?;
        if t == 0 {
            return Err(RnsError::NoPlaintext);
        }
        if let Some(&modulus) = gone.moduli().iter().find(|&&d| t.is_multiple_of(d)) {
            return Err(RnsError::PlaintextNotCoprime { plaintext: t, modulus });
        }
        let (from_limbs, to_limbs) = (gone.limbs() as u32, target.limbs() as u32);
        let call = |kernel| {
            let moduli = gone.moduli().iter().chain(target.moduli()).copied();
            Call::modulo(kernel, ring.degree(), moduli)
        };
        let kept: Vec<bool> = to.iter().map(|limb| from.contains(limb)).collect();
        let is_reduced = gone.limbs() == 1 && kept.iter().all(|&kept| kept);
        let correction = match (is_reduced, t) {
            (true, 1) => None,
            (true, _) => Some(gone.call(Kernel::Scale, 0)),
            (false, _) => Some(call(Kernel::Correction { from: from_limbs, to: to_limbs })),
        };
        Ok(Self {
            is_reduced,
            correction,
            division: call(Kernel::Divide { from: from_limbs, to: to_limbs }),
            t,
            kept,
            source,
            target,
            gone,
            gone_limbs,
        })
    }

    pub(super) fn gone_limbs(&self) -> &[usize] {
        &self.gone_limbs
    }

    /// The components of a fresh ciphertext.
    pub(super) fn encrypted(
        fresh: &Fresh<'_, TallyRing>,
    ) -> Result<[TallyElement<Crt>; 2], ElementError> {
        let Fresh { key, ephemeral, errors, t, message, divided } = *fresh;
        let target = message.ring();
        let source = match divided {
            Some((switch, gone)) => {
                target.same(&switch.target)?;
                gone.iter().try_for_each(|gone| gone.ring().same(&switch.gone))?;
                &switch.source
            }
            None => target,
        };
        key.iter().try_for_each(|key| key.ring().same(source))?;
        let integers = [ephemeral, errors[0], errors[1]];
        integers.iter().try_for_each(|integer| integer.same_index(target))?;
        let parts = [0, 1].map(|_| TallyElement::new(target, &mut target.open(), true));
        let difference = |part: usize, switch: &Self, gone: &TallyElement<Powerful>| {
            let mut difference = TallyInteger::nearest(&switch.scaled(gone));
            difference.sub_assign(errors[part]);
            difference
        };
        let differences = divided
            .filter(|(switch, _)| switch.is_reduced)
            .map(|(switch, gone)| [0, 1].map(|part| difference(part, switch, gone[part])));
        let recording = &mut *target.open();
        let forward = Kernel::CrtForward { m: target.m() };
        let summed = divided.filter(|_| differences.is_none()).map(|(switch, _)| switch);
        if let Some(switch) = summed {
            recording.ran(switch.division, 2);
        }
        for limb in 0..target.limbs() {
            target.take(recording, 2 * target.row_bytes());
            recording.ran(target.call(Kernel::Reduce, limb), 1);
            target.transform_limb(recording, forward, limb, 1, true);
            if differences.is_some() {
                recording.ran(target.call(Kernel::Scale, limb), 1);
            }
            for part in 0..2 {
                recording.ran(target.call(Kernel::Reduce, limb), 1);
                if differences.is_some() || t != 1 {
                    recording.ran(target.call(Kernel::Scale, limb), 1);
                }
                if part == 0 {
                    recording.ran(target.call(Kernel::Add, limb), 1);
                }
                target.transform_limb(recording, forward, limb, 1, true);
                match summed {
                    None => recording.ran(target.call(Kernel::MulAdd, limb), 1),
                    Some(switch) if switch.kept[limb] => {
                        recording.ran(target.call(Kernel::Mul, limb), 1);
                        recording.ran(target.call(Kernel::Merge, limb), 1);
                    }
                    Some(_) => {}
                }
            }
            target.give(recording, 2 * target.row_bytes(), true);
        }
        integers.iter().for_each(|integer| integer.visit(recording));
        differences.iter().flatten().for_each(|difference| difference.visit(recording));
        key.iter().chain(&parts.each_ref()).for_each(|element| element.visit(recording));
        message.visit(recording);
        Ok(parts)
    }

    /// What goes, divided by t.
    fn scaled<'a>(&self, gone: &'a TallyElement<Powerful>) -> Cow<'a, TallyElement<Powerful>> {
        if self.t == 1 {
            return Cow::Borrowed(gone);
        }
        let scaled = gone.clone();
        scaled.each_limb(Kernel::Scale);
        Cow::Owned(scaled)
    }

    /// An element of the target whose rows are transformed, and take a limb of x in, and of y, if there is one; and are
    /// permuted, if they are made in a row of their own.
    pub(super) fn row_by_row(
        &self,
        x: &TallyElement<Crt>,
        y: Option<&TallyElement<Crt>>,
        permuted: bool,
    ) -> TallyElement<Crt> {
        let secret = x.is_secret() || y.is_some_and(TallyElement::is_secret);
        let recording = &mut *self.target.open();
        let element = TallyElement::new(&self.target, recording, secret);
        if let Some(correction) = self.correction {
            recording.ran(correction, 1);
        }
        let m = self.target.m();
        let forward = match self.is_reduced {
            true => Kernel::CrtForwardReduced { m },
            false => Kernel::CrtForward { m },
        };
        let row_bytes = self.target.row_bytes();
        for (limb, &kept) in self.kept.iter().enumerate() {
            if permuted {
                self.target.take(recording, row_bytes);
            }
            self.target.transform_limb(recording, forward, limb, 1, x.is_secret());
            let after =
                [(kept, Kernel::Merge), (y.is_some(), Kernel::Add), (permuted, Kernel::Gather)];
            for (_, kernel) in after.into_iter().filter(|&(runs, _)| runs) {
                recording.ran(self.target.call(kernel, limb), 1);
            }
            if permuted {
                self.target.give(recording, row_bytes, secret);
            }
        }
        x.visit(recording);
        if let Some(y) = y {
            y.visit(recording);
        }
        element.visit(recording);
        element
    }

    fn begin_row(&self, recording: &mut Recording, kept: bool) {
        self.target.rows(recording, if kept { Kernel::Copy } else { Kernel::Clear }, 1);
    }

    pub(super) fn apply_to_coefficients(
        &self,
        x: &TallyElement<Powerful>,
    ) -> Result<TallyElement<Powerful>, ElementError> {
        x.ring().same(&self.source)?;
        let gone = x.pick_limbs(&self.gone, &self.gone_limbs)?;
        let recording = &mut *self.target.open();
        let quotient = TallyElement::new(&self.target, recording, x.is_secret());
        self.kept.iter().for_each(|&kept| self.begin_row(recording, kept));
        recording.ran(self.division, 1);
        [x, &gone, &quotient].into_iter().for_each(|element| element.visit(recording));
        Ok(quotient)
    }

    pub(super) fn gone(
        &self,
        x: &TallyElement<Crt>,
    ) -> Result<TallyElement<Powerful>, ElementError> {
        x.ring().same(&self.source)?;
        Ok(x.pick_limbs(&self.gone, &self.gone_limbs)?.into_powerful())
    }
}
