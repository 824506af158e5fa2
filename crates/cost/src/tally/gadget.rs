//! Digits and inner products.

use std::ops::Range;

use ringassay_ring::{
    Crt,
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
    /// To the limbs of no group or another, if there are any.
    extension: Option<Call>,
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
            Group { limbs: limbs.clone(), extension: (to > 0).then(call) }
        };
        Ok(Self { target: target.clone(), source, groups: groups.iter().map(group).collect() })
    }

    /// The digits of x, in `target`.
    pub(super) fn digits(
        &self,
        x: &TallyElement<Crt>,
        target: &TallyRing,
    ) -> Result<TallyDigits, RnsError> {
        let digits = self.untransformed(x, target)?;
        let recording = &mut *target.open();
        (0..target.limbs()).for_each(|limb| self.transform(recording, x, target, limb));
        Ok(digits)
    }

    /// The digits before they are transformed.
    fn untransformed(
        &self,
        x: &TallyElement<Crt>,
        target: &TallyRing,
    ) -> Result<TallyDigits, RnsError> {
        x.ring().has_moduli(&self.target.moduli()[..self.source])?;
        target.has_moduli(self.target.moduli())?;
        x.ring().same_index(target)?;
        let (count, m) = (self.groups.len(), target.m());
        let recording = &mut *target.open();
        let held = Held::new(target, recording, count * target.element_bytes(), x.is_secret());
        x.visit(recording);
        held.visit_part(recording, held.bytes(), false);
        target.take(recording, x.bytes());
        target.rows(recording, Kernel::Copy, x.rows());
        x.ring().transform(recording, Kernel::CrtInverse { m }, x.is_secret());
        for group in &self.groups {
            target.rows(recording, Kernel::Copy, group.limbs.len());
            if let Some(extension) = group.extension {
                recording.ran(extension, 1);
            }
        }
        target.give(recording, x.bytes(), x.is_secret());
        Ok(TallyDigits { held, count })
    }

    /// The transforms of all digits in one limb, and the copy of the one that x is itself.
    fn transform(
        &self,
        recording: &mut Recording,
        x: &TallyElement<Crt>,
        target: &TallyRing,
        limb: usize,
    ) {
        let (count, m) = (self.groups.len(), target.m());
        let own = self.groups.iter().position(|group| group.limbs.contains(&limb));
        let forward = |recording: &mut Recording, times| {
            let kernel = Kernel::CrtForward { m };
            target.transform_limb(recording, kernel, limb, times, x.is_secret());
        };
        let Some(own) = own else { return forward(recording, count) };
        forward(recording, own);
        target.rows(recording, Kernel::Copy, 1);
        forward(recording, count - own - 1);
    }

    /// Sums of products of the digits of x with two tables, limb by limb.
    pub(super) fn digit_products(
        &self,
        x: &TallyElement<Crt>,
        target: &TallyRing,
        tables: [&TallyTable; 2],
        limbs: &[usize],
        which: &[usize],
    ) -> Result<[TallyElement<Crt>; 2], RnsError> {
        let digits = self.untransformed(x, target)?;
        for table in tables {
            digits.check_table(table, limbs, which)?;
        }
        let recording = &mut *target.open();
        let sums = tables.map(|table| {
            let sum = TallyElement::new(target, recording, x.is_secret());
            digits.visit_table(recording, table);
            sum.visit(recording);
            sum
        });
        let terms = digits.count as u32;
        for limb in 0..target.limbs() {
            self.transform(recording, x, target, limb);
            recording.ran(target.call(Kernel::InnerProduct { terms }, limb), tables.len());
        }
        Ok(sums)
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
    pub(super) fn inner_product(
        &self,
        table: &TallyTable,
        limbs: &[usize],
        which: &[usize],
    ) -> Result<TallyElement<Crt>, RnsError> {
        self.check_table(table, limbs, which)?;
        let ring = self.held.ring();
        let recording = &mut *ring.open();
        let sum = TallyElement::new(ring, recording, self.held.is_secret());
        self.visit_table(recording, table);
        self.held.visit_part(recording, self.held.bytes(), false);
        sum.visit(recording);
        ring.each_limb(recording, Kernel::InnerProduct { terms: self.count as u32 });
        Ok(sum)
    }

    /// What comes from far is in the price of the product.
    fn visit_table(&self, recording: &mut Recording, table: &TallyTable) {
        let (ring, tables) = (self.held.ring(), table.held.ring());
        let share = table.held.bytes() / tables.limbs() * ring.limbs() / table.digits * self.count;
        table.held.visit_part(recording, share, false);
    }

    /// Fails unless the table has these limbs, with the moduli here, and these digits, as many as here.
    fn check_table(
        &self,
        table: &TallyTable,
        limbs: &[usize],
        which: &[usize],
    ) -> Result<(), RnsError> {
        if which.len() != self.count || which.iter().any(|&digit| digit >= table.digits) {
            return Err(RnsError::DigitCount { given: which.len(), expected: self.count });
        }
        let (ring, tables) = (self.held.ring(), table.held.ring());
        ring.same_index(tables)?;
        let moduli = limbs.iter().map(|&limb| tables.moduli().get(limb));
        if moduli.eq(ring.moduli().iter().map(Some)) {
            return Ok(());
        }
        Err(RnsError::OtherModuli {
            element: ring.moduli().to_vec(),
            tables: tables.moduli().to_vec(),
        })
    }
}
