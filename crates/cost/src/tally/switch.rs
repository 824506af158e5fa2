//! Changes of modulus.

use ringassay_ring::{
    Crt, ElementError,
    ledger::{Call, Kernel},
    rns::RnsError,
};

use super::{TallyElement, TallyRing};

/// A change of modulus: see [`ringassay_ring::rns::Switch`].
#[derive(Debug)]
pub struct TallySwitch {
    source: TallyRing,
    target: TallyRing,
    gone: TallyRing,
    /// For each limb of the target whether it is one of the source's.
    kept: Vec<bool>,
    is_prefix: bool,
    correction: Call,
}

impl TallySwitch {
    pub(super) fn new(
        ring: &TallyRing,
        from: &[usize],
        to: &[usize],
        t: u64,
    ) -> Result<Self, RnsError> {
        let (source, target) = (ring.picked(from), ring.picked(to));
        let gone: Vec<usize> = (0..from.len()).filter(|&i| !to.contains(&from[i])).collect();
        if gone.is_empty() {
            return Err(RnsError::NoModuli);
        }
        let gone = source.picked(&gone);
        gone.is_basis()?;
        if t == 0 {
            return Err(RnsError::NoPlaintext);
        }
        if let Some(&modulus) = gone.moduli().iter().find(|&&d| t.is_multiple_of(d)) {
            return Err(RnsError::PlaintextNotCoprime { plaintext: t, modulus });
        }
        let shape = Kernel::Correction { from: gone.limbs() as u32, to: target.limbs() as u32 };
        let moduli = gone.moduli().iter().chain(target.moduli()).copied();
        Ok(Self {
            correction: Call::modulo(shape, ring.degree(), moduli),
            kept: to.iter().map(|limb| from.contains(limb)).collect(),
            is_prefix: from.starts_with(to),
            source,
            target,
            gone,
        })
    }

    pub(super) fn apply(&self, x: TallyElement<Crt>) -> Result<TallyElement<Crt>, ElementError> {
        let Self { source, target, gone, .. } = self;
        x.ring().same(source)?;
        let m = target.m();
        let mut book = target.open();
        book.take(gone.element_bytes());
        gone.rows(&mut book, Kernel::Copy, gone.limbs());
        gone.each_limb(&mut book, Kernel::CrtInverse { m });
        book.take(target.element_bytes());
        book.ran(self.correction, 1);
        target.each_limb(&mut book, Kernel::CrtForward { m });
        let mut out = None;
        if self.is_prefix {
            target.each_limb(&mut book, Kernel::Merge);
        } else {
            out = Some(TallyElement::new(target, &mut book));
            for (limb, &kept) in self.kept.iter().enumerate() {
                target.rows(&mut book, Kernel::Copy, 1);
                if kept {
                    book.ran(target.call(Kernel::Merge, limb), 1);
                }
            }
        }
        book.give(target.element_bytes());
        book.give(gone.element_bytes());
        drop(book);
        Ok(out.unwrap_or_else(|| x.into_ring(target)))
    }
}
