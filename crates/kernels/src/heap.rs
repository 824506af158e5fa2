//! How much memory a program has from its allocator and in buffers that are mapped beside it, counted when asked.
//!
//! A program that may be asked declares the allocator; until [`count`] it costs one look at a flag:
//!
//! ```
//! #[global_allocator]
//! static HEAP: ringassay_kernels::heap::Counting = ringassay_kernels::heap::Counting;
//!
//! assert!(ringassay_kernels::heap::count());
//! let before = ringassay_kernels::heap::current_bytes();
//! let vector = vec![1_u8; 1000];
//! assert_eq!(ringassay_kernels::heap::current_bytes() - before, 1000);
//! # drop(vector);
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};

static COUNTS: AtomicBool = AtomicBool::new(false);
/// Below zero when memory from before the count is given back.
static CURRENT: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

/// Begins to count; `false` when the program does not use [`Counting`], so that nothing is counted.
pub fn count() -> bool {
    COUNTS.store(true, Ordering::Relaxed);
    let before = current_bytes();
    let probe = black_box(Box::new([0_u8; 64]));
    let counted = current_bytes() > before;
    drop(probe);
    counted
}

/// What is allocated now, less what was before the count began.
pub fn current_bytes() -> isize {
    CURRENT.load(Ordering::Relaxed)
}

/// The most there was at a time since [`reset_peak`].
pub fn peak_bytes() -> isize {
    PEAK.load(Ordering::Relaxed)
}

/// Forgets peaks before this moment.
pub fn reset_peak() {
    PEAK.store(current_bytes(), Ordering::Relaxed);
}

/// The system's allocator, which counts once it is asked to.
#[derive(Debug)]
pub struct Counting;

fn counts() -> bool {
    COUNTS.load(Ordering::Relaxed)
}

/// So many bytes were mapped beside the allocator.
pub(crate) fn mapped(bytes: usize) {
    if counts() {
        add(bytes);
    }
}

/// So many bytes were unmapped.
pub(crate) fn unmapped(bytes: usize) {
    if counts() {
        subtract(bytes);
    }
}

fn add(bytes: usize) {
    let bytes = bytes.cast_signed();
    let before = CURRENT.fetch_add(bytes, Ordering::Relaxed);
    PEAK.fetch_max(before + bytes, Ordering::Relaxed);
}

fn subtract(bytes: usize) {
    CURRENT.fetch_sub(bytes.cast_signed(), Ordering::Relaxed);
}

// SAFETY: every request is passed to the system's allocator or made of requests to it as `GlobalAlloc`
// does by default; a layout has at most `isize::MAX` bytes; nothing here allocates or panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are the system's.
        let address = unsafe { System.alloc(layout) };
        if counts() && !address.is_null() {
            add(layout.size());
        }
        address
    }

    unsafe fn dealloc(&self, address: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(address, layout) };
        if counts() {
            subtract(layout.size());
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !counts() {
            // SAFETY: as above.
            return unsafe { System.alloc_zeroed(layout) };
        }
        // SAFETY: as above; what was allocated has that many bytes.
        unsafe {
            let address = self.alloc(layout);
            if !address.is_null() {
                address.write_bytes(0, layout.size());
            }
            address
        }
    }

    unsafe fn realloc(&self, address: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !counts() {
            // SAFETY: as above.
            return unsafe { System.realloc(address, layout, size) };
        }
        // Both are alive while one is copied to the other, and count as such.
        // SAFETY: as above; the caller promises that `size`, rounded up to the alignment, is no more
        // than `isize::MAX`; two allocations do not overlap.
        unsafe {
            let larger = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !larger.is_null() {
                larger.copy_from_nonoverlapping(address, size.min(layout.size()));
                self.dealloc(address, layout);
            }
            larger
        }
    }
}
