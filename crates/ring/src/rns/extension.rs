//! Base extension: residues modulo further numbers.

use std::ops::Range;

use ringassay_kernels::{
    Zq,
    rns::{CentredReduction, WeightedSum},
};

use super::{
    Limbs, LimbsMut, Moduli, RnsError, Scratch, for_columns,
    fractions::Fractions,
    limbs::MAX_LIMBS,
    parallel::{BLOCK, for_chunks},
};
use crate::{meter, recorder::Kernel};

/// From residues modulo q_1, …, q_k to residues modulo p_1, …, p_l, of the same integers.
///
/// Per coefficient k products modulo the q_i and l sums of k (fast) or k + 1 (exact) products; l
/// reductions, if k = 1.
#[derive(Debug, Clone)]
pub struct BaseExtension {
    to: Vec<Zq>,
    fractions: Fractions,
    rows: Rows,
    exact: bool,
    scratch: Scratch,
}

/// How the residues modulo each new modulus are computed.
#[derive(Debug, Clone)]
enum Rows {
    /// From residues modulo a single number.
    Reduced(Vec<CentredReduction>),
    /// From the y_i, and the quotient if the extension is exact.
    Summed(Vec<WeightedSum>),
}

impl BaseExtension {
    /// The extension of the representative in (-Q/2, Q/2] (ePrint 2018/117, §2.2, made exact:
    /// see the [module](super)).
    ///
    /// # Errors
    /// When `to` has more than [`MAX_LIMBS`] moduli. They need not be coprime to anything.
    pub fn exact(from: &Moduli, to: &[Zq]) -> Result<Self, RnsError> {
        Self::new(from, to, true)
    }

    /// The extension of some representative: of x + u·Q, where x in \[0, Q) and 0 ≤ u < k depends
    /// on x (ePrint 2016/510, §3, `FastBconv`). For key switching, where the multiple of Q is
    /// divided away into a small error.
    ///
    /// # Errors
    /// When `to` has more than [`MAX_LIMBS`] moduli.
    pub fn fast(from: &Moduli, to: &[Zq]) -> Result<Self, RnsError> {
        Self::new(from, to, false)
    }

    fn new(from: &Moduli, to: &[Zq], exact: bool) -> Result<Self, RnsError> {
        if to.len() > MAX_LIMBS {
            return Err(RnsError::TooManyModuli(to.len()));
        }
        let fractions = Fractions::new(from, |q| 1 % q.value());
        let sum = |p: &Zq| {
            let hats = (0..from.len()).map(|i| from.hat_mod(i, p));
            match exact {
                true => fractions.exact_sum(p, hats, p.modulus().neg(from.product_mod(p))),
                false => WeightedSum::new(p, from.bits(), hats),
            }
        };
        let rows = match from.zqs() {
            [q] if exact => {
                Rows::Reduced(to.iter().map(|p| CentredReduction::new(q.modulus(), p)).collect())
            }
            _ => Rows::Summed(to.iter().map(sum).collect()),
        };
        Ok(Self { to: to.to_vec(), rows, fractions, exact, scratch: Scratch::default() })
    }

    /// The basis that is extended.
    pub fn from(&self) -> &Moduli {
        self.fractions.moduli()
    }

    /// The new moduli.
    pub fn to(&self) -> &[Zq] {
        &self.to
    }

    /// Row j of `out` = the residues modulo p_j of the integers with the residues `x`.
    ///
    /// # Panics
    /// When `x` or `out` have not as many rows as there are moduli, or differ in columns.
    pub fn extend_into(&self, out: LimbsMut<'_>, x: Limbs<'_>) {
        assert_eq!(out.rows(), self.to.len(), "one row for each new modulus");
        if self.to.is_empty() {
            return;
        }
        assert_eq!(out.columns(), x.columns(), "equally many columns");
        self.meter(x.columns());
        let rows = self.prepared_rows();
        let products = (rows + 1) * (self.to.len() + 1);
        for_columns(out, rows, products, &self.scratch, |out, here, there, scratch| {
            self.prepare_block(scratch, x, there.clone());
            for j in 0..self.to.len() {
                let out = &mut out.row_mut(j)[here.clone()];
                self.row_of_block(j, out, x, there.clone(), scratch);
            }
        });
    }

    /// Whether residues modulo the new moduli are made of x itself, by [`BaseExtension::reduction`], and not of what is
    /// prepared of it.
    pub(crate) fn reads_residues(&self) -> bool {
        matches!(&self.rows, Rows::Reduced(reductions) if !reductions.is_empty())
    }

    /// The reduction that [`BaseExtension::row_into`] is, from residues modulo a single number.
    pub(crate) fn reduction(&self, j: usize) -> Option<&CentredReduction> {
        match &self.rows {
            Rows::Reduced(reductions) => reductions.get(j),
            Rows::Summed(_) => None,
        }
    }

    /// The words that [`BaseExtension::prepare_into`] writes for so many columns.
    pub(crate) fn prepared_words(&self, columns: usize) -> usize {
        self.prepared_rows() * columns.next_multiple_of(BLOCK)
    }

    /// What [`BaseExtension::row_into`] needs of x, once for all new moduli. Nothing where it
    /// [reads residues](BaseExtension::reads_residues).
    pub(crate) fn prepare_into(&self, prepared: &mut [u64], x: Limbs<'_>) {
        let rows = self.prepared_rows();
        if rows == 0 {
            return;
        }
        self.meter(x.columns());
        for_chunks(prepared, rows, |columns, block| {
            self.prepare_block(block, x, columns.start..columns.end.min(x.columns()));
        });
    }

    /// Row j of what [`BaseExtension::extend_into`] computes, from what was prepared of x. Nothing where
    /// [`BaseExtension::reads_residues`].
    pub(crate) fn row_into(&self, j: usize, row: &mut [u64], prepared: &[u64]) {
        let Rows::Summed(sums) = &self.rows else { return };
        let blocks = prepared.chunks_exact(BLOCK * self.prepared_rows());
        for (row, block) in row.chunks_mut(BLOCK).zip(blocks) {
            sums[j].apply(row, block, BLOCK);
        }
    }

    /// The rows of [`BLOCK`] words that are prepared of each block of columns.
    fn prepared_rows(&self) -> usize {
        match &self.rows {
            Rows::Reduced(_) => 0,
            Rows::Summed(sums) if sums.is_empty() => 0,
            Rows::Summed(_) if self.exact => self.fractions.exact_rows(),
            Rows::Summed(_) => self.from().len(),
        }
    }

    fn prepare_block(&self, block: &mut [u64], x: Limbs<'_>, columns: Range<usize>) {
        match self.rows {
            Rows::Reduced(_) => (),
            Rows::Summed(_) if self.exact => self.fractions.load_exact(block, x, &columns),
            Rows::Summed(_) => self.fractions.load(block, x, &columns),
        }
    }

    fn row_of_block(
        &self,
        j: usize,
        out: &mut [u64],
        x: Limbs<'_>,
        columns: Range<usize>,
        block: &[u64],
    ) {
        match &self.rows {
            Rows::Reduced(reductions) => reductions[j].apply(out, &x.row(0)[columns]),
            Rows::Summed(sums) => sums[j].apply(out, block, BLOCK),
        }
    }

    fn meter(&self, columns: usize) {
        let (from, to) = (self.from().len() as u32, self.to.len() as u32);
        let kernel = match self.exact {
            true if self.to.iter().any(|p| p.q().is_multiple_of(2)) => {
                Kernel::EvenExtension { from, to }
            }
            true => Kernel::BaseExtension { from, to },
            false => Kernel::FastBaseExtension { from, to },
        };
        meter::block(kernel, columns, self.from().zqs().iter().chain(&self.to));
    }
}
