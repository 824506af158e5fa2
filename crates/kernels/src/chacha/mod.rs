//! The key stream of ChaCha20, many blocks side by side.
//!
//! Bernstein's original (2008): 20 rounds, a key of 256 bits, a nonce of 64 bits, which is 0 here, and a block counter
//! of 64 bits. A vector holds one word of 32 bits of each of several blocks, so that rounds need no shuffles; only the
//! results are transposed. Constant time: additions, exclusive ors and rotations.

#[cfg(target_arch = "x86_64")]
pub(crate) mod rounds;
#[cfg(test)]
mod tests;

use chacha20::{
    ChaCha20Legacy,
    cipher::{KeyIvInit, StreamCipher},
};
use zeroize::ZeroizeOnDrop;

#[cfg(target_arch = "x86_64")]
use self::rounds::BLOCK;
use crate::Backend;
#[cfg(target_arch = "x86_64")]
use crate::{avx512::words as avx512, doubles::avx2_words as avx2};

/// A key stream from its beginning. The key is erased when it is dropped, and never printed.
pub struct KeyStream(Source);

/// Who makes the blocks.
enum Source {
    /// The vectors of a backend.
    #[cfg(target_arch = "x86_64")]
    Vectors(Vectors),
    /// The crate `chacha20`, which has vectors for ARM.
    Cipher(ChaCha20Legacy),
}

impl KeyStream {
    /// The words that are made at once on some backend: 16 blocks.
    const MOST: usize = 128;

    /// The stream of `key`, made with the backend of this process.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        Self::with(Backend::chosen().unwrap_or(Backend::Portable), key)
    }

    /// Likewise, with a backend that is available.
    fn with(backend: Backend, key: &[u8; 32]) -> Self {
        Self(match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 | Backend::Avx512 => Source::Vectors(Vectors::new(backend, key)),
            _ => Source::Cipher(ChaCha20Legacy::new(key.into(), &[0; 8].into())),
        })
    }

    /// Fills `out` with the next words: eight to a block, each of its first byte as the lowest.
    ///
    /// # Panics
    /// If `out` is no whole number of times 128 words.
    pub fn fill(&mut self, out: &mut [u64]) {
        assert_eq!(out.len() % Self::MOST, 0, "blocks are made {} words at a time", Self::MOST);
        match &mut self.0 {
            #[cfg(target_arch = "x86_64")]
            Source::Vectors(vectors) => vectors.fill(out),
            Source::Cipher(cipher) => {
                // The cipher adds its key stream to what it is given.
                out.fill(0);
                cipher.apply_keystream(bytemuck::cast_slice_mut(out));
                for word in out {
                    *word = u64::from_le(*word);
                }
            }
        }
    }
}

impl ZeroizeOnDrop for KeyStream {}

impl std::fmt::Debug for KeyStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyStream(..)")
    }
}

/// Many blocks at once.
#[cfg(target_arch = "x86_64")]
struct Vectors {
    /// Available on this machine: what `fill` relies on.
    backend: Backend,
    key: [u32; 8],
    /// The number of the next block.
    block: u64,
}

#[cfg(target_arch = "x86_64")]
impl Vectors {
    fn new(backend: Backend, key: &[u8; 32]) -> Self {
        let mut words = [0; 8];
        for (word, bytes) in words.iter_mut().zip(key.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        Self { backend, key: words, block: 0 }
    }

    fn fill(&mut self, out: &mut [u64]) {
        let Self { backend, key, block } = self;
        match backend {
            // SAFETY: the backend is available.
            Backend::Avx512 => unsafe { avx512::key_stream(key, *block, out) },
            // SAFETY: likewise; no other backend is given to `new`.
            _ => unsafe { avx2::key_stream(key, *block, out) },
        }
        *block = block.wrapping_add((out.len() / BLOCK) as u64);
    }
}

#[cfg(target_arch = "x86_64")]
impl Drop for Vectors {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.key);
    }
}
