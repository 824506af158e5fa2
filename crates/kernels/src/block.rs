//! Vectors of words in memory.

/// So many words in memory.
pub(crate) trait Block: Copy + AsRef<[u64]> + AsMut<[u64]> {
    /// A slice as blocks and the words left over.
    fn of(words: &[u64]) -> (&[Self], &[u64]);

    /// Likewise, mutable.
    fn of_mut(words: &mut [u64]) -> (&mut [Self], &mut [u64]);

    /// At most as many words, filled up with zeros.
    fn pad(words: &[u64]) -> Self;
}

impl<const N: usize> Block for [u64; N] {
    #[inline(always)]
    fn of(words: &[u64]) -> (&[Self], &[u64]) {
        words.as_chunks()
    }

    #[inline(always)]
    fn of_mut(words: &mut [u64]) -> (&mut [Self], &mut [u64]) {
        words.as_chunks_mut()
    }

    #[inline(always)]
    fn pad(words: &[u64]) -> Self {
        let mut block = [0; N];
        for (to, from) in block.iter_mut().zip(words) {
            *to = *from;
        }
        block
    }
}
