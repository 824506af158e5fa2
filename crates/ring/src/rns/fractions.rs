//! The common first step: from residues x_i to y_i and the quotient v.

use std::ops::Range;

use ringassay_kernels::{Modulus, Prepared, Zq, secrecy};

use super::{Limbs, MAX_LIMBS, Moduli, moduli::MAX_WORDS, parallel::BLOCK};

/// Computes y_i = \[a·x·(Q/q_i)^-1\]_{q_i}, and v with \[a·x\]_Q = Σ y_i·Q/q_i - v·Q in
/// (-Q/2, Q/2].
#[derive(Debug, Clone)]
pub(crate) struct Fractions {
    moduli: Moduli,
    /// The multipliers where they are not 1.
    scales: Vec<Option<Prepared>>,
}

impl Fractions {
    /// With a factor a for each modulus, canonical.
    pub(crate) fn new(moduli: &Moduli, factor: impl Fn(&Modulus) -> u64) -> Self {
        let scale = |(i, zq): (usize, &Zq)| {
            let scale = zq.modulus().mul(factor(zq.modulus()), moduli.hat_inverse(i));
            (scale != 1).then(|| zq.prepare(scale))
        };
        Self {
            scales: moduli.zqs().iter().enumerate().map(scale).collect(),
            moduli: moduli.clone(),
        }
    }

    pub(crate) fn moduli(&self) -> &Moduli {
        &self.moduli
    }

    /// Whether the y_i are others than the residues.
    pub(crate) fn scales(&self) -> bool {
        self.scales.iter().any(Option::is_some)
    }

    /// Rows y_i, for some columns of x, at most [`BLOCK`]: row i starts at word i·`BLOCK`.
    ///
    /// # Panics
    /// When x has not as many rows as there are moduli.
    pub(crate) fn load(&self, rows: &mut [u64], x: Limbs<'_>, columns: &Range<usize>) {
        assert_eq!(x.rows(), self.moduli.len(), "one row for each modulus");
        for (i, (row, zq)) in rows.chunks_exact_mut(BLOCK).zip(self.moduli.zqs()).enumerate() {
            let row = &mut row[..columns.len()];
            let x = &x.row(i)[columns.clone()];
            match self.scales[i] {
                Some(scale) => zq.scale_into(row, x, scale),
                None => row.copy_from_slice(x),
            }
        }
    }

    /// Likewise, and v as the row after the last.
    pub(crate) fn load_exact(&self, rows: &mut [u64], x: Limbs<'_>, columns: &Range<usize>) {
        self.load(rows, x, columns);
        let count = columns.len();
        let (residues, v) = rows.split_at_mut(self.moduli.len() * BLOCK);
        let v = &mut v[..count];
        // Uncertain is only an x near ±Q/2. No secret is: it would not decrypt.
        let certain = self.moduli.quotient().round_into(v, residues, BLOCK);
        if secrecy::revealed(u8::from(certain)) == 0 {
            self.settle(v, residues);
        }
    }

    /// Replaces what the estimate is not certain of.
    #[cold]
    fn settle(&self, v: &mut [u64], residues: &[u64]) {
        let mut words = [0; MAX_WORDS];
        let mut own = [0; MAX_LIMBS];
        for (column, v) in v.iter_mut().enumerate() {
            let own = self.column(residues, column, &mut own);
            if self.moduli.quotient().round(own.iter().copied()).is_none() {
                *v = self.moduli.centre(&mut words[..self.moduli.width()], own);
            }
        }
    }

    /// The y_i of one column of loaded rows, copied to the front of `own`.
    #[inline]
    pub(crate) fn column<'a>(
        &self,
        rows: &[u64],
        column: usize,
        own: &'a mut [u64; MAX_LIMBS],
    ) -> &'a [u64] {
        let own = &mut own[..self.moduli.len()];
        for (y, row) in own.iter_mut().zip(rows.chunks_exact(BLOCK)) {
            *y = row[column];
        }
        own
    }
}
