//! Words moved within and between vectors, and vectors at the edges of slices: for those who hold
//! lanes, which are the proof that the instructions exist.

use std::arch::x86_64::*;

/// Multipliers of three layers in two cache lines. The second word of each is computed (one
/// instruction) rather than loaded: long transforms wait for their tables.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
pub(crate) struct PackedTwiddles {
    pub(super) eight: [u64; 8],
    pub(super) four: [u64; 4],
    pub(super) two: [u64; 2],
    _line: [u64; 2],
}

/// Quarters of vectors (two words): [a0 b0 a1 b1] and [a2 b2 a3 b3].
#[inline(always)]
pub(super) fn interleave_quarters(a: __m512i, b: __m512i) -> [__m512i; 2] {
    let low = i!(_mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0));
    let high = i!(_mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4));
    [i!(_mm512_permutex2var_epi64(a, low, b)), i!(_mm512_permutex2var_epi64(a, high, b))]
}

/// Undoes [`interleave_quarters`].
#[inline(always)]
pub(super) fn separate_quarters(a: __m512i, b: __m512i) -> [__m512i; 2] {
    [i!(_mm512_shuffle_i64x2::<0x88>(a, b)), i!(_mm512_shuffle_i64x2::<0xdd>(a, b))]
}

/// Two words over and over.
#[inline(always)]
pub(super) fn repeat_two(words: &[u64; 2]) -> __m512i {
    // SAFETY: 16 readable bytes; the load needs no alignment.
    i!(_mm512_broadcast_i64x2(unsafe { _mm_loadu_si128(words.as_ptr().cast()) }))
}

/// Four words over and over.
#[inline(always)]
pub(super) fn repeat_four(words: &[u64; 4]) -> __m512i {
    // SAFETY: 32 readable bytes; the load needs no alignment.
    i!(_mm512_broadcast_i64x4(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }))
}

/// The square of words, turned over its diagonal.
#[inline(always)]
pub(super) fn transposed(mut v: [__m512i; 8]) -> [__m512i; 8] {
    for at in [0, 2, 4, 6] {
        [v[at], v[at + 1]] = unpack(v[at], v[at + 1]);
    }
    for at in [0, 1, 4, 5] {
        [v[at], v[at + 2]] = merge_pairs(v[at], v[at + 2]);
    }
    for at in [0, 1, 2, 3] {
        [v[at], v[at + 4]] = merge_fours(v[at], v[at + 4]);
    }
    v
}

/// [a0 b0 a2 b2 …] and [a1 b1 a3 b3 …]: an involution.
#[inline(always)]
pub(super) fn unpack(a: __m512i, b: __m512i) -> [__m512i; 2] {
    [i!(_mm512_unpacklo_epi64(a, b)), i!(_mm512_unpackhi_epi64(a, b))]
}

/// Quarters of vectors (two words): [a0 b0 a2 b2] and [a1 b1 a3 b3].
#[inline(always)]
fn merge_pairs(a: __m512i, b: __m512i) -> [__m512i; 2] {
    let low = i!(_mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0));
    let high = i!(_mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2));
    [i!(_mm512_permutex2var_epi64(a, low, b)), i!(_mm512_permutex2var_epi64(a, high, b))]
}

/// Halves of vectors (four words): [a0 b0] and [a1 b1].
#[inline(always)]
fn merge_fours(a: __m512i, b: __m512i) -> [__m512i; 2] {
    [i!(_mm512_shuffle_i64x2::<0x44>(a, b)), i!(_mm512_shuffle_i64x2::<0xee>(a, b))]
}

/// At most 8 words, and zeros.
#[inline(always)]
pub(super) fn take(words: &[u64]) -> __m512i {
    let mask = if words.len() < 8 { (1_u8 << words.len()) - 1 } else { 0xff };
    // SAFETY: the mask confines the access to the slice.
    unsafe { _mm512_maskz_loadu_epi64(mask, words.as_ptr().cast()) }
}

/// The first words of a vector, as many as there is room for. (Stores under a mask are slow.)
#[inline(always)]
pub(super) fn put(v: __m512i, to: &mut [u64]) {
    if let Some(to) = to.first_chunk_mut::<8>() {
        // SAFETY: 64 writable bytes; the store needs no alignment.
        return unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), v) };
    }
    let (count, mut at) = (to.len(), 0);
    let mut half = i!(_mm512_castsi512_si256(v));
    if count & 4 != 0 {
        let to: &mut [u64] = &mut to[..4];
        // SAFETY: 32 writable bytes; the store needs no alignment.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), half) };
        (half, at) = (i!(_mm512_extracti64x4_epi64::<1>(v)), 4);
    }
    let mut pair = i!(_mm256_castsi256_si128(half));
    if count & 2 != 0 {
        let to: &mut [u64] = &mut to[at..at + 2];
        // SAFETY: 16 writable bytes; the store needs no alignment.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), pair) };
        (pair, at) = (i!(_mm256_extracti128_si256::<1>(half)), at + 2);
    }
    if count & 1 != 0 {
        to[at] = i!(_mm_cvtsi128_si64(pair)) as u64;
    }
}
