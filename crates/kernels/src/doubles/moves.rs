//! Words copied and transposed, four at a time where there are four.
//!
//! Pieces of more than four words that are no multiple of four are covered by vectors that overlap:
//! what is written twice is the same.

use super::{Doubles, ROUND, TWO_52, instructions::Instructions};
use crate::lanes::{IN, Lanes, OUT};

impl<F: Instructions> Doubles<F> {
    /// A vector of words, converted as [`Lanes::copy`] says.
    #[inline(always)]
    fn moved<const HOW: u8>(self, words: F::V) -> F::V {
        match HOW {
            IN => {
                let x = self.with.or(words, self.two_52);
                self.with.sub(x, self.two_52)
            }
            OUT => self.with.of_bits(self.product_words(words)),
            _ => words,
        }
    }

    /// Likewise one word.
    #[inline(always)]
    pub(super) fn moved_alone<const HOW: u8>(self, word: u64) -> u64 {
        match HOW {
            IN => (f64::from_bits(word | TWO_52.to_bits()) - TWO_52).to_bits(),
            OUT => {
                let rounded = (f64::from_bits(word) + ROUND).to_bits();
                let r = rounded.wrapping_sub(ROUND.to_bits()) as i64;
                // q where it is negative.
                r.wrapping_add((r >> 63) & self.q_word) as u64
            }
            _ => word,
        }
    }

    #[inline(always)]
    pub(super) fn copy_words<const HOW: u8>(self, from: &[u64], to: &mut [u64]) {
        assert_eq!(from.len(), to.len(), "slices of equal length");
        let Some(last) = from.len().checked_sub(4) else {
            for (to, from) in to.iter_mut().zip(from) {
                *to = self.moved_alone::<HOW>(*from);
            }
            return;
        };
        let mut at = 0;
        loop {
            // SAFETY: at ≤ last, and last + 4 words of both slices exist.
            unsafe {
                let words = self.with.read(from.as_ptr().add(at));
                self.with.write(to.as_mut_ptr().add(at), self.moved::<HOW>(words));
            }
            if at == last {
                break;
            }
            at = last.min(at + 4);
        }
    }

    /// A square of four rows of four words, turned over its diagonal.
    #[inline(always)]
    fn transposed(self, v: [F::V; 4]) -> [F::V; 4] {
        let ([a, b], [c, d]) = (self.with.unpack(v[0], v[1]), self.with.unpack(v[2], v[3]));
        let ([x0, x2], [x1, x3]) = (self.with.halves(a, c), self.with.halves(b, d));
        [x0, x1, x2, x3]
    }

    /// At most 8 rows and columns.
    #[inline(always)]
    pub(super) fn transpose_words<const HOW: u8>(
        self,
        (from, from_stride): (&[u64], usize),
        (to, to_stride): (&mut [u64], usize),
        rows: usize,
        columns: usize,
    ) {
        let (Some(last_row), Some(last_column)) = (rows.checked_sub(4), columns.checked_sub(4))
        else {
            for i in 0..rows {
                for j in 0..columns {
                    to[j * to_stride + i] = self.moved_alone::<HOW>(from[i * from_stride + j]);
                }
            }
            return;
        };
        assert!((rows - 1) * from_stride + columns <= from.len(), "rows to read");
        assert!((columns - 1) * to_stride + rows <= to.len(), "columns to write");
        for i in [0, last_row] {
            for j in [0, last_column] {
                let mut v = [self.two_52; 4];
                for (k, v) in v.iter_mut().enumerate() {
                    let at = (i + k) * from_stride + j;
                    // SAFETY: rows i … i + 3 exist, and columns j … j + 3 of each.
                    let words = unsafe { self.with.read(from.as_ptr().add(at)) };
                    *v = self.moved::<HOW>(words);
                }
                for (k, x) in self.transposed(v).into_iter().enumerate() {
                    let at = (j + k) * to_stride + i;
                    // SAFETY: columns j … j + 3 exist, and rows i … i + 3 of each.
                    unsafe { self.with.write(to.as_mut_ptr().add(at), x) };
                }
                if last_column == 0 {
                    break;
                }
            }
            if last_row == 0 {
                break;
            }
        }
    }

    /// At most 8 rows and columns, anywhere.
    #[inline(always)]
    pub(super) fn transpose_scattered<const HOW: u8>(
        self,
        (from, from_rows): (&[u64], &[usize]),
        (to, to_rows): (&mut [u64], &[usize]),
    ) {
        let (Some(last_row), Some(last_column)) =
            (from_rows.len().checked_sub(4), to_rows.len().checked_sub(4))
        else {
            for (i, from_row) in from_rows.iter().enumerate() {
                for (j, to_row) in to_rows.iter().enumerate() {
                    to[to_row + i] = self.moved_alone::<HOW>(from[from_row + j]);
                }
            }
            return;
        };
        for i in [0, last_row] {
            for j in [0, last_column] {
                let mut v = [self.two_52; 4];
                for (v, from_row) in v.iter_mut().zip(&from_rows[i..i + 4]) {
                    let words = &from[from_row + j..][..4];
                    // SAFETY: four words can be read.
                    *v = self.moved::<HOW>(unsafe { self.with.read(words.as_ptr()) });
                }
                for (x, to_row) in self.transposed(v).into_iter().zip(&to_rows[j..j + 4]) {
                    let words = &mut to[to_row + i..][..4];
                    // SAFETY: four words can be written.
                    unsafe { self.with.write(words.as_mut_ptr(), x) };
                }
                if last_column == 0 {
                    break;
                }
            }
            if last_row == 0 {
                break;
            }
        }
    }
}
