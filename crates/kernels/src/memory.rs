//! Memory that nobody holds.

/// Gives memory that was freed back to the system, as far as the allocator has whole pages of it.
///
/// For processes that live long, after what takes much memory for a short time: else the allocator
/// keeps it. With an allocator other than glibc's nothing is done.
pub fn release_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `malloc_trim` takes a number of bytes to keep, touches only memory that is free, and
    // takes the allocator's locks itself.
    unsafe {
        libc::malloc_trim(0);
    }
}
