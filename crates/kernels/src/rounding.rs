//! Rounding to nearest, whatever mode the thread was left in.
//!
//! The lanes of doubles (AVX2, NEON), [`crate::rns::Quotient`] and the samplers of errors compute in
//! doubles and are right only if sums are rounded to nearest. Any library of the process can set another
//! mode for a thread, and new threads inherit it. So what computes in doubles runs inside [`to_nearest`].

/// The register that sets the mode.
#[cfg(target_arch = "x86_64")]
mod register {
    use std::arch::asm;

    pub(super) type Word = u32;

    /// MXCSR as programs begin: to nearest, subnormals as they are, no exception is a signal.
    pub(super) const DEFAULT: Word = 0x1f80;

    /// All but the exceptions that were seen.
    pub(super) const CONTROL: Word = 0xffc0;

    #[inline(always)]
    pub(super) fn read() -> Word {
        let mut word = 0_u32;
        // SAFETY: writes the four bytes of `word`.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut word, options(nostack, preserves_flags)) };
        word
    }

    pub(super) fn write(word: Word) {
        // SAFETY: reads the four bytes of `word`, which are the default or were in the register; no
        // computation in doubles of this crate is moved across, for `super::apart` is a call.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const word, options(nostack, preserves_flags)) };
    }
}

/// The register that sets the mode.
#[cfg(target_arch = "aarch64")]
mod register {
    use std::arch::asm;

    pub(super) type Word = u64;

    /// FPCR as programs begin: to nearest, subnormals as they are, no exception is trapped.
    pub(super) const DEFAULT: Word = 0;

    /// Exceptions that were seen are in another register.
    pub(super) const CONTROL: Word = Word::MAX;

    #[inline(always)]
    pub(super) fn read() -> Word {
        let word;
        // SAFETY: reads a register that every process may read.
        unsafe { asm!("mrs {}, fpcr", out(reg) word, options(nomem, nostack, preserves_flags)) };
        word
    }

    pub(super) fn write(word: Word) {
        // SAFETY: the word is the default or was in the register; no computation in doubles of this
        // crate is moved across, for `super::apart` is a call.
        unsafe { asm!("msr fpcr, {}", in(reg) word, options(nostack, preserves_flags)) };
    }
}

/// Sets the register back when dropped.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
struct Restore(register::Word);

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl Restore {
    /// Sets the default if something else is set.
    #[inline(always)]
    fn after_default() -> Option<Self> {
        let found = register::read();
        (found & register::CONTROL != register::DEFAULT).then(|| {
            register::write(register::DEFAULT);
            Self(found)
        })
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl Drop for Restore {
    fn drop(&mut self) {
        register::write(self.0);
    }
}

/// What `compute` returns, computed with the rounding mode and exception masks that programs start with.
/// What the thread had set is set again afterwards. Costs a few cycles where nothing else was set.
///
/// On x86-64 and aarch64; elsewhere the mode is taken to be the default.
#[inline]
pub fn to_nearest<T>(compute: impl FnOnce() -> T) -> T {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    let _restore = Restore::after_default();
    apart(compute)
}

/// Calls, so that no operation on doubles is moved out.
#[inline(never)]
fn apart<T>(compute: impl FnOnce() -> T) -> T {
    compute()
}

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use std::hint::black_box;

    use super::{
        apart,
        register::{self, CONTROL, Word},
        to_nearest,
    };
    use crate::{AlignedVec, Backend, Zq, rns::Quotient};

    /// Bits whose change rounds otherwise, or flushes subnormals.
    const CHANGES: [Word; 4] = if cfg!(target_arch = "x86_64") {
        [0x2000, UPWARD, 0x6000, 0x8040]
    } else {
        [UPWARD, 0x80_0000, 0xc0_0000, 0x100_0000]
    };

    /// The bit whose change rounds upward.
    const UPWARD: Word = if cfg!(target_arch = "x86_64") { 0x4000 } else { 0x40_0000 };

    /// The bit whose change makes inexact results signals.
    const SIGNALS: Word = 0x1000;

    /// Runs a test in every rounding mode, with subnormals flushed and with inexact results trapped.
    fn in_every_mode(test: impl Fn()) {
        let default = register::read();
        for change in CHANGES {
            register::write(default ^ change);
            test();
            let left = register::read();
            register::write(default);
            assert_eq!(
                left & CONTROL,
                (default ^ change) & CONTROL,
                "the mode of the thread is kept"
            );
        }
        // A trap would end the program.
        register::write(default ^ SIGNALS);
        let sum = to_nearest(|| black_box(1.0) + black_box(1e-30));
        register::write(default);
        assert_eq!(sum, 1.0);
    }

    #[test]
    fn sums_are_rounded_to_nearest() {
        in_every_mode(|| {
            let above = to_nearest(|| black_box(1.0) + black_box(1e-30));
            let below = to_nearest(|| black_box(1.0) - black_box(1e-30));
            assert!(above == 1.0 && below == 1.0);
        });
        let default = register::read();
        register::write(default ^ UPWARD);
        let upward = apart(|| black_box(1.0) + black_box(1e-30));
        register::write(default);
        assert!(upward > 1.0, "the modes above are real");
    }

    #[test]
    fn residues_are_the_same_in_every_mode() {
        let q = (1 << 50) - 27;
        let values = |k: u64| (0..512).map(move |i: u64| i.wrapping_mul(k * 0x9e37_79b9) % q);
        let (x, y): (Vec<u64>, Vec<u64>) = (values(3).collect(), values(5).collect());
        let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(q)) as u64;
        let expected: Vec<u64> = x.iter().zip(&y).map(|(&a, &b)| product(a, b)).collect();
        for backend in Backend::available() {
            in_every_mode(|| {
                let zq = Zq::with_backend(q, backend).expect("available");
                let mut z = AlignedVec::from(&x[..]);
                zq.mul_assign(&mut z, &y);
                assert_eq!(&z[..], &expected[..], "{backend}");
            });
        }
    }

    #[test]
    fn quotients_are_the_same_in_every_mode() {
        for backend in Backend::available() {
            let zqs = [3, 5, 7].map(|q| Zq::with_backend(q, backend).expect("available"));
            let rows: Vec<u64> = (0..3).flat_map(|i| (0..64).map(move |c| (c + i) % 3)).collect();
            let quotients = || {
                let mut out = [0; 64];
                let certain = Quotient::new(&zqs).round_into(&mut out, &rows, 64);
                (out, certain)
            };
            let expected = quotients();
            in_every_mode(|| assert_eq!(quotients(), expected, "{backend}"));
        }
    }
}
