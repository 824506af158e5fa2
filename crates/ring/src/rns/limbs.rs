//! Matrices of residues: a row per modulus, a column per coefficient.

use std::{array, ops::Range};

/// The most moduli of an RNS basis. (An index of totient 2^17 with primes of 30 bits needs 120 for
/// 128-bit security.)
pub const MAX_LIMBS: usize = 128;

/// Rows of residues in one buffer, to be read.
#[derive(Debug, Clone, Copy)]
pub struct Limbs<'a> {
    words: &'a [u64],
    stride: usize,
    columns: usize,
}

impl<'a> Limbs<'a> {
    /// Row i is `words[i·stride..][..columns]`.
    ///
    /// # Panics
    /// When `words` is not made of whole rows, or `stride` is less than `columns` or 0.
    pub fn new(words: &'a [u64], stride: usize, columns: usize) -> Self {
        assert!(stride > 0 && columns <= stride, "{columns} columns in rows of {stride} words");
        assert!(words.len().is_multiple_of(stride), "whole rows");
        Self { words, stride, columns }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.words.len() / self.stride
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The residues modulo the i-th modulus.
    ///
    /// # Panics
    /// When there is no such row.
    #[inline]
    pub fn row(&self, i: usize) -> &'a [u64] {
        &self.words[i * self.stride..][..self.columns]
    }

    /// Some of the rows.
    ///
    /// # Panics
    /// When there are no such rows.
    #[must_use]
    pub fn range(&self, rows: Range<usize>) -> Self {
        Self { words: &self.words[rows.start * self.stride..rows.end * self.stride], ..*self }
    }
}

/// At most [`MAX_LIMBS`] rows of residues, to be written. They may lie anywhere.
#[derive(Debug)]
pub struct LimbsMut<'a> {
    rows: [&'a mut [u64]; MAX_LIMBS],
    count: usize,
    columns: usize,
}

impl<'a> LimbsMut<'a> {
    /// Row i is `words[i·stride..][..columns]`.
    ///
    /// # Panics
    /// When `words` is not made of whole rows, or of more than [`MAX_LIMBS`], or `stride` is less
    /// than `columns` or 0.
    pub fn new(words: &'a mut [u64], stride: usize, columns: usize) -> Self {
        assert!(stride > 0 && columns <= stride, "{columns} columns in rows of {stride} words");
        assert!(words.len().is_multiple_of(stride), "whole rows");
        Self::from_rows(words.chunks_exact_mut(stride).map(|row| &mut row[..columns]))
    }

    /// These rows, of equal length.
    ///
    /// # Panics
    /// When their lengths differ, or there are more than [`MAX_LIMBS`].
    pub fn from_rows(rows: impl IntoIterator<Item = &'a mut [u64]>) -> Self {
        let mut limbs = Self { rows: array::from_fn(|_| Default::default()), count: 0, columns: 0 };
        for row in rows {
            assert!(limbs.count < MAX_LIMBS, "at most {MAX_LIMBS} rows");
            assert!(limbs.count == 0 || limbs.columns == row.len(), "rows of equal length");
            limbs.columns = row.len();
            limbs.rows[limbs.count] = row;
            limbs.count += 1;
        }
        limbs
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.count
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The residues modulo the i-th modulus.
    ///
    /// # Panics
    /// When there is no such row.
    #[inline]
    pub fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut *self.rows[..self.count][i]
    }

    /// All rows.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.rows[..self.count].iter_mut().map(|row| &mut **row)
    }

    /// The columns before and from `column` on.
    pub(super) fn split_at(self, column: usize) -> (Self, Self) {
        let mut left = Self::from_rows([]);
        let mut right = Self::from_rows([]);
        (left.count, right.count) = (self.count, self.count);
        (left.columns, right.columns) = (column, self.columns - column);
        for (i, row) in self.rows.into_iter().take(self.count).enumerate() {
            (left.rows[i], right.rows[i]) = row.split_at_mut(column);
        }
        (left, right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_split_where_they_are_told() {
        let mut words: Vec<u64> = (0..24).collect();
        let limbs = LimbsMut::new(&mut words, 8, 7);
        let (mut left, mut right) = limbs.split_at(3);
        assert_eq!((left.rows(), left.columns(), right.rows(), right.columns()), (3, 3, 3, 4));
        assert_eq!(left.row_mut(1), [8, 9, 10]);
        assert_eq!(right.row_mut(2), [19, 20, 21, 22]);
        let limbs = Limbs::new(&words, 8, 7);
        assert_eq!(limbs.range(1..3).row(1), [16, 17, 18, 19, 20, 21, 22]);
    }
}
