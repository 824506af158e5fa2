//! NEON: two registers of 128 bits. Every 64-bit ARM processor has it.

use std::arch::aarch64::*;

use super::instructions::Instructions;
use crate::lanes::{Lanes, Task};

/// The proof of NEON, which the target includes.
#[derive(Clone, Copy)]
pub(crate) struct Neon(());

/// Calls an intrinsic.
macro_rules! i {
    ($f:ident $(::<$c:tt>)? ($($x:expr),*)) => {
        {
            // Some of them are safe where the target includes NEON; calls may be arguments of calls.
            #[allow(unused_unsafe)]
            // SAFETY: `Neon::new` demands NEON; registers only, no memory.
            unsafe {
                $f$(::<$c>)?($($x),*)
            }
        }
    };
}

/// Two doubles each.
type Pair = [float64x2_t; 2];
/// Two words each.
type Words = [uint64x2_t; 2];

#[inline(always)]
fn both<A: Copy, B: Copy, R>(a: [A; 2], b: [B; 2], f: impl Fn(A, B) -> R) -> [R; 2] {
    [f(a[0], b[0]), f(a[1], b[1])]
}

impl Instructions for Neon {
    type V = Pair;
    type I = Words;

    #[inline(always)]
    unsafe fn new() -> Self {
        Self(())
    }

    #[inline(always)]
    fn run<T: Task, L: Lanes>(self, task: T, lanes: L) -> T::Output {
        task.run(lanes)
    }

    #[inline(never)]
    fn apart<L: Lanes, R>(self, lanes: L, f: impl FnOnce(L) -> R) -> R {
        f(lanes)
    }

    #[inline(always)]
    unsafe fn read(self, at: *const u64) -> Pair {
        let at: *const f64 = at.cast();
        // SAFETY: 32 bytes can be read, as the caller guarantees; the load needs no alignment.
        unsafe { [vld1q_f64(at), vld1q_f64(at.add(2))] }
    }

    #[inline(always)]
    unsafe fn write(self, at: *mut u64, v: Pair) {
        let at: *mut f64 = at.cast();
        // SAFETY: 32 bytes can be written, as the caller guarantees; the store needs no alignment.
        unsafe {
            vst1q_f64(at, v[0]);
            vst1q_f64(at.add(2), v[1]);
        }
    }

    #[inline(always)]
    fn splat(self, x: f64) -> Pair {
        [i!(vdupq_n_f64(x)); 2]
    }

    #[inline(always)]
    fn splat_word(self, x: u64) -> Words {
        [i!(vdupq_n_u64(x)); 2]
    }

    #[inline(always)]
    fn bits(self, v: Pair) -> Words {
        v.map(|v| i!(vreinterpretq_u64_f64(v)))
    }

    #[inline(always)]
    fn of_bits(self, words: Words) -> Pair {
        words.map(|words| i!(vreinterpretq_f64_u64(words)))
    }

    #[inline(always)]
    fn add(self, a: Pair, b: Pair) -> Pair {
        both(a, b, |a, b| i!(vaddq_f64(a, b)))
    }

    #[inline(always)]
    fn sub(self, a: Pair, b: Pair) -> Pair {
        both(a, b, |a, b| i!(vsubq_f64(a, b)))
    }

    #[inline(always)]
    fn mul(self, a: Pair, b: Pair) -> Pair {
        both(a, b, |a, b| i!(vmulq_f64(a, b)))
    }

    #[inline(always)]
    fn mul_add(self, a: Pair, b: Pair, c: Pair) -> Pair {
        [i!(vfmaq_f64(c[0], a[0], b[0])), i!(vfmaq_f64(c[1], a[1], b[1]))]
    }

    #[inline(always)]
    fn mul_sub(self, a: Pair, b: Pair, c: Pair) -> Pair {
        self.mul_add(a, b, c.map(|c| i!(vnegq_f64(c))))
    }

    #[inline(always)]
    fn sub_mul(self, a: Pair, b: Pair, c: Pair) -> Pair {
        [i!(vfmsq_f64(c[0], a[0], b[0])), i!(vfmsq_f64(c[1], a[1], b[1]))]
    }

    #[inline(always)]
    fn or(self, a: Pair, b: Pair) -> Pair {
        self.of_bits(both(self.bits(a), self.bits(b), |a, b| i!(vorrq_u64(a, b))))
    }

    #[inline(always)]
    fn xor(self, a: Pair, b: Pair) -> Pair {
        self.of_bits(both(self.bits(a), self.bits(b), |a, b| i!(veorq_u64(a, b))))
    }

    #[inline(always)]
    fn where_below_zero(self, of: Pair, v: Pair) -> Pair {
        let below = of.map(|of| i!(vcltzq_f64(of)));
        self.of_bits(both(below, self.bits(v), |below, v| i!(vandq_u64(below, v))))
    }

    #[inline(always)]
    fn add_words(self, a: Words, b: Words) -> Words {
        both(a, b, |a, b| i!(vaddq_u64(a, b)))
    }

    #[inline(always)]
    fn sub_words(self, a: Words, b: Words) -> Words {
        both(a, b, |a, b| i!(vsubq_u64(a, b)))
    }

    #[inline(always)]
    fn and_words(self, a: Words, b: Words) -> Words {
        both(a, b, |a, b| i!(vandq_u64(a, b)))
    }

    #[inline(always)]
    fn shift_right(self, words: Words, by: Words) -> Words {
        both(words, by, |word, by| {
            i!(vshlq_u64(word, i!(vnegq_s64(i!(vreinterpretq_s64_u64(by))))))
        })
    }

    #[inline(always)]
    fn rearranged_bytes(self, from: &[u8; 64], starts: [usize; 2], places: Words) -> Words {
        both(starts, places, |start, places| {
            // SAFETY: sixteen of the 64 bytes.
            let from = unsafe { vld1q_u8(from.as_ptr().add(start.min(48))) };
            i!(vreinterpretq_u64_u8(i!(vqtbl1q_u8(from, i!(vreinterpretq_u8_u64(places))))))
        })
    }

    #[inline(always)]
    fn where_negative(self, of: Words, yes: Words, no: Words) -> Words {
        let negative = of.map(|of| i!(vcltzq_s64(i!(vreinterpretq_s64_u64(of)))));
        [i!(vbslq_u64(negative[0], yes[0], no[0])), i!(vbslq_u64(negative[1], yes[1], no[1]))]
    }

    #[inline(always)]
    fn halves_of_words(self, words: Words, first: Pair) -> [Pair; 2] {
        let first = self.bits(first);
        let lower = i!(vdupq_n_u64(u64::from(u32::MAX)));
        let low = both(words, first, |word, first| i!(vbslq_u64(lower, word, first)));
        let upper =
            both(words, first, |word, first| i!(vorrq_u64(i!(vshrq_n_u64::<32>(word)), first)));
        [self.of_bits(low), self.of_bits(upper)]
    }

    #[inline(always)]
    fn halves(self, a: Pair, b: Pair) -> [Pair; 2] {
        [[a[0], b[0]], [a[1], b[1]]]
    }

    #[inline(always)]
    fn unpack(self, a: Pair, b: Pair) -> [Pair; 2] {
        [both(a, b, |a, b| i!(vzip1q_f64(a, b))), both(a, b, |a, b| i!(vzip2q_f64(a, b)))]
    }
}
