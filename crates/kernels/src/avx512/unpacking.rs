//! Eight packed words at a time.

use std::arch::x86_64::*;

use super::Avx512;
use crate::{lanes::Lanes, packed::place};

/// How words of one width are unpacked.
#[derive(Clone, Copy)]
pub(crate) struct Unpacking {
    /// For each byte of a vector the byte that it takes.
    places: __m512i,
    shifts: __m512i,
    /// The bits of a word.
    kept: __m512i,
}

impl Unpacking {
    #[inline(always)]
    pub(super) fn new(lanes: Avx512, bits: u32) -> Self {
        let (mut places, mut shifts) = ([0; 8], [0; 8]);
        for word in 0..8 {
            let (start, shift) = place(word, bits);
            // Eight bytes from that of its first bit on; those behind the last of 64 are none of a word's.
            let bytes = [0, 1, 2, 3, 4, 5, 6, 7].map(|byte| (start + byte).min(63) as u8);
            (places[word], shifts[word]) = (u64::from_le_bytes(bytes), u64::from(shift));
        }
        Self {
            places: lanes.load(&places),
            shifts: lanes.load(&shifts),
            kept: lanes.splat(u64::MAX >> (u64::BITS - bits)),
        }
    }

    #[inline(always)]
    pub(super) fn words(self, bytes: &[u8; 64]) -> __m512i {
        // SAFETY: 64 readable bytes; the load needs no alignment.
        let all = unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) };
        let words = i!(_mm512_permutexvar_epi8(self.places, all));
        i!(_mm512_and_si512(i!(_mm512_srlv_epi64(words, self.shifts)), self.kept))
    }
}
