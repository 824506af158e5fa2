//! The rounds, on vectors that hold the same word of several blocks.

use crate::lanes::array;

/// The words of 64 bits in a block.
pub(super) const BLOCK: usize = 8;

/// "expand 32-byte k".
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// Words of 32 bits, one of each of several blocks, and the instructions on them.
///
/// A value of this type is the proof that the machine has them. All methods are inlined into a function that is
/// compiled for them.
pub(crate) trait Words32: Copy {
    /// The words in a vector: 16 is a multiple.
    const BLOCKS: usize;

    /// As many words.
    type V: Copy;

    /// One word in all lanes.
    fn splat(self, word: u32) -> Self::V;

    /// The lower and the upper halves of `first`, `first` + 1, …, modulo 2^64.
    fn counters(self, first: u64) -> [Self::V; 2];

    /// a + b modulo 2^32.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;

    /// Bits that one has.
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;

    /// Each word turned left by `LEFT` bits, which are 32 - `RIGHT`.
    fn rotate<const LEFT: i32, const RIGHT: i32>(self, v: Self::V) -> Self::V;

    /// Block after block, each of its sixteen words after the other, two to a word of `out`, the first one lower:
    /// 8·`BLOCKS` words.
    fn store(self, state: &[Self::V; 16], out: &mut [u64]);
}

/// The two halves of consecutive counters.
#[inline(always)]
pub(crate) fn counter_words<const N: usize>(first: u64) -> [[u32; N]; 2] {
    let (mut low, mut high) = ([0; N], [0; N]);
    for i in 0..N {
        let counter = first.wrapping_add(i as u64);
        (low[i], high[i]) = (counter as u32, (counter >> 32) as u32);
    }
    [low, high]
}

/// The blocks from number `first` on: as many as `out` holds, a multiple of `W::BLOCKS`.
#[inline(always)]
pub(crate) fn fill<W: Words32>(words: W, key: &[u32; 8], mut first: u64, out: &mut [u64]) {
    for out in out.chunks_exact_mut(W::BLOCKS * BLOCK) {
        blocks(words, key, first, out);
        first = first.wrapping_add(W::BLOCKS as u64);
    }
}

#[inline(always)]
fn blocks<W: Words32>(words: W, key: &[u32; 8], first: u64, out: &mut [u64]) {
    let counters = words.counters(first);
    let start: [W::V; 16] = array(
        #[inline(always)]
        |i| match i {
            0..4 => words.splat(CONSTANTS[i]),
            4..12 => words.splat(key[i - 4]),
            12..14 => counters[i - 12],
            _ => words.splat(0),
        },
    );
    let mut state = start;
    for _ in 0..10 {
        for i in 0..4 {
            quarter_round(words, &mut state, [i, 4 + i, 8 + i, 12 + i]);
        }
        for i in 0..4 {
            let diagonal = [i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4];
            quarter_round(words, &mut state, diagonal);
        }
    }
    for (word, start) in state.iter_mut().zip(start) {
        *word = words.add(*word, start);
    }
    words.store(&state, out);
}

#[inline(always)]
fn quarter_round<W: Words32>(words: W, state: &mut [W::V; 16], [a, b, c, d]: [usize; 4]) {
    state[a] = words.add(state[a], state[b]);
    state[d] = words.rotate::<16, 16>(words.xor(state[d], state[a]));
    state[c] = words.add(state[c], state[d]);
    state[b] = words.rotate::<12, 20>(words.xor(state[b], state[c]));
    state[a] = words.add(state[a], state[b]);
    state[d] = words.rotate::<8, 24>(words.xor(state[d], state[a]));
    state[c] = words.add(state[c], state[d]);
    state[b] = words.rotate::<7, 25>(words.xor(state[b], state[c]));
}
