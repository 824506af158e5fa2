//! Between a ring and its subring.

use std::sync::Arc;

use ringassay_ring::{
    Basis, BasisKind, ElementError, RingError, RnsRing,
    recorder::Kernel,
    subring::{Subring, SubringError},
};

use super::{TallyElement, TallyRing};

/// A ring in another one: see [`ringassay_ring::RingExtension`].
#[derive(Debug, Clone)]
pub struct TallyExtension(Arc<Maps>);

#[derive(Debug)]
struct Maps {
    small: TallyRing,
    big: TallyRing,
    /// Bytes of the memory in which `twace` orders the values of a limb.
    twace_bytes: usize,
}

impl TallyExtension {
    pub(super) fn new(small: &TallyRing, big: &TallyRing) -> Result<Self, RingError> {
        let [inner, outer] = [small, big].map(TallyRing::index);
        if !inner.divides(outer) {
            return Err(SubringError::NotDivisor { small: inner.m(), big: outer.m() }.into());
        }
        if small.moduli() != big.moduli() {
            let (left, right) = (small.to_string(), big.to_string());
            return Err(RingError::DifferentModuli { left, right });
        }
        // Whether values have to be ordered depends on the order in which transforms leave them.
        let plan = |ring: &TallyRing| RnsRing::new(ring.index(), &[ring.first()]);
        let (small_plan, big_plan) = (plan(small)?, plan(big)?);
        let orders = [&small_plan, &big_plan].map(RnsRing::crt_exponents);
        let subring = Subring::new(inner, outer, orders[0], orders[1])?;
        let twace_bytes = 8 * subring.scratch_len();
        Ok(Self(Arc::new(Maps { small: small.clone(), big: big.clone(), twace_bytes })))
    }

    pub(super) fn embed<B: Basis>(
        &self,
        x: &TallyElement<B>,
    ) -> Result<TallyElement<B>, ElementError> {
        let Maps { small, big, .. } = &*self.0;
        x.ring().same(small)?;
        let recording = &mut *big.open();
        let out = TallyElement::new(big, recording, x.is_secret());
        x.visit(recording);
        out.visit(recording);
        big.each_limb(recording, Kernel::Embed { small: small.m(), big: big.m(), basis: B::KIND });
        Ok(out)
    }

    pub(super) fn twace<B: Basis>(
        &self,
        x: &TallyElement<B>,
    ) -> Result<TallyElement<B>, ElementError> {
        let Maps { small, big, twace_bytes } = &*self.0;
        x.ring().same(big)?;
        let kernel = Kernel::Twace { small: small.m(), big: big.m(), basis: B::KIND };
        let recording = &mut *small.open();
        let out = TallyElement::new(small, recording, x.is_secret());
        x.visit(recording);
        out.visit(recording);
        for limb in 0..big.limbs() {
            let bytes = if B::KIND == BasisKind::Crt { *twace_bytes } else { 0 };
            small.take(recording, bytes);
            recording.ran(big.call(kernel, limb), 1);
            small.give(recording, bytes, x.is_secret() && bytes > 0);
        }
        Ok(out)
    }
}
