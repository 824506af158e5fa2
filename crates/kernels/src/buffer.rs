//! Words aligned for vectors.

use std::{
    fmt,
    ops::{Deref, DerefMut},
};

use bytemuck::{Pod, Zeroable, cast_slice, cast_slice_mut};
use memmap2::MmapMut;
use zeroize::Zeroize;

use crate::heap;

/// From how many bytes on [`AlignedVec::mapped`] takes pages of its own.
///
/// Ciphertexts of many levels are buffers of many lengths. In one heap the holes that one length leaves
/// do not fit the next, and a circuit of thousands of gates held nearly twice the memory of what was
/// alive. A mapped buffer is back with the system as soon as it is dropped, and costs a page fault for
/// each page: for buffers that rest in a pool between uses, and for tables of keys.
pub const MAPPED_BYTES: usize = 1 << 18;

/// From how many bytes on [`AlignedVec::mapped`] asks for huge pages, where the system has them: one page fault, and one
/// entry in the processor's table of translations, for 2 MiB instead of 512. Only what a huge page covers whole becomes
/// one, so that no more memory is taken than the buffer has.
pub const HUGE_BYTES: usize = 1 << 21;

/// A cache line of words, which is also a vector of the widest backend.
#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Line([u64; 8]);

/// Where words lie: in the allocator's heap, or in pages of their own.
enum Memory {
    Heap(Vec<Line>),
    Mapped(Pages),
}

/// Pages of zeros, counted with what the allocator gives.
struct Pages(MmapMut);

impl Pages {
    fn map(bytes: usize) -> Option<Self> {
        let pages = MmapMut::map_anon(bytes).ok()?;
        #[cfg(target_os = "linux")]
        if bytes >= HUGE_BYTES {
            // Advice: where it is not taken, pages are small.
            let _ = pages.advise(memmap2::Advice::HugePage);
        }
        heap::mapped(bytes);
        Some(Self(pages))
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        heap::unmapped(self.0.len());
    }
}

/// A buffer of words that starts at a multiple of 64 bytes.
pub struct AlignedVec {
    memory: Memory,
    len: usize,
}

impl AlignedVec {
    /// `len` zeros.
    pub fn zeroed(len: usize) -> Self {
        Self { memory: Memory::Heap(vec![Line([0; 8]); len.div_ceil(8)]), len }
    }

    /// `len` zeros, in pages of their own from [`MAPPED_BYTES`] on.
    pub fn mapped(len: usize) -> Self {
        let bytes = len.saturating_mul(size_of::<u64>());
        let pages = (bytes >= MAPPED_BYTES).then(|| Pages::map(bytes)).flatten();
        // Where the system maps no more, the heap may still have memory.
        pages.map_or_else(|| Self::zeroed(len), |pages| Self { memory: Memory::Mapped(pages), len })
    }
}

impl Clone for AlignedVec {
    fn clone(&self) -> Self {
        Self::from(&**self)
    }
}

impl Deref for AlignedVec {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        let words: &[u64] = match &self.memory {
            Memory::Heap(lines) => cast_slice(lines),
            Memory::Mapped(pages) => cast_slice(&pages.0),
        };
        &words[..self.len]
    }
}

impl DerefMut for AlignedVec {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        let words: &mut [u64] = match &mut self.memory {
            Memory::Heap(lines) => cast_slice_mut(lines),
            Memory::Mapped(pages) => cast_slice_mut(&mut pages.0),
        };
        &mut words[..self.len]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_buffers_are_aligned_zeros_and_their_copies_equal() {
        let large = MAPPED_BYTES / size_of::<u64>();
        let huge = HUGE_BYTES / size_of::<u64>();
        let lengths = [0, 1, 8, 4097, large - 1, large, 3 * large + 5, huge, 2 * huge + 5];
        let both = |len| [(len, AlignedVec::zeroed(len)), (len, AlignedVec::mapped(len))];
        for (len, mut buffer) in lengths.into_iter().flat_map(both) {
            assert_eq!((buffer.len(), buffer.as_ptr().addr() % 64), (len, 0));
            assert!(buffer.iter().all(|&word| word == 0));
            buffer.iter_mut().zip(1..).for_each(|(word, value)| *word = value);
            assert_eq!(buffer.clone(), buffer);
            buffer.zeroize();
            assert!(buffer.iter().all(|&word| word == 0), "{len} words");
        }
    }
}
