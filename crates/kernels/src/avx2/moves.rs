//! Words copied and transposed, four at a time where there are four.
//!
//! Pieces of more than four words that are no multiple of four are covered by vectors that overlap:
//! what is written twice is the same.

use std::arch::x86_64::*;

use super::{Avx2, ROUND, TWO_52};
use crate::lanes::{IN, Lanes, OUT};

impl Avx2 {
    /// A vector of words, converted as [`Lanes::copy`] says.
    #[inline(always)]
    fn moved<const HOW: u8>(self, words: __m256d) -> __m256d {
        match HOW {
            IN => {
                let x = i!(_mm256_or_pd(words, self.two_52));
                i!(_mm256_sub_pd(x, self.two_52))
            }
            OUT => i!(_mm256_castsi256_pd(self.product_words(words))),
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

    /// At most 8 words.
    #[inline(always)]
    pub(super) fn copy_words<const HOW: u8>(self, from: &[u64], to: &mut [u64]) {
        assert!(from.len() == to.len() && from.len() <= 8, "at most two vectors");
        let Some(last) = from.len().checked_sub(4) else {
            for (to, from) in to.iter_mut().zip(from) {
                *to = self.moved_alone::<HOW>(*from);
            }
            return;
        };
        for at in [0, last] {
            // SAFETY: at + 4 words of both slices exist.
            unsafe {
                let words = _mm256_loadu_pd(from.as_ptr().add(at).cast());
                _mm256_storeu_pd(to.as_mut_ptr().add(at).cast(), self.moved::<HOW>(words));
            }
        }
    }

    /// At most 8 rows and columns.
    #[inline(always)]
    pub(super) fn transpose_words<const HOW: u8>(
        self,
        from: &[u64],
        from_stride: usize,
        rows: usize,
        to: &mut [u64],
        to_stride: usize,
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
                // SAFETY: rows i … i + 3 exist, and columns j … j + 3 of each.
                let row = |k: usize| unsafe {
                    _mm256_loadu_pd(from.as_ptr().add((i + k) * from_stride + j).cast())
                };
                let [a, b] = Self::unpack(self.moved::<HOW>(row(0)), self.moved::<HOW>(row(1)));
                let [c, d] = Self::unpack(self.moved::<HOW>(row(2)), self.moved::<HOW>(row(3)));
                let ([x0, x2], [x1, x3]) = (Self::halves(a, c), Self::halves(b, d));
                for (k, x) in [x0, x1, x2, x3].into_iter().enumerate() {
                    // SAFETY: columns j … j + 3 exist, and rows i … i + 3 of each.
                    unsafe {
                        _mm256_storeu_pd(to.as_mut_ptr().add((j + k) * to_stride + i).cast(), x);
                    }
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
