//! Sixteen words of 32 bits in a register of 512.

use std::arch::x86_64::*;

use crate::chacha::rounds::{Words32, counter_words, fill};

/// Blocks of the key stream of ChaCha20 from number `first` on: as many as `out` holds, a multiple of 16.
#[target_feature(enable = "avx512f")]
pub(crate) fn key_stream(key: &[u32; 8], first: u64, out: &mut [u64]) {
    fill(Words(()), key, first, out);
}

/// The proof that the machine has the instructions.
#[derive(Clone, Copy)]
struct Words(());

impl Words32 for Words {
    const BLOCKS: usize = 16;

    type V = __m512i;

    #[inline(always)]
    fn splat(self, word: u32) -> __m512i {
        i!(_mm512_set1_epi32(word as i32))
    }

    #[inline(always)]
    fn counters(self, first: u64) -> [__m512i; 2] {
        let [low, high] = counter_words::<16>(first);
        // SAFETY: 64 readable bytes each; the load needs no alignment.
        unsafe {
            [_mm512_loadu_si512(low.as_ptr().cast()), _mm512_loadu_si512(high.as_ptr().cast())]
        }
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        i!(_mm512_add_epi32(a, b))
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        i!(_mm512_xor_si512(a, b))
    }

    #[inline(always)]
    fn rotate<const LEFT: i32, const RIGHT: i32>(self, v: __m512i) -> __m512i {
        i!(_mm512_rol_epi32::<LEFT>(v))
    }

    #[inline(always)]
    fn store(self, state: &[__m512i; 16], out: &mut [u64]) {
        for (block, row) in out.as_chunks_mut::<8>().0.iter_mut().zip(transpose(self, state)) {
            // SAFETY: 64 writable bytes; the store needs no alignment.
            unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast(), row) }
        }
    }
}

/// Row i: word i of each of the sixteen vectors.
#[inline(always)]
fn transpose(_: Words, v: &[__m512i; 16]) -> [__m512i; 16] {
    let fours = [four(v, 0), four(v, 4), four(v, 8), four(v, 12)];
    let mut rows = [v[0]; 16];
    let mut i = 0;
    while i < 4 {
        let [a, b, c, d] = [fours[0][i], fours[1][i], fours[2][i], fours[3][i]];
        let (ab, cd) = (quarters(a, b), quarters(c, d));
        let (even, odd) = (quarters(ab[0], cd[0]), quarters(ab[1], cd[1]));
        [rows[i], rows[8 + i], rows[4 + i], rows[12 + i]] = [even[0], even[1], odd[0], odd[1]];
        i += 1;
    }
    rows
}

/// Of each 128 bits of four vectors: their words 0, 1, 2, 3.
#[inline(always)]
fn four(v: &[__m512i; 16], at: usize) -> [__m512i; 4] {
    let [a, b, c, d] = [v[at], v[at + 1], v[at + 2], v[at + 3]];
    let low = [i!(_mm512_unpacklo_epi32(a, b)), i!(_mm512_unpacklo_epi32(c, d))];
    let high = [i!(_mm512_unpackhi_epi32(a, b)), i!(_mm512_unpackhi_epi32(c, d))];
    [
        i!(_mm512_unpacklo_epi64(low[0], low[1])),
        i!(_mm512_unpackhi_epi64(low[0], low[1])),
        i!(_mm512_unpacklo_epi64(high[0], high[1])),
        i!(_mm512_unpackhi_epi64(high[0], high[1])),
    ]
}

/// 128 bits each: [a0 a2 b0 b2] and [a1 a3 b1 b3].
#[inline(always)]
fn quarters(a: __m512i, b: __m512i) -> [__m512i; 2] {
    [
        i!(_mm512_shuffle_i32x4::<0b10_00_10_00>(a, b)),
        i!(_mm512_shuffle_i32x4::<0b11_01_11_01>(a, b)),
    ]
}
