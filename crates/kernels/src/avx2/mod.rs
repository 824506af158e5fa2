//! AVX2 lanes: four doubles with fused multiply-add, moduli below 2^50.
//!
//! Residues are integers in doubles, signed; all stay below 2^52 in magnitude, so sums and
//! differences are exact. A product a·b splits into h = fl(a·b) and l = a·b - h, exact by one
//! fused multiply-add; subtracting k·q with k near a·b/q leaves a small integer, so that
//! fl(h - k·q) and its sum with l are exact too. (This is how FLINT's `fft_small` computes.)
//!
//! All of it holds for rounding to nearest, which [`run`] sees to.

use std::arch::x86_64::*;

pub(crate) use self::sum::Sum;
use self::sum::{START, start};
use crate::{
    Modulus,
    lanes::{Lanes, Task},
    to_nearest,
};

/// Calls an intrinsic. The lanes are the proof that it exists.
macro_rules! i {
    ($f:ident $(::<$c:tt>)? ($($x:expr),*)) => {
        {
            // Calls may be arguments of calls.
            #[allow(unused_unsafe)]
            // SAFETY: `Lanes::new` demands AVX2 and FMA; registers only, no memory.
            unsafe {
                $f$(::<$c>)?($($x),*)
            }
        }
    };
}

mod moves;
mod sum;

/// 3·2^51: adding it to |x| < 2^51 rounds x to the nearest integer, subtracting gives it back.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// 2^52, whose last bit of the fraction counts ones.
const TWO_52: f64 = 4_503_599_627_370_496.0;

/// Whether the machine has what these lanes use.
pub(crate) fn detected() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

/// Four residues in doubles.
#[derive(Clone, Copy)]
pub(crate) struct Avx2 {
    q: __m256d,
    /// fl(1/q).
    inverse: __m256d,
    round: __m256d,
    two_52: __m256d,
    /// q in words.
    word_q: __m256i,
    /// q.
    q_word: i64,
    /// 3·2^(51+k), where sums of centred operands begin.
    centred_start: __m256d,
    /// How many terms they have at most.
    centred_terms: usize,
}

impl Avx2 {
    /// The integer nearest to a·b.
    #[inline(always)]
    fn nearest(self, a: __m256d, b: __m256d) -> __m256d {
        i!(_mm256_sub_pd(i!(_mm256_fmadd_pd(a, b, self.round)), self.round))
    }

    /// r + q where r is negative.
    #[inline(always)]
    fn not_negative(self, r: __m256d) -> __m256d {
        let negative = i!(_mm256_cmp_pd::<_CMP_LT_OQ>(r, i!(_mm256_setzero_pd())));
        i!(_mm256_add_pd(r, i!(_mm256_and_pd(negative, self.q))))
    }

    /// Words in (-q, q), those below 0 with q added.
    #[inline(always)]
    fn word_not_negative(self, r: __m256i) -> __m256i {
        let raised = i!(_mm256_add_epi64(r, self.word_q));
        Self::where_negative(r, raised, r)
    }

    /// `yes` where the sign bit of `of` is set, else `no`.
    #[inline(always)]
    fn where_negative(of: __m256i, yes: __m256i, no: __m256i) -> __m256i {
        let (of, yes) = (i!(_mm256_castsi256_pd(of)), i!(_mm256_castsi256_pd(yes)));
        i!(_mm256_castpd_si256(i!(_mm256_blendv_pd(i!(_mm256_castsi256_pd(no)), yes, of))))
    }

    /// Integers in [0, 2^52) as words: the fraction of 2^52 + r.
    #[inline(always)]
    fn store_canonical(self, block: &mut [u64; 4], r: __m256d) {
        let word = i!(_mm256_xor_pd(i!(_mm256_add_pd(r, self.two_52)), self.two_52));
        self.store_lazy(block, word);
    }

    /// [a0 a1 b0 b1] and [a2 a3 b2 b3].
    #[inline(always)]
    fn halves(a: __m256d, b: __m256d) -> [__m256d; 2] {
        [i!(_mm256_permute2f128_pd::<0x20>(a, b)), i!(_mm256_permute2f128_pd::<0x31>(a, b))]
    }

    /// [a0 b0 a2 b2] and [a1 b1 a3 b3].
    #[inline(always)]
    fn unpack(a: __m256d, b: __m256d) -> [__m256d; 2] {
        [i!(_mm256_unpacklo_pd(a, b)), i!(_mm256_unpackhi_pd(a, b))]
    }
}

impl Lanes for Avx2 {
    const LANES: usize = 4;
    const RADIX_LOG: usize = 2;
    const LAZY_IS_CANONICAL: bool = false;
    /// A folded operand is of class 1, a product too: after three layers sums are of class 4.
    const FORWARD_FOLDS: usize = 3;
    /// Operands of class 1 give sums of class 2, these sums of class 4.
    const INVERSE_FOLDS: usize = 2;
    const PACKINGS: &'static [&'static [usize]] = &[&[0, 0, 1, 1], &[0, 1, 2, 3]];
    const PACKED_QUOTIENTS: bool = true;
    const DOT_QUOTIENTS: bool = false;
    const HOLDS_SIXTEEN_SUMS: bool = false;
    const PACKED_TABLES: bool = false;
    const FEW_PRODUCTS: bool = true;

    type Block = [u64; 4];
    type V = __m256d;
    type I = __m256i;
    type W = (__m256d, __m256d);
    type D = __m256d;
    type Sum = Sum;
    type Unpacking = ();
    type PackedTwiddles = [[[u64; 4]; 2]; 2];

    #[inline(always)]
    unsafe fn new(modulus: &Modulus) -> Self {
        let all = |x: f64| i!(_mm256_set1_pd(x));
        let q = modulus.value() as f64;
        Self {
            q: all(q),
            inverse: all(1.0 / q),
            round: all(ROUND),
            two_52: all(TWO_52),
            word_q: i!(_mm256_set1_epi64x(modulus.value() as i64)),
            q_word: modulus.value() as i64,
            centred_start: all(start(modulus.bits().clamp(48, 50))),
            centred_terms: match modulus.bits() {
                50.. => 8,
                49 => 16,
                _ => 32,
            },
        }
    }

    /// The doubles w and fl(w/q), w centred: |w| ≤ q/2.
    #[inline]
    fn prepare(modulus: &Modulus, w: u64) -> (u64, u64) {
        let w = modulus.centre(w) as f64;
        (w.to_bits(), (w / modulus.value() as f64).to_bits())
    }

    #[inline]
    fn prepare_dot(modulus: &Modulus, w: u64) -> (u64, u64) {
        Self::prepare(modulus, w)
    }

    #[inline(always)]
    fn load_words(self, block: &Self::Block) -> __m256i {
        // SAFETY: a block is 32 readable bytes; the load needs no alignment.
        unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store_words(self, block: &mut Self::Block, words: __m256i) {
        // SAFETY: a block is 32 writable bytes; the store needs no alignment.
        unsafe { _mm256_storeu_si256(block.as_mut_ptr().cast(), words) }
    }

    #[inline(always)]
    fn splat_word(self, x: u64) -> __m256i {
        i!(_mm256_set1_epi64x(x as i64))
    }

    #[inline(always)]
    fn add_words(self, a: __m256i, b: __m256i) -> __m256i {
        let sum = i!(_mm256_add_epi64(a, b));
        let less = i!(_mm256_sub_epi64(sum, self.word_q));
        Self::where_negative(less, sum, less)
    }

    #[inline(always)]
    fn sub_words(self, a: __m256i, b: __m256i) -> __m256i {
        self.word_not_negative(i!(_mm256_sub_epi64(a, b)))
    }

    /// In (-q, q): the last bits of the fraction of 3·2^51 + a - b.
    #[inline(always)]
    fn difference(self, a: __m256i, b: __m256i) -> __m256d {
        let magic = i!(_mm256_castpd_si256(self.round));
        let word = i!(_mm256_add_epi64(i!(_mm256_sub_epi64(a, b)), magic));
        i!(_mm256_sub_pd(i!(_mm256_castsi256_pd(word)), self.round))
    }

    /// A product lies in (-q, q).
    #[inline(always)]
    fn product_words(self, v: __m256d) -> __m256i {
        let magic = i!(_mm256_castpd_si256(self.round));
        let word = i!(_mm256_castpd_si256(i!(_mm256_add_pd(v, self.round))));
        self.word_not_negative(i!(_mm256_sub_epi64(word, magic)))
    }

    /// A word below 2^52 is the fraction of 2^52 + x.
    #[inline(always)]
    fn load(self, block: &Self::Block) -> __m256d {
        let x = i!(_mm256_or_pd(self.load_lazy(block), self.two_52));
        i!(_mm256_sub_pd(x, self.two_52))
    }

    #[inline(always)]
    fn store(self, block: &mut Self::Block, v: __m256d) {
        self.store_canonical(block, self.canonical(v));
    }

    #[inline(always)]
    fn load_lazy(self, block: &Self::Block) -> __m256d {
        // SAFETY: a block is 32 readable bytes; the load needs no alignment.
        unsafe { _mm256_loadu_pd(block.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store_lazy(self, block: &mut Self::Block, v: __m256d) {
        // SAFETY: a block is 32 writable bytes; the store needs no alignment.
        unsafe { _mm256_storeu_pd(block.as_mut_ptr().cast(), v) }
    }

    #[inline(always)]
    fn apart<R>(self, f: impl FnOnce(Self) -> R) -> R {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        fn call<R>(lanes: Avx2, f: impl FnOnce(Avx2) -> R) -> R {
            f(lanes)
        }
        // SAFETY: the lanes are the proof that the machine has these instructions.
        unsafe { call(self, f) }
    }

    #[inline(always)]
    fn splat(self, x: u64) -> __m256d {
        i!(_mm256_set1_pd(x as f64))
    }

    #[inline(always)]
    fn multiplier(self, prepared: (u64, u64)) -> Self::W {
        let all = |bits| i!(_mm256_set1_pd(f64::from_bits(bits)));
        (all(prepared.0), all(prepared.1))
    }

    #[inline(always)]
    fn multipliers(self, values: &Self::Block, quotients: &Self::Block) -> Self::W {
        (self.load_lazy(values), self.load_lazy(quotients))
    }

    #[inline(always)]
    fn dot_multiplier(self, prepared: (u64, u64)) -> __m256d {
        i!(_mm256_set1_pd(f64::from_bits(prepared.0)))
    }

    #[inline(always)]
    fn unpacking(self, _bits: u32) {}

    #[inline(always)]
    fn dot_packed(self, _bytes: &[u8; 64], _unpacking: ()) -> Self::D {
        self.dot_multiplier((0, 0))
    }

    #[inline(always)]
    fn dot_multipliers(self, values: &Self::Block, _quotients: &Self::Block) -> __m256d {
        self.load_lazy(values)
    }

    /// Halves of 32 bits, each the fraction of a double at first, multiplied by 1 and 2^32: both
    /// products are of class 1.
    #[inline(always)]
    fn reduce_word(self, block: &Self::Block, one: Self::W, high: Self::W) -> __m256d {
        let words = i!(_mm256_castpd_si256(self.load_lazy(block)));
        let magic = i!(_mm256_castpd_si256(self.two_52));
        let low = i!(_mm256_blend_epi32::<0b1010_1010>(words, magic));
        let upper = i!(_mm256_or_si256(i!(_mm256_srli_epi64::<32>(words)), magic));
        let low = i!(_mm256_sub_pd(i!(_mm256_castsi256_pd(low)), self.two_52));
        let upper = i!(_mm256_sub_pd(i!(_mm256_castsi256_pd(upper)), self.two_52));
        self.add(self.mul(low, one), self.mul(upper, high))
    }

    /// The remainder lies in [-q/2, q/2] after folding; q is added where it is negative.
    #[inline(always)]
    fn canonical(self, a: __m256d) -> __m256d {
        self.not_negative(self.fold(a))
    }

    #[inline(always)]
    fn add(self, a: __m256d, b: __m256d) -> __m256d {
        i!(_mm256_add_pd(a, b))
    }

    #[inline(always)]
    fn sub(self, a: __m256d, b: __m256d) -> __m256d {
        i!(_mm256_sub_pd(a, b))
    }

    /// |a| ≤ 8q: the nearest integer k to fl(a/q) is off by at most 1/2 + 2^-49, so
    /// |a - k·q| ≤ q/2 + 2, an exact integer.
    #[inline(always)]
    fn fold(self, a: __m256d) -> __m256d {
        i!(_mm256_fnmadd_pd(self.nearest(a, self.inverse), self.q, a))
    }

    /// Sums may go up to 8q.
    #[inline(always)]
    fn trim(self, a: __m256d) -> __m256d {
        a
    }

    /// |a| ≤ 4q < 2^52, |w| ≤ q/2: a·fl(w/q) is off a·w/q by at most 2^52·2^-1·2^-53 = 1/4, the
    /// rounding adds 1/2, so |a·w - k·q| ≤ 3q/4: class 1. The quotient stays below 2^51. h is a
    /// multiple of ulp(h), |l| ≤ ulp(h)/2 ≤ 2^47, so |h - k·q| < 2^51 is an exact integer.
    #[inline(always)]
    fn mul(self, a: __m256d, w: Self::W) -> __m256d {
        let k = self.nearest(a, w.1);
        let h = i!(_mm256_mul_pd(a, w.0));
        let l = i!(_mm256_fmsub_pd(a, w.0, h));
        i!(_mm256_add_pd(i!(_mm256_fnmadd_pd(k, self.q, h)), l))
    }

    /// |a|, |b| ≤ q: fl(h·fl(1/q)) is off a·b/q ≤ 2^50 by at most 2^50·3·2^-53 = 3/8, so
    /// |a·b - k·q| ≤ 7q/8: class 1.
    #[inline(always)]
    fn product(self, a: __m256d, b: __m256d) -> __m256d {
        let h = i!(_mm256_mul_pd(a, b));
        let l = i!(_mm256_fmsub_pd(a, b, h));
        let k = self.nearest(h, self.inverse);
        i!(_mm256_add_pd(i!(_mm256_fnmadd_pd(k, self.q, h)), l))
    }

    /// |x| ≤ 2^50, whatever q is, and |w| ≤ q/2: eight terms are at most 2^52·q < 2^102 = 2^(51+k),
    /// and eight remainders of at most 2^50 at most 2^53.
    #[inline(always)]
    fn dot(self, x: __m256d, w: __m256d) -> Sum {
        self.first_term(i!(_mm256_set1_pd(start(START))), x, w)
    }

    /// The difference of the two sums is a multiple of 2^k of at most 2^(52+k), thus exact.
    #[inline(always)]
    fn dot_add(self, sum: Sum, x: __m256d, w: __m256d) -> Sum {
        let high = i!(_mm256_fmadd_pd(x, w, sum.high));
        let rest = i!(_mm256_fmsub_pd(x, w, i!(_mm256_sub_pd(high, sum.high))));
        Sum { high, low: i!(_mm256_add_pd(sum.low, rest)), ..sum }
    }

    /// 5q on top of q/2.
    #[inline(always)]
    fn dot_relax(self, sum: Sum) -> Sum {
        Sum {
            high: i!(_mm256_set1_pd(start(START))),
            low: i!(_mm256_setzero_pd()),
            before: self.fold(i!(_mm256_add_pd(sum.before, self.reduce(sum)))),
        }
    }

    #[inline(always)]
    fn dot_end(self, sum: Sum, _terms: usize, _class: usize) -> __m256d {
        self.fold(i!(_mm256_add_pd(sum.before, self.reduce(sum))))
    }

    #[inline(always)]
    fn centred_terms(self) -> usize {
        self.centred_terms
    }

    /// |x| ≤ (q+1)/2 and |w| ≤ (q-1)/2, q odd. With k the number of bits of q, or 48 if it has
    /// fewer, T = 2^(53-k) terms are less than T·q²/4 < 2^(51+k), and their remainders at most
    /// T·2^(k-1) = 2^52.
    #[inline(always)]
    fn dot_centred(self, x: __m256d, w: __m256d) -> Sum {
        self.first_term(self.centred_start, x, w)
    }

    /// The multiple of 2^k is less than T·q²/4 < 2^51·q, its nearest quotient off by at most
    /// 1/2 + 1/4: within ±3q/4, so the sum with the remainders is below 2^53.
    #[inline(always)]
    fn dot_centred_end(self, sum: Sum, _terms: usize) -> __m256d {
        let high = self.fold(i!(_mm256_sub_pd(sum.high, self.centred_start)));
        self.fold(i!(_mm256_add_pd(high, sum.low)))
    }

    #[inline(always)]
    fn moved_word<const HOW: u8>(self, word: u64) -> u64 {
        self.moved_alone::<HOW>(word)
    }

    #[inline(always)]
    fn copy<const HOW: u8>(self, from: &[u64], to: &mut [u64]) {
        self.copy_words::<HOW>(from, to);
    }

    #[inline(always)]
    fn transpose<const HOW: u8>(
        self,
        from: (&[u64], usize),
        to: (&mut [u64], usize),
        rows: usize,
        columns: usize,
    ) {
        self.transpose_words::<HOW>(from, to, rows, columns);
    }

    #[inline(always)]
    fn transpose_rows<const HOW: u8>(self, from: (&[u64], &[usize]), to: (&mut [u64], &[usize])) {
        self.transpose_scattered::<HOW>(from, to);
    }

    #[inline(always)]
    fn packed_twiddles(words: &[u64]) -> &[Self::PackedTwiddles] {
        bytemuck::cast_slice(words.as_chunks::<16>().0)
    }

    #[inline(always)]
    fn layer_twiddles(self, layer: usize, [last, first]: &Self::PackedTwiddles) -> Self::W {
        let [values, quotients] = if layer == 0 { first } else { last };
        self.multipliers(values, quotients)
    }

    /// 0123 4567 → 0145 2367 → 0246 1357.
    #[inline(always)]
    fn spread(self, layer: usize, [a, b]: [__m256d; 2]) -> [__m256d; 2] {
        if layer == 0 { Self::halves(a, b) } else { Self::unpack(a, b) }
    }

    /// Both rearrangements are involutions.
    #[inline(always)]
    fn unspread(self, layer: usize, pair: [__m256d; 2]) -> [__m256d; 2] {
        self.spread(layer, pair)
    }

    #[inline(always)]
    fn collect(self, pair: [__m256d; 2]) -> [__m256d; 2] {
        self.spread(0, self.spread(1, pair))
    }

    #[inline(always)]
    fn uncollect(self, pair: [__m256d; 2]) -> [__m256d; 2] {
        self.spread(1, self.spread(0, pair))
    }
}

/// Runs a task four doubles at a time.
///
/// # Safety
/// [`detected`] must have said yes.
pub(crate) unsafe fn run<T: Task>(modulus: &Modulus, task: T) -> T::Output {
    #[target_feature(enable = "avx2,fma")]
    fn enter<T: Task>(modulus: &Modulus, task: T) -> T::Output {
        // SAFETY: this function runs only on machines that have these instructions.
        task.run(unsafe { Avx2::new(modulus) })
    }
    // SAFETY: guaranteed by the caller.
    to_nearest(|| unsafe { enter(modulus, task) })
}
