//! Asking for memory before it is read.

/// The bytes of a cache line.
pub(crate) const LINE: usize = 64;

/// Asks for the cache line of byte `at` of a slice, or of whatever lies there behind its end: without a branch, for
/// inner loops.
#[inline(always)]
#[allow(unused_variables)]
pub(crate) fn prefetch<T>(slice: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching reads nothing and takes any address. SSE is part of x86-64.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().cast::<i8>().wrapping_add(at));
    }
}

/// As [`prefetch`], of what is read only once: it need not stay in caches that others share.
#[inline(always)]
#[allow(unused_variables)]
pub(crate) fn prefetch_once<T>(slice: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: as above.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_NTA, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_NTA>(slice.as_ptr().cast::<i8>().wrapping_add(at));
    }
}
