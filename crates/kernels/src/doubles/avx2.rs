//! AVX2 with fused multiply-add: a register of 256 bits.

use std::arch::x86_64::*;

use super::instructions::Instructions;
use crate::lanes::{Lanes, Task};

/// Whether the machine has these instructions.
pub(crate) fn detected() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

/// The proof of AVX2 and FMA.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

/// Calls an intrinsic. The value of [`Avx2`] is the proof that it exists.
macro_rules! i {
    ($f:ident $(::<$c:tt>)? ($($x:expr),*)) => {
        {
            // Calls may be arguments of calls.
            #[allow(unused_unsafe)]
            // SAFETY: `Avx2::new` demands AVX2 and FMA; registers only, no memory.
            unsafe {
                $f$(::<$c>)?($($x),*)
            }
        }
    };
}
pub(super) use i;

impl Instructions for Avx2 {
    type V = __m256d;
    type I = __m256i;

    #[inline(always)]
    unsafe fn new() -> Self {
        Self(())
    }

    #[inline(always)]
    fn run<T: Task, L: Lanes>(self, task: T, lanes: L) -> T::Output {
        #[target_feature(enable = "avx2,fma")]
        fn enter<T: Task, L: Lanes>(task: T, lanes: L) -> T::Output {
            task.run(lanes)
        }
        // SAFETY: `self` is the proof that the machine has these instructions.
        unsafe { enter(task, lanes) }
    }

    #[inline(always)]
    fn apart<L: Lanes, R>(self, lanes: L, f: impl FnOnce(L) -> R) -> R {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        fn call<L: Lanes, R>(lanes: L, f: impl FnOnce(L) -> R) -> R {
            f(lanes)
        }
        // SAFETY: likewise.
        unsafe { call(lanes, f) }
    }

    #[inline(always)]
    unsafe fn read(self, at: *const u64) -> __m256d {
        // SAFETY: 32 bytes can be read, as the caller guarantees; the load needs no alignment.
        unsafe { _mm256_loadu_pd(at.cast()) }
    }

    #[inline(always)]
    unsafe fn write(self, at: *mut u64, v: __m256d) {
        // SAFETY: 32 bytes can be written, as the caller guarantees; the store needs no alignment.
        unsafe { _mm256_storeu_pd(at.cast(), v) }
    }

    #[inline(always)]
    fn splat(self, x: f64) -> __m256d {
        i!(_mm256_set1_pd(x))
    }

    #[inline(always)]
    fn splat_word(self, x: u64) -> __m256i {
        i!(_mm256_set1_epi64x(x as i64))
    }

    #[inline(always)]
    fn bits(self, v: __m256d) -> __m256i {
        i!(_mm256_castpd_si256(v))
    }

    #[inline(always)]
    fn of_bits(self, words: __m256i) -> __m256d {
        i!(_mm256_castsi256_pd(words))
    }

    #[inline(always)]
    fn add(self, a: __m256d, b: __m256d) -> __m256d {
        i!(_mm256_add_pd(a, b))
    }

    #[inline(always)]
    fn sub(self, a: __m256d, b: __m256d) -> __m256d {
        i!(_mm256_sub_pd(a, b))
    }

    #[inline(always)]
    fn mul(self, a: __m256d, b: __m256d) -> __m256d {
        i!(_mm256_mul_pd(a, b))
    }

    #[inline(always)]
    fn mul_add(self, a: __m256d, b: __m256d, c: __m256d) -> __m256d {
        i!(_mm256_fmadd_pd(a, b, c))
    }

    #[inline(always)]
    fn mul_sub(self, a: __m256d, b: __m256d, c: __m256d) -> __m256d {
        i!(_mm256_fmsub_pd(a, b, c))
    }

    #[inline(always)]
    fn sub_mul(self, a: __m256d, b: __m256d, c: __m256d) -> __m256d {
        i!(_mm256_fnmadd_pd(a, b, c))
    }

    #[inline(always)]
    fn or(self, a: __m256d, b: __m256d) -> __m256d {
        i!(_mm256_or_pd(a, b))
    }

    #[inline(always)]
    fn xor(self, a: __m256d, b: __m256d) -> __m256d {
        i!(_mm256_xor_pd(a, b))
    }

    #[inline(always)]
    fn where_below_zero(self, of: __m256d, v: __m256d) -> __m256d {
        let below = i!(_mm256_cmp_pd::<_CMP_LT_OQ>(of, i!(_mm256_setzero_pd())));
        i!(_mm256_and_pd(below, v))
    }

    #[inline(always)]
    fn add_words(self, a: __m256i, b: __m256i) -> __m256i {
        i!(_mm256_add_epi64(a, b))
    }

    #[inline(always)]
    fn sub_words(self, a: __m256i, b: __m256i) -> __m256i {
        i!(_mm256_sub_epi64(a, b))
    }

    #[inline(always)]
    fn and_words(self, a: __m256i, b: __m256i) -> __m256i {
        i!(_mm256_and_si256(a, b))
    }

    #[inline(always)]
    fn shift_right(self, words: __m256i, by: __m256i) -> __m256i {
        i!(_mm256_srlv_epi64(words, by))
    }

    #[inline(always)]
    fn rearranged_bytes(self, from: &[u8; 64], [a, b]: [usize; 2], places: __m256i) -> __m256i {
        let at = from.as_ptr();
        // SAFETY: sixteen of the 64 bytes each; the loads need no alignment.
        let both =
            unsafe { _mm256_loadu2_m128i(at.add(b.min(48)).cast(), at.add(a.min(48)).cast()) };
        i!(_mm256_shuffle_epi8(both, places))
    }

    #[inline(always)]
    fn kept_below(self, words: __m256i, [mask, bound]: [__m256i; 2]) -> (__m256i, usize) {
        let words = i!(_mm256_and_si256(words, mask));
        let below = self.of_bits(i!(_mm256_cmpgt_epi64(bound, words)));
        let which = i!(_mm256_movemask_pd(below)) as usize;
        let (order, count) = &TO_THE_FRONT[which % 16];
        // SAFETY: 32 readable bytes; the load needs no alignment.
        let order = unsafe { _mm256_loadu_si256(order.as_ptr().cast()) };
        (i!(_mm256_permutevar8x32_epi32(words, order)), *count)
    }

    #[inline(always)]
    fn where_negative(self, of: __m256i, yes: __m256i, no: __m256i) -> __m256i {
        let [of, yes, no] = [of, yes, no].map(|words| self.of_bits(words));
        self.bits(i!(_mm256_blendv_pd(no, yes, of)))
    }

    #[inline(always)]
    fn halves_of_words(self, words: __m256i, first: __m256d) -> [__m256d; 2] {
        let first = self.bits(first);
        let low = i!(_mm256_blend_epi32::<0b1010_1010>(words, first));
        let upper = i!(_mm256_or_si256(i!(_mm256_srli_epi64::<32>(words)), first));
        [self.of_bits(low), self.of_bits(upper)]
    }

    #[inline(always)]
    fn halves(self, a: __m256d, b: __m256d) -> [__m256d; 2] {
        [i!(_mm256_permute2f128_pd::<0x20>(a, b)), i!(_mm256_permute2f128_pd::<0x31>(a, b))]
    }

    #[inline(always)]
    fn unpack(self, a: __m256d, b: __m256d) -> [__m256d; 2] {
        [i!(_mm256_unpacklo_pd(a, b)), i!(_mm256_unpackhi_pd(a, b))]
    }
}

/// For each set of four words, a word's place being a bit: the order of their halves that moves the set to the front,
/// and its size.
static TO_THE_FRONT: [([u32; 8], usize); 16] = to_the_front();

const fn to_the_front() -> [([u32; 8], usize); 16] {
    let mut table = [([0; 8], 0); 16];
    let mut set = 0;
    while set < 16 {
        let (order, count) = &mut table[set];
        let mut word = 0;
        while word < 4 {
            if set >> word & 1 == 1 {
                order[2 * *count] = 2 * word;
                order[2 * *count + 1] = 2 * word + 1;
                *count += 1;
            }
            word += 1;
        }
        set += 1;
    }
    table
}
