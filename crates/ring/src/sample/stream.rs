//! The stream of random words behind every sampler.

use ringassay_kernels::KeyStream;
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::Seed;

/// Words made at once: 32 blocks of the cipher.
const BUFFER: usize = 256;

/// The key stream of ChaCha20 (20 rounds, 64-bit counter from 0, nonce 0) keyed with a [`Seed`], as
/// little-endian words of 64 bits: the same on every machine. Key and buffer are erased when it is
/// dropped. 2^67 words long.
pub struct Stream {
    blocks: KeyStream,
    buffer: [u64; BUFFER],
    used: usize,
}

impl Stream {
    /// The stream of `seed`, from its beginning.
    pub fn new(seed: &Seed) -> Self {
        Self { blocks: KeyStream::new(seed.expose()), buffer: [0; BUFFER], used: BUFFER }
    }

    /// The next 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        let mut word = [0];
        self.fill(&mut word);
        word[0]
    }

    /// Fills `words` with the next ones.
    #[inline]
    pub fn fill(&mut self, mut words: &mut [u64]) {
        while !words.is_empty() {
            let next = self.next(words.len());
            let (now, later) = words.split_at_mut(next.len());
            now.copy_from_slice(next);
            words = later;
        }
    }

    /// The next words where they lie: at least one and at most `most`, unless that is 0.
    #[inline]
    pub(super) fn next(&mut self, most: usize) -> &[u64] {
        if self.used == BUFFER {
            self.blocks.fill(&mut self.buffer);
            self.used = 0;
        }
        let start = self.used;
        self.used += most.min(BUFFER - start);
        &self.buffer[start..self.used]
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.buffer.zeroize();
    }
}

impl ZeroizeOnDrop for Stream {}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stream(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stream of the zero key is known from RFC 8439, A.1, test vectors 1 and 2, whose first
    /// two blocks have a nonce of zero and the counters 0 and 1.
    #[test]
    fn known_key_stream() {
        let mut stream = Stream::new(&Seed::from_bytes([0; 32]));
        let mut words = [0; 16];
        stream.fill(&mut words);
        let hex: String = words.iter().map(|word| format!("{:016x}", word.swap_bytes())).collect();
        assert_eq!(
            hex,
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
             da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586\
             9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
             29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        );
    }

    #[test]
    fn words_are_the_same_however_they_are_taken() {
        let seed = Seed::from_bytes([6; 32]);
        let mut whole = [0; 3 * BUFFER];
        Stream::new(&seed).fill(&mut whole);
        let mut stream = Stream::new(&seed);
        let mut parts = vec![stream.word(), stream.word()];
        for count in [0, 1, BUFFER - 4, 7, BUFFER, BUFFER - 6] {
            let mut part = vec![0; count];
            stream.fill(&mut part);
            parts.extend(part);
        }
        assert_eq!(parts, whole);
    }
}
