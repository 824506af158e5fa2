//! Digits that are residues modulo groups of limbs.

use std::ops::Range;

use num_bigint::BigUint;
use ringassay_kernels::{Zq, rns::CentredReduction};

use super::{DigitsMut, Gadget};
use crate::{
    meter,
    recorder::Kernel,
    rns::{BLOCK, BaseExtension, Limbs, LimbsMut, Moduli, RnsError, exact_rows},
};

/// Digits \[x\]_{Q_j} in (-Q_j/2, Q_j/2], where Q_j is the product of the j-th group of limbs:
/// exact base extensions from each group to all other moduli.
///
/// The elements g_j are P modulo the group's moduli and 0 modulo all others, so Σ digit_j·g_j ≡ P·x
/// modulo Q·P, where P is the product of the special moduli, 1 if there are none.
#[derive(Debug, Clone)]
pub struct RnsGadget {
    target: Vec<Zq>,
    /// Which of the target moduli are Q's.
    source: Range<usize>,
    groups: Vec<Group>,
    factor: BigUint,
}

#[derive(Debug, Clone)]
struct Group {
    limbs: Range<usize>,
    extension: BaseExtension,
    element: Vec<u64>,
}

impl Group {
    /// The number of a target modulus among those that are not the group's.
    fn other(&self, limb: usize) -> usize {
        if limb < self.limbs.start { limb } else { limb - self.limbs.len() }
    }
}

impl RnsGadget {
    /// Digits of `limbs` limbs each (the last may have fewer) of x modulo the moduli Q that are the
    /// `source` range of `target`; the others, of which there may be none, are special. (Special
    /// moduli first, and the ring of each level is a prefix of that of the next.)
    ///
    /// # Errors
    /// When the moduli are not pairwise coprime, or more than
    /// [`MAX_LIMBS`](crate::rns::MAX_LIMBS), or `source` is empty, or `limbs` 0.
    ///
    /// # Panics
    /// When `source` reaches beyond the last modulus.
    pub fn new(target: &[Zq], source: Range<usize>, limbs: usize) -> Result<Self, RnsError> {
        if limbs == 0 {
            return Err(RnsError::EmptyDigits);
        }
        let group = |start: usize| start..source.end.min(start + limbs);
        let groups: Vec<Range<usize>> = source.clone().step_by(limbs).map(group).collect();
        Self::grouped(target, source, &groups)
    }

    /// Digits of the given groups of neighbouring limbs, which follow on one another and make up the
    /// `source` range of `target`.
    ///
    /// # Errors
    /// As [`RnsGadget::new`], and when the groups are not such.
    ///
    /// # Panics
    /// When `source` reaches beyond the last modulus.
    pub fn grouped(
        target: &[Zq],
        source: Range<usize>,
        groups: &[Range<usize>],
    ) -> Result<Self, RnsError> {
        let ends = groups.iter().map(|group| group.end);
        let starts = std::iter::once(source.start).chain(ends);
        let follow = starts.eq(groups.iter().map(|group| group.start).chain([source.end]));
        if !follow || groups.iter().any(Range::is_empty) {
            return Err(RnsError::EmptyDigits);
        }
        assert!(source.end <= target.len(), "moduli {source:?} of {}", target.len());
        if source.is_empty() {
            return Err(RnsError::NoModuli);
        }
        Moduli::new(target)?;
        let special = [&target[..source.start], &target[source.end..]].concat();
        let group = |range: &Range<usize>| {
            let from = Moduli::new(&target[range.clone()])?;
            let others = [&target[..range.start], &target[range.end..]].concat();
            let element = |(i, q): (usize, &Zq)| {
                let product = |r, p: &Zq| q.modulus().mul(r, q.modulus().reduce(p.q()));
                if range.contains(&i) { special.iter().fold(1 % q.q(), product) } else { 0 }
            };
            Ok(Group {
                extension: BaseExtension::exact(&from, &others)?,
                element: target.iter().enumerate().map(element).collect(),
                limbs: range.clone(),
            })
        };
        let groups = groups.iter().map(group).collect::<Result<_, _>>()?;
        let factor = special.iter().map(|p| BigUint::from(p.q())).product();
        Ok(Self { target: target.to_vec(), source, groups, factor })
    }

    /// The j-th digit alone, modulo each target modulus.
    ///
    /// # Panics
    /// When `x` or `out` have not as many rows as there are moduli, or differ in columns, or there
    /// is no j-th digit.
    pub fn decompose_digit_into(&self, digit: usize, mut out: LimbsMut<'_>, x: Limbs<'_>) {
        assert_eq!(x.rows(), self.source.len(), "one row for each source modulus");
        assert_eq!(out.rows(), self.target.len(), "one row for each target modulus");
        assert_eq!(out.columns(), x.columns(), "equally many columns");
        let group = &self.groups[digit];
        let (limbs, extension, x) = (&group.limbs, &group.extension, self.of_group(group, x));
        for (i, limb) in limbs.clone().enumerate() {
            meter::rows(Kernel::Copy, x.columns(), 1);
            out.row_mut(limb).copy_from_slice(x.row(i));
        }
        let others =
            out.iter_mut().enumerate().filter(|(i, _)| !limbs.contains(i)).map(|(_, row)| row);
        extension.extend_into(LimbsMut::from_rows(others), x);
    }

    /// Bytes of working memory in which [`Element::digits`](crate::Element::digits) extends a digit modulo these
    /// numbers to others, for elements of degree n.
    pub fn working_bytes(moduli: &[u64], degree: usize) -> usize {
        // Single limbs are reduced as they are.
        let rows = if moduli.len() == 1 { 0 } else { exact_rows(moduli) };
        8 * rows * degree.next_multiple_of(BLOCK)
    }

    /// Whether digits are made of x itself, not only of what is prepared of it: those of one limb.
    pub(crate) fn reads_residues(&self) -> bool {
        self.groups.iter().any(|group| group.extension.reads_residues())
    }

    /// The words that [`RnsGadget::prepare_into`] writes for so many columns.
    pub(crate) fn prepared_words(&self, columns: usize) -> usize {
        self.groups.iter().map(|group| group.extension.prepared_words(columns)).sum()
    }

    /// The limbs of x that each digit is made of, and the words of [`RnsGadget::prepared_words`] that are
    /// prepared of them, one digit after another.
    pub(crate) fn prepared_parts(
        &self,
        columns: usize,
    ) -> impl Iterator<Item = (Range<usize>, usize)> {
        let start = self.source.start;
        self.groups.iter().map(move |group| {
            let limbs = group.limbs.start - start..group.limbs.end - start;
            (limbs, group.extension.prepared_words(columns))
        })
    }

    /// What [`RnsGadget::digit_row_into`] needs of the limbs of x that a digit is made of, once for all target
    /// moduli.
    pub(crate) fn prepare_into(&self, digit: usize, prepared: &mut [u64], x: Limbs<'_>) {
        self.groups[digit].extension.prepare_into(prepared, x);
    }

    /// The j-th digit modulo one target modulus that is not of its group, if it is the reduction of a limb of x: which
    /// one, and what reduces it.
    pub(crate) fn reduced_limb(
        &self,
        digit: usize,
        limb: usize,
    ) -> Option<(usize, &CentredReduction)> {
        let group = &self.groups[digit];
        let reduction = group.extension.reduction(group.other(limb))?;
        Some((group.limbs.start - self.source.start, reduction))
    }

    /// Any other digit modulo a target modulus that is not of its group, from what was prepared of x: so that a row can
    /// be made when it is needed.
    pub(crate) fn digit_row_into(
        &self,
        digit: usize,
        limb: usize,
        row: &mut [u64],
        prepared: &[u64],
    ) {
        let mut parts = self.prepared_parts(row.len()).map(|(_, words)| words);
        let start = parts.by_ref().take(digit).sum();
        let (group, words) = (&self.groups[digit], parts.next().unwrap_or_default());
        group.extension.row_into(group.other(limb), row, &prepared[start..start + words]);
    }

    /// The rows of x that are a group's.
    fn of_group<'a>(&self, group: &Group, x: Limbs<'a>) -> Limbs<'a> {
        x.range(group.limbs.start - self.source.start..group.limbs.end - self.source.start)
    }
}

impl Gadget for RnsGadget {
    fn digits(&self) -> usize {
        self.groups.len()
    }

    fn source(&self) -> &[Zq] {
        &self.target[self.source.clone()]
    }

    fn target(&self) -> &[Zq] {
        &self.target
    }

    fn shared(&self, digit: usize) -> (Range<usize>, usize) {
        let limbs = self.groups[digit].limbs.clone();
        (limbs.clone(), limbs.start - self.source.start)
    }

    fn element(&self, digit: usize) -> &[u64] {
        &self.groups[digit].element
    }

    fn bound(&self, digit: usize) -> BigUint {
        self.groups[digit].extension.from().product() / 2_u8
    }

    fn factor(&self) -> &BigUint {
        &self.factor
    }

    fn decompose_into(&self, out: &mut dyn DigitsMut, x: Limbs<'_>) {
        assert_eq!(out.digits(), self.digits(), "as many digits as the gadget has");
        for digit in 0..self.digits() {
            self.decompose_digit_into(digit, out.digit_mut(digit), x);
        }
    }
}
