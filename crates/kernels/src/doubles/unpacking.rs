//! Four packed words at a time: two pairs, each from sixteen bytes.

use super::instructions::Instructions;
use crate::packed::place;

/// How words of one width are unpacked, by the half of a group of eight to which they belong.
#[derive(Clone, Copy)]
pub(crate) struct Unpacking<F: Instructions> {
    /// The first byte of each pair.
    starts: [[usize; 2]; 2],
    /// For each byte of a word which of the sixteen it takes.
    places: [F::I; 2],
    shifts: [F::I; 2],
    /// The bits of a word.
    kept: F::I,
}

impl<F: Instructions> Unpacking<F> {
    #[inline(always)]
    pub(super) fn new(with: F, bits: u32) -> Self {
        let words = |words: [u64; 4]| with.bits(with.load(&words));
        let half = |half: usize| {
            let (mut starts, mut places, mut shifts) = ([0; 2], [0; 4], [0; 4]);
            for word in 0..4 {
                let (byte, shift) = place(4 * half + word, bits);
                if word % 2 == 0 {
                    starts[word / 2] = byte;
                }
                // Two words of at most 56 bits end within fifteen bytes of the first one's beginning.
                let first = byte - starts[word / 2];
                let bytes = [0, 1, 2, 3, 4, 5, 6, 7].map(|byte| (first + byte) as u8);
                (places[word], shifts[word]) = (u64::from_le_bytes(bytes), u64::from(shift));
            }
            (starts, words(places), words(shifts))
        };
        let [lower, upper] = [half(0), half(1)];
        Self {
            starts: [lower.0, upper.0],
            places: [lower.1, upper.1],
            shifts: [lower.2, upper.2],
            kept: with.splat_word(u64::MAX >> (u64::BITS - bits)),
        }
    }

    /// The words of a half.
    #[inline(always)]
    pub(super) fn words(self, with: F, bytes: &[u8; 64], half: usize) -> F::I {
        // No pair of words of at most 56 bits begins behind byte 42.
        let words = with.rearranged_bytes(bytes, self.starts[half], self.places[half]);
        with.and_words(with.shift_right(words, self.shifts[half]), self.kept)
    }
}
