//! Which words are secret, told to Valgrind.
//!
//! Memcheck warns of branches and addresses that depend on words that were never written. Secrets are
//! declared such words ([`conceal`]), what is computed from them stays one until it is published
//! ([`reveal`]): so every program can be checked, as it ships, for branches on secrets and for indices
//! that depend on them (Adam Langley's ctgrind, 2010). `ringassay-runtime bgv secrets` does that.
//!
//! A program that does not run under Valgrind executes five instructions without effect for each call.
//! On x86-64 Linux; elsewhere nothing happens.

use std::{hint::black_box, ptr::null};

use bytemuck::NoUninit;

/// Declares the bytes of these values secret.
#[inline]
pub fn conceal<T: NoUninit>(values: &[T]) {
    request(Request::MakeUndefined, values.as_ptr().cast(), size_of_val(values));
}

/// Declares the bytes of these values public.
#[inline]
pub fn reveal<T: NoUninit>(values: &[T]) {
    request(Request::MakeDefined, values.as_ptr().cast(), size_of_val(values));
}

/// The same value, public: what an observer may know although it was computed from secrets.
#[inline]
#[must_use]
pub fn revealed<T: NoUninit>(value: T) -> T {
    let value = [value];
    reveal(&value);
    // Read again from memory: a copy in a register would still be secret.
    black_box(&value)[0]
}

/// Whether all values lie below a bound: that alone is published, and looked for in constant time.
#[must_use]
pub fn all_below(values: &[u64], bound: u64) -> bool {
    all(values.iter().map(|&x| x < bound))
}

/// Whether all are true: that alone is published, and looked for in constant time.
#[must_use]
pub fn all(values: impl Iterator<Item = bool>) -> bool {
    revealed(values.fold(1_u64, |all, value| all & u64::from(value))) == 1
}

/// Whether Valgrind is watching.
#[must_use]
pub fn is_watched() -> bool {
    request(Request::RunningOnValgrind, null(), 0) != 0
}

/// How often Valgrind has seen something so far.
#[must_use]
pub fn findings() -> usize {
    request(Request::CountErrors, null(), 0)
}

/// Numbers of valgrind.h and memcheck.h, which are part of Valgrind's interface.
#[derive(Clone, Copy)]
enum Request {
    RunningOnValgrind = 0x1001,
    CountErrors = 0x1201,
    MakeUndefined = 0x4d43_0001,
    MakeDefined = 0x4d43_0002,
}

/// The six words of a request.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[repr(C)]
struct Arguments {
    request: usize,
    address: *const u8,
    length: usize,
    unused: [usize; 3],
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[inline]
fn request(request: Request, address: *const u8, length: usize) -> usize {
    use std::arch::asm;

    // The address as a pointer, so that the compiler takes what lies there for changed.
    let arguments = Arguments { request: request as usize, address, length, unused: [0; 3] };
    let mut answer = 0_usize;
    // SAFETY: rotates rdi by 128 bits in all, exchanges rbx with itself: nothing but the flags changes.
    // Valgrind, which knows the sequence, reads `arguments`, writes rdx and its own shadow of the memory.
    unsafe {
        asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") &raw const arguments,
            inout("rdx") answer,
            options(nostack),
        );
    }
    answer
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[inline]
fn request(_: Request, _: *const u8, _: usize) -> usize {
    0
}
