//! Changes of modulus.

use ringassay_ring::{
    Crt, ElementError, Powerful,
    recorder::{Call, Kernel, Recording},
    rns::RnsError,
};

use super::{TallyElement, TallyRing};

/// A change of modulus: see [`ringassay_ring::rns::Switch`].
#[derive(Debug)]
pub struct TallySwitch {
    source: TallyRing,
    target: TallyRing,
    gone: TallyRing,
    gone_limbs: Vec<usize>,
    /// For each limb of the target whether it is one of the source's.
    kept: Vec<bool>,
    correction: Call,
    division: Call,
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
        Ok(Self {
            correction: call(Kernel::Correction { from: from_limbs, to: to_limbs }),
            division: call(Kernel::Divide { from: from_limbs, to: to_limbs }),
            kept: to.iter().map(|limb| from.contains(limb)).collect(),
            source,
            target,
            gone,
            gone_limbs,
        })
    }

    pub(super) fn apply(&self, x: &TallyElement<Crt>) -> Result<TallyElement<Crt>, ElementError> {
        let gone = self.gone(x)?;
        let secret = x.is_secret();
        let switched = self.row_by_row(x, secret, self.correction, |_, _| ());
        gone.visit(&mut self.target.open());
        Ok(switched)
    }

    pub(super) fn apply_to_sum(
        &self,
        x: &TallyElement<Crt>,
        y: &TallyElement<Powerful>,
    ) -> Result<TallyElement<Crt>, ElementError> {
        let mut gone = self.gone(x)?;
        y.ring().same(&self.source)?;
        gone.zip(&y.pick_limbs(&self.gone, &self.gone_limbs)?, Kernel::Add)?;
        let secret = x.is_secret() || y.is_secret();
        let switched = self.row_by_row(x, secret, self.division, |recording, kept| {
            self.begin_row(recording, kept);
        });
        [y, &gone].into_iter().for_each(|element| element.visit(&mut self.target.open()));
        Ok(switched)
    }

    /// An element of the target whose rows are begun, transformed, and take a limb of x in.
    fn row_by_row(
        &self,
        x: &TallyElement<Crt>,
        secret: bool,
        division: Call,
        begin: impl Fn(&mut Recording, bool),
    ) -> TallyElement<Crt> {
        let recording = &mut *self.target.open();
        let element = TallyElement::new(&self.target, recording, secret);
        recording.ran(division, 1);
        let forward = Kernel::CrtForward { m: self.target.m() };
        for (limb, &kept) in self.kept.iter().enumerate() {
            begin(recording, kept);
            self.target.transform_limb(recording, forward, limb, 1, secret);
            if kept {
                recording.ran(self.target.call(Kernel::Merge, limb), 1);
            }
        }
        x.visit(recording);
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

    fn gone(&self, x: &TallyElement<Crt>) -> Result<TallyElement<Powerful>, ElementError> {
        x.ring().same(&self.source)?;
        Ok(x.pick_limbs(&self.gone, &self.gone_limbs)?.into_powerful())
    }
}
