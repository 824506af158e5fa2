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
        let correction =
            self.computed(x.is_secret(), |recording| recording.ran(self.correction, 1));
        gone.visit(&mut self.target.open());
        Ok(self.merged(x, correction.into_crt()))
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
        let quotient = self.computed(secret, |recording| self.divide(recording));
        let read = [y, &gone];
        read.into_iter().for_each(|element| element.visit(&mut self.target.open()));
        Ok(self.merged(x, quotient.into_crt()))
    }

    pub(super) fn apply_to_coefficients(
        &self,
        x: &TallyElement<Powerful>,
    ) -> Result<TallyElement<Powerful>, ElementError> {
        x.ring().same(&self.source)?;
        let gone = x.pick_limbs(&self.gone, &self.gone_limbs)?;
        let quotient = self.computed(x.is_secret(), |recording| self.divide(recording));
        [x, &gone].into_iter().for_each(|element| element.visit(&mut self.target.open()));
        Ok(quotient)
    }

    /// The limbs of the target are copied or cleared, and divided.
    fn divide(&self, recording: &mut Recording) {
        for &kept in &self.kept {
            self.target.rows(recording, if kept { Kernel::Copy } else { Kernel::Clear }, 1);
        }
        recording.ran(self.division, 1);
    }

    /// An element of the target that these kernels write.
    fn computed(
        &self,
        secret: bool,
        kernels: impl FnOnce(&mut Recording),
    ) -> TallyElement<Powerful> {
        let recording = &mut *self.target.open();
        let element = TallyElement::new(&self.target, recording, secret);
        kernels(recording);
        element.visit(recording);
        element
    }

    fn gone(&self, x: &TallyElement<Crt>) -> Result<TallyElement<Powerful>, ElementError> {
        x.ring().same(&self.source)?;
        Ok(x.pick_limbs(&self.gone, &self.gone_limbs)?.into_powerful())
    }

    fn merged(&self, x: &TallyElement<Crt>, correction: TallyElement<Crt>) -> TallyElement<Crt> {
        let recording = &mut *self.target.open();
        for (limb, _) in self.kept.iter().enumerate().filter(|(_, kept)| **kept) {
            recording.ran(self.target.call(Kernel::Merge, limb), 1);
        }
        x.visit(recording);
        correction.visit(recording);
        correction
    }
}
