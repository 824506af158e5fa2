//! Eight words of 32 bits in a register of 256.

use std::arch::x86_64::*;

use super::avx2::i;
use crate::chacha::rounds::{Words32, counter_words, fill};

/// Blocks of the key stream of ChaCha20 from number `first` on: as many as `out` holds, a multiple of 8.
#[target_feature(enable = "avx2")]
pub(crate) fn key_stream(key: &[u32; 8], first: u64, out: &mut [u64]) {
    fill(Words(()), key, first, out);
}

/// The proof of AVX2.
#[derive(Clone, Copy)]
struct Words(());

impl Words32 for Words {
    const BLOCKS: usize = 8;

    type V = __m256i;

    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        i!(_mm256_set1_epi32(word as i32))
    }

    #[inline(always)]
    fn counters(self, first: u64) -> [__m256i; 2] {
        let [low, high] = counter_words::<8>(first);
        [load(self, &low), load(self, &high)]
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        i!(_mm256_add_epi32(a, b))
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        i!(_mm256_xor_si256(a, b))
    }

    #[inline(always)]
    fn rotate<const LEFT: i32, const RIGHT: i32>(self, v: __m256i) -> __m256i {
        match LEFT {
            16 => rearrange(self, v, [2, 3, 0, 1]),
            8 => rearrange(self, v, [3, 0, 1, 2]),
            _ => {
                let [left, right] =
                    [i!(_mm256_slli_epi32::<LEFT>(v)), i!(_mm256_srli_epi32::<RIGHT>(v))];
                i!(_mm256_or_si256(left, right))
            }
        }
    }

    #[inline(always)]
    fn store(self, state: &[__m256i; 16], out: &mut [u64]) {
        let (blocks, _) = out.as_chunks_mut::<8>();
        for (half, eight) in state.as_chunks::<8>().0.iter().enumerate() {
            let rows = transpose(self, eight);
            for (block, row) in blocks.iter_mut().zip(rows) {
                let (halves, _) = block.as_chunks_mut::<4>();
                // SAFETY: 32 writable bytes; the store needs no alignment.
                unsafe { _mm256_storeu_si256(halves[half % 2].as_mut_ptr().cast(), row) }
            }
        }
    }
}

#[inline(always)]
fn load(_: Words, words: &[u32; 8]) -> __m256i {
    // SAFETY: 32 readable bytes; the load needs no alignment. `Words` is the proof of the instruction.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// In each word the bytes of these places.
#[inline(always)]
fn rearrange(_: Words, v: __m256i, places: [u8; 4]) -> __m256i {
    const NEXT: i32 = 0x0404_0404;
    let a = i32::from_le_bytes(places);
    let [b, c, d] = [a + NEXT, a + 2 * NEXT, a + 3 * NEXT];
    i!(_mm256_shuffle_epi8(v, i!(_mm256_setr_epi32(a, b, c, d, a, b, c, d))))
}

/// Row i: word i of each of the eight vectors.
#[inline(always)]
fn transpose(_: Words, v: &[__m256i; 8]) -> [__m256i; 8] {
    let (a, b) = (four(v, 0), four(v, 4));
    let mut rows = *v;
    let mut i = 0;
    while i < 4 {
        rows[i] = i!(_mm256_permute2x128_si256::<0x20>(a[i], b[i]));
        rows[4 + i] = i!(_mm256_permute2x128_si256::<0x31>(a[i], b[i]));
        i += 1;
    }
    rows
}

/// Of each 128 bits of four vectors: their words 0, 1, 2, 3.
#[inline(always)]
fn four(v: &[__m256i; 8], at: usize) -> [__m256i; 4] {
    let [a, b, c, d] = [v[at], v[at + 1], v[at + 2], v[at + 3]];
    let low = [i!(_mm256_unpacklo_epi32(a, b)), i!(_mm256_unpacklo_epi32(c, d))];
    let high = [i!(_mm256_unpackhi_epi32(a, b)), i!(_mm256_unpackhi_epi32(c, d))];
    [
        i!(_mm256_unpacklo_epi64(low[0], low[1])),
        i!(_mm256_unpackhi_epi64(low[0], low[1])),
        i!(_mm256_unpacklo_epi64(high[0], high[1])),
        i!(_mm256_unpackhi_epi64(high[0], high[1])),
    ]
}
