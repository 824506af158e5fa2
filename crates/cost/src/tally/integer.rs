//! Elements of Z\[ζ_m\].

use std::fmt;

use ringassay_ring::{
    BasisKind, ElementError, Powerful,
    index::Index,
    recorder::{Call, Kernel, Recording},
    sample::{SampleBasis, Sampler},
};
use ringassay_scheme::Error;

use super::{TallyElement, TallyRing, element::moved_axes, held::Held};

/// An element of Z\[ζ_m\]: n coefficients of eight bytes.
pub struct TallyInteger {
    held: Held,
}

impl TallyInteger {
    fn new(ring: &TallyRing, recording: &mut Recording, how: Kernel) -> Self {
        let held = Held::apart(ring, recording, 8 * ring.degree(), true);
        ring.rows(recording, how, 1);
        held.visit(recording);
        Self { held }
    }

    fn ring(&self) -> &TallyRing {
        self.held.ring()
    }

    /// A secret.
    pub(super) fn secret(ring: &TallyRing, sampler: &Sampler) -> Result<Self, Error> {
        if sampler.basis() != SampleBasis::Powerful {
            return Err(Error::Parameters(format!(
                "secrets are drawn in the powerful basis, not from a {}: use a ternary distribution",
                sampler.distribution()
            )));
        }
        check_index(sampler.index(), ring.index())?;
        Ok(Self::drawn(ring, sampler))
    }

    /// Coefficients of a distribution over the ring's index, in its own basis.
    pub(crate) fn drawn(ring: &TallyRing, sampler: &Sampler) -> Self {
        let recording = &mut *ring.open();
        let drawn = Self::new(ring, recording, Kernel::Clear);
        recording.ran(draw(sampler, ring), 1);
        drawn
    }

    /// Room for the coefficients of an element.
    pub(crate) fn lifted(ring: &TallyRing) -> Self {
        Self::new(ring, &mut ring.open(), Kernel::Clear)
    }

    /// The integers nearest to 0 of an element modulo one prime.
    pub(super) fn nearest(x: &TallyElement<Powerful>) -> Self {
        let nearest = Self::lifted(x.ring());
        let recording = &mut *x.ring().open();
        recording.ran(x.ring().call(Kernel::Centre, 0), 1);
        x.visit(recording);
        nearest.held.visit(recording);
        nearest
    }

    /// self -= other.
    pub(super) fn sub_assign(&mut self, other: &Self) {
        let recording = &mut *self.ring().open();
        self.ring().rows(recording, Kernel::IntegerAdd, 1);
        self.held.visit(recording);
        other.held.visit(recording);
    }

    /// t·g·e.
    pub(super) fn error(ring: &TallyRing, sampler: &Sampler, t: u64) -> Result<Self, Error> {
        check_index(sampler.index(), ring.index())?;
        if i64::try_from(t).is_err() {
            return Err(Error::Parameters(format!(
                "a plaintext modulus below 2^63 is needed, not {t}"
            )));
        }
        let m = ring.m();
        let mut recording = ring.open();
        let error = Self::new(ring, &mut recording, Kernel::Clear);
        recording.ran(draw(sampler, ring), 1);
        ring.rows(&mut recording, Kernel::IntegerMulG { m, basis: BasisKind::Decoding }, 1);
        if t != 1 {
            ring.rows(&mut recording, Kernel::IntegerScale, 1);
        }
        ring.rows(&mut recording, Kernel::IntegerSumAxes { m }, 1);
        Ok(error)
    }

    /// A kernel reads it.
    pub(super) fn visit(&self, recording: &mut Recording) {
        self.held.visit(recording);
    }

    /// Fails unless it is of the ring's index.
    pub(super) fn same_index(&self, ring: &TallyRing) -> Result<(), ElementError> {
        check_index(self.ring().index(), ring.index())
    }

    /// The element modulo the moduli of `ring`.
    pub(crate) fn reduce(&self, ring: &TallyRing) -> Result<TallyElement<Powerful>, ElementError> {
        check_index(self.ring().index(), ring.index())?;
        let recording = &mut *ring.open();
        let reduced = TallyElement::new(ring, recording, true);
        ring.each_limb(recording, Kernel::Reduce);
        self.held.visit(recording);
        reduced.visit(recording);
        Ok(reduced)
    }

    /// σ_k.
    pub(super) fn automorphism(&self, k: u32) -> Result<Self, ElementError> {
        let (ring, m) = (self.ring(), self.ring().m());
        if !ring.index().is_unit(u64::from(k)) {
            return Err(ElementError::NotUnit { k: k.into(), m: ring.index().m() });
        }
        let mut recording = ring.open();
        let image = Self::new(ring, &mut recording, Kernel::Copy);
        let source = Self::new(ring, &mut recording, Kernel::Copy);
        for prime in moved_axes(ring, k) {
            ring.rows(&mut recording, Kernel::Copy, 1);
            ring.rows(&mut recording, Kernel::IntegerMoveAxis { m, prime }, 1);
        }
        drop(recording);
        drop(source);
        Ok(image)
    }
}

fn draw(sampler: &Sampler, ring: &TallyRing) -> Call {
    let draw = sampler.distribution().draw(sampler.index().kernel_index().into());
    Call::plain(Kernel::Sample(draw), ring.degree())
}

fn check_index(left: &Index, right: &Index) -> Result<(), ElementError> {
    if left == right {
        return Ok(());
    }
    let [left, right] = [left, right].map(|index| format!("Z[ζ_{}]", index.m()));
    Err(ElementError::DifferentRings { left, right })
}

impl Clone for TallyInteger {
    fn clone(&self) -> Self {
        Self::new(self.ring(), &mut self.ring().open(), Kernel::Copy)
    }
}

impl fmt::Debug for TallyInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TallyInteger(powerful basis, index {})", self.ring().index())
    }
}
