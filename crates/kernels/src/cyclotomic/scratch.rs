//! Memory that transforms borrow.

use zeroize::Zeroize;

use crate::AlignedVec;

/// A buffer that grows to what the largest transform wants, so that repeated transforms allocate
/// nothing. One for each thread; overwritten with zeros on drop, as what passes through may be
/// secret.
#[derive(Debug, Clone)]
pub struct Scratch {
    words: AlignedVec,
}

impl Scratch {
    /// An empty one.
    pub fn new() -> Self {
        Self { words: AlignedVec::zeroed(0) }
    }

    /// `len` words of any content.
    pub fn words(&mut self, len: usize) -> &mut [u64] {
        if self.words.len() < len {
            self.words.zeroize();
            self.words = AlignedVec::zeroed(len);
        }
        &mut self.words[..len]
    }

    /// Overwrites what passed through with zeros.
    pub fn clear(&mut self) {
        self.words.zeroize();
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.words.zeroize();
    }
}
