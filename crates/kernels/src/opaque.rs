//! Words of which the compiler knows nothing.

/// The same word. The compiler cannot know what it is: a mask that is made of a comparison stays a mask,
/// and no branch on secret data takes its place, as happens to conditional moves in loops.
///
/// No instruction on x86-64 and AArch64; elsewhere [`std::hint::black_box`].
#[inline(always)]
#[must_use]
pub fn opaque(word: u64) -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        use std::arch::asm;

        let mut word = word;
        // SAFETY: there is no instruction; the register is said to be read and written.
        unsafe {
            asm!("/* {} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags));
        }
        word
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    std::hint::black_box(word)
}
