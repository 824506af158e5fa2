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
        (from, from_row): (&[u64], impl Fn(usize) -> usize),
        (to, to_row): (&mut [u64], impl Fn(usize) -> usize),
        rows: usize,
        columns: usize,
    ) {
        let (Some(last_row), Some(last_column)) = (rows.checked_sub(4), columns.checked_sub(4))
        else {
            for i in 0..rows {
                for j in 0..columns {
                    to[to_row(j) + i] = self.moved_alone::<HOW>(from[from_row(i) + j]);
                }
            }
            return;
        };
        for i in [0, last_row] {
            for j in [0, last_column] {
                let row = |k: usize| {
                    let words = &from[from_row(i + k) + j..][..4];
                    // SAFETY: four words can be read.
                    self.moved::<HOW>(unsafe { _mm256_loadu_pd(words.as_ptr().cast()) })
                };
                let [a, b] = Self::unpack(row(0), row(1));
                let [c, d] = Self::unpack(row(2), row(3));
                let ([x0, x2], [x1, x3]) = (Self::halves(a, c), Self::halves(b, d));
                for (k, x) in [x0, x1, x2, x3].into_iter().enumerate() {
                    let words = &mut to[to_row(j + k) + i..][..4];
                    // SAFETY: four words can be written.
                    unsafe { _mm256_storeu_pd(words.as_mut_ptr().cast(), x) };
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
