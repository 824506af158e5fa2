//! Words converted and transposed, eight at a time.

use std::arch::x86_64::*;

use super::{Avx512, shuffle};
use crate::lanes::{Lanes, OUT};

impl Avx512 {
    /// A vector of words, converted as [`Lanes::copy`] says.
    #[inline(always)]
    pub(super) fn moved<const HOW: u8>(self, words: __m512i) -> __m512i {
        if HOW == OUT { self.product_words(words) } else { words }
    }

    /// Words of neighbouring rows are interleaved, then pairs, then fours.
    #[inline(always)]
    pub(super) fn transpose_words<const HOW: u8>(
        self,
        (from, from_stride): (&[u64], usize),
        (to, to_stride): (&mut [u64], usize),
        rows: usize,
        columns: usize,
    ) {
        let mut v = [i!(_mm512_setzero_si512()); 8];
        if rows == 8 && columns == 8 {
            assert!(7 * from_stride + 8 <= from.len() && 7 * to_stride + 8 <= to.len());
            for (i, v) in v.iter_mut().enumerate() {
                // SAFETY: i ≤ 7, and 7·from_stride + 8 words can be read.
                let words =
                    unsafe { _mm512_loadu_si512(from.as_ptr().add(i * from_stride).cast()) };
                *v = self.moved::<HOW>(words);
            }
            for (j, v) in shuffle::transposed(v).into_iter().enumerate() {
                // SAFETY: j ≤ 7, and 7·to_stride + 8 words can be written.
                unsafe { _mm512_storeu_si512(to.as_mut_ptr().add(j * to_stride).cast(), v) };
            }
            return;
        }
        assert!(rows <= 8 && columns <= 8, "at most a square of vectors");
        for (i, v) in v.iter_mut().enumerate() {
            if i < rows {
                *v = self.moved::<HOW>(shuffle::take(&from[i * from_stride..][..columns]));
            }
        }
        for (j, v) in shuffle::transposed(v).into_iter().enumerate() {
            if j < columns {
                shuffle::put(v, &mut to[j * to_stride..][..rows]);
            }
        }
    }

    #[inline(always)]
    pub(super) fn transpose_scattered<const HOW: u8>(
        self,
        (from, from_rows): (&[u64], &[usize]),
        (to, to_rows): (&mut [u64], &[usize]),
    ) {
        assert!(from_rows.len() <= 8 && to_rows.len() <= 8, "at most a square of vectors");
        let mut v = [i!(_mm512_setzero_si512()); 8];
        for (v, from_row) in v.iter_mut().zip(from_rows) {
            *v = self.moved::<HOW>(shuffle::take(&from[*from_row..][..to_rows.len()]));
        }
        for (v, to_row) in shuffle::transposed(v).into_iter().zip(to_rows) {
            shuffle::put(v, &mut to[*to_row..][..from_rows.len()]);
        }
    }
}
