//! Elements of any basis, and messages.

use std::{fmt, marker::PhantomData};

use ringassay_ring::{
    Basis, BasisKind, Crt, Decoding, ElementError, Powerful,
    recorder::{Call, Kernel, Recording},
    rns::{MAX_LIMBS, RnsError},
};

use super::{TallyRing, held::Held};

/// An element: a ring, and the memory of its buffer.
pub struct TallyElement<B: Basis> {
    pub(super) held: Held,
    basis: PhantomData<B>,
}

/// A message that was never decrypted: the number of its residues, n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TallyMessage(usize);

impl TallyMessage {
    /// A message of so many residues.
    pub fn new(residues: usize) -> Self {
        Self(residues)
    }

    /// The number of residues.
    pub fn residues(&self) -> usize {
        self.0
    }
}

impl<B: Basis> TallyElement<B> {
    /// An element in a new buffer.
    pub(super) fn new(ring: &TallyRing, recording: &mut Recording, secret: bool) -> Self {
        let held = Held::new(ring, recording, ring.element_bytes(), secret);
        Self { held, basis: PhantomData }
    }

    pub(crate) fn ring(&self) -> &TallyRing {
        self.held.ring()
    }

    /// An element in a new buffer that a kernel fills, limb by limb.
    pub(crate) fn given(ring: &TallyRing, kernel: Kernel, secret: bool) -> Self {
        let recording = &mut *ring.open();
        let element = Self::new(ring, recording, secret);
        ring.each_limb(recording, kernel);
        element.visit(recording);
        element
    }

    /// A kernel along the axes of odd primes: none where m is a power of two.
    fn on_axes(&self, kernel: Kernel) {
        if self.ring().index().odd_primes().next().is_some() {
            self.each_limb(kernel);
        }
    }

    /// A kernel reads or writes all limbs.
    pub(super) fn visit(&self, recording: &mut Recording) {
        self.held.visit_part(recording, self.ring().element_bytes(), true);
    }

    /// Whether the buffer is erased in the end.
    pub(crate) fn is_secret(&self) -> bool {
        self.held.is_secret()
    }

    pub(crate) fn set_secret(&mut self, secret: bool) {
        self.held.set_secret(secret);
    }

    /// Bytes of the buffer, which may be longer than the limbs.
    pub(super) fn bytes(&self) -> usize {
        self.held.bytes()
    }

    /// The rows that a copy of the buffer copies.
    pub(super) fn rows(&self) -> usize {
        self.bytes() / self.ring().row_bytes()
    }

    /// The same buffer in another basis.
    pub(crate) fn in_basis<C: Basis>(self) -> TallyElement<C> {
        TallyElement { held: self.held, basis: PhantomData }
    }

    /// A kernel on each limb of an element and another one.
    pub(crate) fn zip(&mut self, other: &Self, kernel: Kernel) -> Result<(), ElementError> {
        self.ring().same(other.ring())?;
        self.each_limb(kernel);
        other.visit(&mut self.ring().open());
        self.set_secret(self.is_secret() || other.is_secret());
        Ok(())
    }

    /// A kernel on each limb.
    pub(crate) fn each_limb(&self, kernel: Kernel) {
        let recording = &mut *self.ring().open();
        self.ring().each_limb(recording, kernel);
        self.visit(recording);
    }

    /// A transform of each limb.
    fn transform(&self, kernel: Kernel) {
        let recording = &mut *self.ring().open();
        self.ring().transform(recording, kernel, self.is_secret());
        self.visit(recording);
    }

    /// σ_k.
    pub(crate) fn automorphism(&self, k: u32) -> Result<Self, ElementError> {
        let ring = self.ring();
        let (index, m) = (ring.index(), ring.m());
        if !index.is_unit(u64::from(k)) {
            return Err(ElementError::NotUnit { k: k.into(), m: index.m() });
        }
        let recording = &mut *ring.open();
        let image = Self::new(ring, recording, self.is_secret());
        self.visit(recording);
        image.visit(recording);
        if B::KIND == BasisKind::Crt {
            ring.permutes(recording, k);
            ring.each_limb(recording, Kernel::Gather);
            return Ok(image);
        }
        let decoding = B::KIND == BasisKind::Decoding && index.odd_primes().next().is_some();
        ring.rows(recording, Kernel::Copy, ring.limbs());
        if decoding {
            ring.each_limb(recording, Kernel::SumAxes { m });
        }
        for limb in 0..ring.limbs() {
            ring.take(recording, ring.row_bytes());
            for prime in moved_axes(ring, k) {
                ring.rows(recording, Kernel::Copy, 1);
                recording.ran(ring.call(Kernel::MoveAxis { m, prime }, limb), 1);
            }
            ring.give(recording, ring.row_bytes(), self.is_secret());
        }
        if decoding {
            ring.each_limb(recording, Kernel::DifferenceAxes { m });
        }
        Ok(image)
    }

    /// Some limbs.
    pub(super) fn pick_limbs(
        &self,
        ring: &TallyRing,
        limbs: &[usize],
    ) -> Result<Self, ElementError> {
        self.has_limbs(ring, limbs)?;
        let recording = &mut *ring.open();
        let element = Self::new(ring, recording, self.is_secret());
        ring.rows(recording, Kernel::Copy, limbs.len());
        self.held.visit_part(recording, element.bytes(), true);
        element.visit(recording);
        Ok(element)
    }

    pub(super) fn has_limbs(&self, ring: &TallyRing, limbs: &[usize]) -> Result<(), ElementError> {
        let own = self.ring().moduli();
        let picked = limbs.iter().map(|&limb| own.get(limb));
        if picked.eq(ring.moduli().iter().map(Some)) && ring.index() == self.ring().index() {
            return Ok(());
        }
        Err(self.ring().differs_from(ring))
    }
}

impl TallyElement<Crt> {
    /// A multiple, 0 modulo further limbs.
    pub(super) fn raise(&self, ring: &TallyRing, factors: &[u64]) -> Result<Self, ElementError> {
        let own = self.ring().moduli();
        if !ring.moduli().starts_with(own) || ring.index() != self.ring().index() {
            return Err(self.ring().differs_from(ring));
        }
        ElementError::check_factors(factors, own)?;
        let recording = &mut *ring.open();
        let element = Self::new(ring, recording, self.is_secret());
        self.visit(recording);
        element.visit(recording);
        for limb in 0..own.len() {
            recording.ran(ring.call(Kernel::Scale, limb), 1);
        }
        ring.rows(recording, Kernel::Clear, ring.limbs() - own.len());
        Ok(element)
    }
}

/// The primes of the axes that σ_k does not leave as they are.
pub(super) fn moved_axes(ring: &TallyRing, k: u32) -> impl Iterator<Item = u32> + '_ {
    let moved =
        move |factor: &&ringassay_ring::index::PrimePower| u64::from(k) % factor.value() != 1;
    ring.index().factors().iter().filter(moved).map(|factor| factor.prime)
}

impl TallyElement<Crt> {
    /// The same integers modulo further primes.
    pub(super) fn extend(&self, ring: &TallyRing) -> Result<Self, RnsError> {
        let own = self.ring().moduli();
        let new = ring.moduli().get(own.len()..).unwrap_or_default();
        let (from, to) = (own.len() as u32, new.len() as u32);
        let plan = Kernel::PlanExtension { from, to };
        ring.open().ran(Call::plain(plan, 1), 1);
        self.ring().is_basis()?;
        ring.has_moduli(&[own, new].concat())?;
        self.ring().same_index(ring)?;
        let element = Self::new(ring, &mut ring.open(), self.is_secret());
        let powerful = self.to_powerful();
        {
            let recording = &mut *ring.open();
            ring.rows(recording, Kernel::Copy, own.len());
            if to > 0 {
                let kernel = Kernel::BaseExtension { from, to };
                let moduli = ring.moduli().iter().copied();
                recording.ran(Call::modulo(kernel, ring.degree(), moduli), 1);
            }
            powerful.visit(recording);
            self.visit(recording);
        }
        drop(powerful);
        let recording = &mut *ring.open();
        element.visit(recording);
        for limb in own.len()..ring.limbs() {
            let forward = Kernel::CrtForward { m: ring.m() };
            ring.transform_limb(recording, forward, limb, 1, self.is_secret());
        }
        Ok(element)
    }
}

impl TallyElement<Powerful> {
    /// The same integers modulo other primes, or further ones.
    pub(super) fn extend(&self, ring: &TallyRing) -> Result<Self, RnsError> {
        let own = self.ring().moduli();
        let known = if ring.moduli().starts_with(own) { own.len() } else { 0 };
        let new = &ring.moduli()[known..];
        let (from, to) = (own.len() as u32, new.len() as u32);
        let recording = &mut *ring.open();
        recording.ran(Call::plain(Kernel::PlanExtension { from, to }, 1), 1);
        self.ring().is_basis()?;
        if to as usize > MAX_LIMBS {
            return Err(RnsError::TooManyModuli(new.len()));
        }
        let element = Self::new(ring, recording, self.is_secret());
        self.ring().same_index(ring)?;
        ring.rows(recording, Kernel::Copy, known);
        if to > 0 {
            let moduli = own.iter().chain(new).copied();
            let kernel = Kernel::BaseExtension { from, to };
            recording.ran(Call::modulo(kernel, ring.degree(), moduli), 1);
        }
        self.visit(recording);
        element.visit(recording);
        Ok(element)
    }

    pub(crate) fn into_crt(self) -> TallyElement<Crt> {
        self.transform(Kernel::CrtForward { m: self.ring().m() });
        self.in_basis()
    }
}

impl TallyElement<Powerful> {
    pub(crate) fn into_decoding(self) -> TallyElement<Decoding> {
        self.on_axes(Kernel::DifferenceAxes { m: self.ring().m() });
        self.in_basis()
    }
}

impl TallyElement<Decoding> {
    pub(crate) fn into_powerful(self) -> TallyElement<Powerful> {
        self.on_axes(Kernel::SumAxes { m: self.ring().m() });
        self.in_basis()
    }
}

impl<B: Basis> TallyElement<B> {
    /// What a kernel makes of an element and others, limb by limb, in a new buffer.
    pub(crate) fn combined<const N: usize>(
        &self,
        others: [&Self; N],
        kernel: Kernel,
    ) -> Result<Self, ElementError> {
        let ring = self.ring();
        others.iter().try_for_each(|other| ring.same(other.ring()))?;
        let secret = others.iter().fold(self.is_secret(), |secret, x| secret || x.is_secret());
        let recording = &mut *ring.open();
        let result = Self::new(ring, recording, secret);
        ring.each_limb(recording, kernel);
        self.visit(recording);
        others.iter().for_each(|other| other.visit(recording));
        result.visit(recording);
        Ok(result)
    }
}

impl TallyElement<Crt> {
    /// In a new buffer, row by row.
    pub(crate) fn to_powerful(&self) -> TallyElement<Powerful> {
        let recording = &mut *self.ring().open();
        let powerful = TallyElement::new(self.ring(), recording, self.is_secret());
        self.ring().rows(recording, Kernel::Copy, self.ring().limbs());
        self.visit(recording);
        let inverse = Kernel::CrtInverse { m: self.ring().m() };
        self.ring().transform(recording, inverse, self.is_secret());
        powerful.visit(recording);
        powerful
    }

    pub(crate) fn into_powerful(self) -> TallyElement<Powerful> {
        self.transform(Kernel::CrtInverse { m: self.ring().m() });
        self.in_basis()
    }
}

impl<B: Basis> Clone for TallyElement<B> {
    fn clone(&self) -> Self {
        let recording = &mut *self.ring().open();
        let held = Held::new(self.ring(), recording, self.bytes(), self.is_secret());
        self.ring().rows(recording, Kernel::Copy, self.rows());
        self.held.visit(recording);
        held.visit(recording);
        Self { held, basis: PhantomData }
    }
}

impl<B: Basis> fmt::Debug for TallyElement<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TallyElement({} basis of {})", B::KIND, self.ring())
    }
}
