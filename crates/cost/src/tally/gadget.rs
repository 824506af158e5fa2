//! Digits and inner products.

use std::ops::Range;

use ringassay_ring::{
    Crt,
    gadget::RnsGadget,
    recorder::{Call, Kernel, Recording},
    rns::RnsError,
};

use super::{TallyElement, TallyRing, held::Held};

/// Digits that are residues modulo groups of limbs: see [`ringassay_ring::gadget::RnsGadget`].
#[derive(Debug)]
pub struct TallyGadget {
    target: TallyRing,
    /// The number of limbs of what is decomposed: the first of the target's.
    source: usize,
    groups: Vec<Group>,
}

#[derive(Debug)]
struct Group {
    limbs: Range<usize>,
    /// To the limbs of no group or another, if there are any and it has several itself: a single one is
    /// reduced as it is transformed.
    extension: Option<Call>,
    is_reduced: bool,
}

impl TallyGadget {
    pub(super) fn new(target: &TallyRing, groups: &[Range<usize>]) -> Result<Self, RnsError> {
        let source = groups.last().map_or(0, |group| group.end);
        let starts = groups.iter().map(|group| group.start);
        let ends = std::iter::once(0).chain(groups.iter().map(|group| group.end));
        if !starts.chain([source]).eq(ends) || groups.iter().any(Range::is_empty) {
            return Err(RnsError::EmptyDigits);
        }
        assert!(source <= target.limbs(), "moduli 0..{source} of {}", target.limbs());
        if source == 0 {
            return Err(RnsError::NoModuli);
        }
        target.is_basis()?;
        let group = |limbs: &Range<usize>| {
            let (from, to) = (limbs.len(), target.limbs() - limbs.len());
            let kernel = Kernel::BaseExtension { from: from as u32, to: to as u32 };
            let call = || Call::modulo(kernel, target.degree(), target.moduli().iter().copied());
            let is_reduced = from == 1 && to > 0;
            let extension = (from > 1 && to > 0).then(call);
            Group { limbs: limbs.clone(), extension, is_reduced }
        };
        Ok(Self { target: target.clone(), source, groups: groups.iter().map(group).collect() })
    }

    /// The number of digits.
    pub(super) fn count(&self) -> usize {
        self.groups.len()
    }

    /// The primes of what is decomposed.
    fn source(&self) -> &[u64] {
        &self.target.moduli()[..self.source]
    }

    /// The digits of x, in `target`.
    pub(super) fn digits(
        &self,
        x: &TallyElement<Crt>,
        target: &TallyRing,
    ) -> Result<TallyDigits, RnsError> {
        let count = self.groups.len();
        self.fits(x, target)?;
        let recording = &mut *target.open();
        let working = self.begin(x, target, recording);
        let digits = TallyDigits::new(target, recording, count, x.is_secret());
        for limb in 0..target.limbs() {
            self.make_rows(x, target, limb, true, recording);
        }
        self.end(x, target, working, recording);
        Ok(digits)
    }

    /// The sums of the digits of x times the elements of two tables, without keeping the digits.
    pub(super) fn products(
        &self,
        x: &TallyElement<Crt>,
        target: &TallyRing,
        tables: [&TallyTable; 2],
        limbs: &[usize],
        which: &[usize],
    ) -> Result<[TallyElement<Crt>; 2], RnsError> {
        self.fits(x, target)?;
        let count = self.groups.len();
        for table in tables {
            table.covers(target, count, limbs, which)?;
        }
        let recording = &mut *target.open();
        let working = self.begin(x, target, recording);
        let sums = [0, 1].map(|_| TallyElement::new(target, recording, x.is_secret()));
        let (row_bytes, terms) = (target.element_bytes() / target.limbs(), count as u32);
        for limb in 0..target.limbs() {
            target.take(recording, count * row_bytes);
            self.make_rows(x, target, limb, false, recording);
            recording.ran(target.call(Kernel::InnerProduct { terms }, limb), 2);
            target.give(recording, count * row_bytes, x.is_secret());
        }
        for (table, sum) in tables.iter().zip(&sums) {
            table.read(target, count, recording);
            sum.visit(recording);
        }
        self.end(x, target, working, recording);
        Ok(sums)
    }

    pub(super) fn fits(&self, x: &TallyElement<Crt>, target: &TallyRing) -> Result<(), RnsError> {
        x.ring().has_moduli(self.source())?;
        target.has_moduli(self.target.moduli())?;
        x.ring().same_index(target)
    }

    /// x is taken to coefficients and what extends it is prepared, in working memory of so many bytes. The
    /// coefficients are kept if digits of one limb are made of them; else there are those of one digit at a time.
    pub(super) fn begin(
        &self,
        x: &TallyElement<Crt>,
        target: &TallyRing,
        recording: &mut Recording,
    ) -> usize {
        x.visit(recording);
        let inverse = Kernel::CrtInverse { m: target.m() };
        let working = self.working_bytes(target);
        let kept = self.reads_residues();
        if kept {
            target.take(recording, x.ring().element_bytes());
            target.rows(recording, Kernel::Copy, x.ring().limbs());
            x.ring().transform(recording, inverse, x.is_secret());
        }
        target.take(recording, working);
        for group in &self.groups {
            let bytes = if kept { 0 } else { group.limbs.len() * target.row_bytes() };
            if !kept {
                target.take(recording, bytes);
                target.rows(recording, Kernel::Copy, group.limbs.len());
                for limb in group.limbs.clone() {
                    target.transform_limb(recording, inverse, limb, 1, x.is_secret());
                }
            }
            if let Some(extension) = group.extension {
                recording.ran(extension, 1);
            }
            if !kept {
                target.give(recording, bytes, x.is_secret());
            }
        }
        working
    }

    fn working_bytes(&self, target: &TallyRing) -> usize {
        let extended = self.groups.iter().filter(|group| group.extension.is_some());
        let bytes = |group: &Group| {
            RnsGadget::working_bytes(&target.moduli()[group.limbs.clone()], target.degree())
        };
        extended.map(bytes).sum()
    }

    fn reads_residues(&self) -> bool {
        self.groups.iter().any(|group| group.is_reduced)
    }

    pub(super) fn end(
        &self,
        x: &TallyElement<Crt>,
        target: &TallyRing,
        working: usize,
        recording: &mut Recording,
    ) {
        if self.reads_residues() {
            target.give(recording, x.ring().element_bytes(), x.is_secret());
        }
        target.give(recording, working, x.is_secret() && working > 0);
    }

    /// The digits modulo a limb, in their order: those that are x itself are copied, if at all, the others
    /// transformed.
    pub(super) fn make_rows(
        &self,
        x: &TallyElement<Crt>,
        target: &TallyRing,
        limb: usize,
        copies: bool,
        recording: &mut Recording,
    ) {
        let m = target.m();
        for group in &self.groups {
            let forward = match group.is_reduced {
                true => Kernel::CrtForwardReduced { m },
                false => Kernel::CrtForward { m },
            };
            if !group.limbs.contains(&limb) {
                target.transform_limb(recording, forward, limb, 1, x.is_secret());
            } else if copies {
                target.rows(recording, Kernel::Copy, 1);
            }
        }
    }
}

/// The digits of an element: see [`ringassay_ring::gadget::ElementDigits`].
#[derive(Debug)]
pub struct TallyDigits {
    held: Held,
    count: usize,
}

/// A constant element for each digit: see [`ringassay_ring::gadget::DigitTable`].
#[derive(Debug)]
pub struct TallyTable {
    held: Held,
    digits: usize,
}

impl TallyTable {
    pub(super) fn new(elements: &[TallyElement<Crt>]) -> Result<Self, RnsError> {
        let Some(first) = elements.first() else {
            return Err(RnsError::DigitCount { given: 0, expected: 1 });
        };
        let ring = first.ring();
        for element in elements {
            element.ring().same_index(ring)?;
            element.ring().has_moduli(ring.moduli())?;
        }
        let recording = &mut *ring.open();
        ring.each_limb(recording, Kernel::PrepareTable { terms: elements.len() as u32 });
        elements.iter().for_each(|element| element.visit(recording));
        let held = Held::apart(ring, recording, ring.table_bytes(elements.len()), false);
        held.visit(recording);
        Ok(Self { held, digits: elements.len() })
    }
}

impl TallyTable {
    /// The number of elements.
    pub(super) fn count(&self) -> usize {
        self.digits
    }

    /// Fails unless the table has elements for `count` digits in `ring`, namely `which`, and its `limbs`.
    pub(super) fn covers(
        &self,
        ring: &TallyRing,
        count: usize,
        limbs: &[usize],
        which: &[usize],
    ) -> Result<(), RnsError> {
        if which.len() != count || which.iter().any(|&digit| digit >= self.digits) {
            return Err(RnsError::DigitCount { given: which.len(), expected: count });
        }
        let own = self.held.ring();
        ring.same_index(own)?;
        let moduli = limbs.iter().map(|&limb| own.moduli().get(limb));
        if moduli.eq(ring.moduli().iter().map(Some)) {
            return Ok(());
        }
        Err(RnsError::OtherModuli {
            element: ring.moduli().to_vec(),
            tables: own.moduli().to_vec(),
        })
    }

    /// What is for `count` digits in `ring` is read. What comes from far is in the price of the product.
    pub(super) fn read(&self, ring: &TallyRing, count: usize, recording: &mut Recording) {
        let limb = self.held.bytes() / self.held.ring().limbs();
        self.held.visit_part(recording, limb * ring.limbs() / self.digits * count, false);
    }
}

impl Clone for TallyTable {
    fn clone(&self) -> Self {
        let ring = self.held.ring();
        Self {
            held: Held::apart(ring, &mut ring.open(), self.held.bytes(), false),
            digits: self.digits,
        }
    }
}

impl TallyDigits {
    /// So many digits in a ring, in memory of their own.
    pub(super) fn new(
        ring: &TallyRing,
        recording: &mut Recording,
        count: usize,
        secret: bool,
    ) -> Self {
        let held = Held::new(ring, recording, count * ring.element_bytes(), secret);
        held.visit_part(recording, held.bytes(), false);
        Self { held, count }
    }

    pub(super) fn inner_products(
        &self,
        tables: [&TallyTable; 2],
        limbs: &[usize],
        which: &[usize],
    ) -> Result<[TallyElement<Crt>; 2], RnsError> {
        let ring = self.held.ring();
        for table in tables {
            table.covers(ring, self.count, limbs, which)?;
        }
        let recording = &mut *ring.open();
        let sums = [0, 1].map(|_| TallyElement::new(ring, recording, self.held.is_secret()));
        self.held.visit_part(recording, self.held.bytes(), false);
        for (table, sum) in tables.iter().zip(&sums) {
            table.read(ring, self.count, recording);
            sum.visit(recording);
        }
        let kernel = Kernel::InnerProduct { terms: self.count as u32 };
        for limb in 0..ring.limbs() {
            recording.ran(ring.call(kernel, limb), 2);
        }
        Ok(sums)
    }

    pub(super) fn inner_product(
        &self,
        table: &TallyTable,
        limbs: &[usize],
        which: &[usize],
    ) -> Result<TallyElement<Crt>, RnsError> {
        let ring = self.held.ring();
        table.covers(ring, self.count, limbs, which)?;
        let recording = &mut *ring.open();
        let sum = TallyElement::new(ring, recording, self.held.is_secret());
        table.read(ring, self.count, recording);
        self.held.visit_part(recording, self.held.bytes(), false);
        sum.visit(recording);
        ring.each_limb(recording, Kernel::InnerProduct { terms: self.count as u32 });
        Ok(sum)
    }
}
