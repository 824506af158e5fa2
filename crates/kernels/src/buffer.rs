//! Words aligned for vectors.

use std::{
    fmt,
    ops::{Deref, DerefMut},
};

use bytemuck::{Pod, Zeroable};
use zeroize::Zeroize;

/// A cache line of words, which is also a vector of the widest backend.
#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Line([u64; 8]);

/// A buffer of words that starts at a multiple of 64 bytes.
#[derive(Clone)]
pub struct AlignedVec {
    lines: Vec<Line>,
    len: usize,
}

impl AlignedVec {
    /// `len` zeros.
    pub fn zeroed(len: usize) -> Self {
        Self { lines: vec![Line([0; 8]); len.div_ceil(8)], len }
    }
}

impl Deref for AlignedVec {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        &bytemuck::cast_slice(&self.lines)[..self.len]
    }
}

impl DerefMut for AlignedVec {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut bytemuck::cast_slice_mut(&mut self.lines)[..self.len]
    }
}

impl From<&[u64]> for AlignedVec {
    fn from(words: &[u64]) -> Self {
        let mut vec = Self::zeroed(words.len());
        vec.copy_from_slice(words);
        vec
    }
}

impl PartialEq for AlignedVec {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for AlignedVec {}

impl Zeroize for AlignedVec {
    /// With the instructions that fill memory fastest, where `zeroize` writes word by word.
    fn zeroize(&mut self) {
        self.fill(0);
        observed(self);
    }
}

/// The compiler takes these words for read: what was written to them is no dead store.
fn observed(words: &[u64]) {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        use std::arch::asm;

        // SAFETY: there is no instruction; memory is said to be read and written, which nothing relies on.
        unsafe {
            asm!("/* {} */", in(reg) words.as_ptr(), options(nostack, preserves_flags));
        }
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    std::hint::black_box(words);
}

impl fmt::Debug for AlignedVec {
    /// The length only: buffers hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AlignedVec({} words)", self.len)
    }
}
