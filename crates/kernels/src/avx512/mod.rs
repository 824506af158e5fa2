//! AVX-512 lanes: eight words, 52-bit multiply-add (IFMA), moduli below 2^50.
//!
//! `vpmadd52luq/huq` add the low or high 52 bits of the 104-bit product of the low 52 bits of two
//! words to a 64-bit word. All values here lie below 4q < 2^52.

use std::arch::x86_64::*;

use self::{shuffle::PackedTwiddles, unpacking::Unpacking};
use crate::{
    Modulus,
    lanes::{Lanes, OUT, Task},
};

/// Calls an intrinsic. The lanes are the proof that it exists.
macro_rules! i {
    ($f:ident $(::<$c:tt>)? ($($x:expr),*)) => {
        {
            // Calls may be arguments of calls.
            #[allow(unused_unsafe)]
            // SAFETY: `Lanes::new` demands AVX-512 F, DQ, VBMI and IFMA; registers only, no memory.
            unsafe {
                $f$(::<$c>)?($($x),*)
            }
        }
    };
}

mod moves;
mod shuffle;
mod unpacking;
pub(crate) mod words;

const MASK: u64 = (1 << 52) - 1;

/// Whether the machine has what these lanes use.
pub(crate) fn detected() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512ifma")
}

/// Eight residues in words.
#[derive(Clone, Copy)]
pub(crate) struct Avx512 {
    q: __m512i,
    q2: __m512i,
    mask: __m512i,
    /// 2^52 - q: what to multiply a quotient by in order to subtract it modulo 2^52.
    minus_q: __m512i,
    /// -1/q mod 2^52.
    montgomery: __m512i,
    /// 1/q mod 2^52.
    reciprocal: __m512i,
    /// min(⌊2^(51+bits) / q⌋, 2^52 - 1).
    barrett: __m512i,
    /// 52 - bits.
    shift: __m512i,
}

impl Lanes for Avx512 {
    const LANES: usize = 8;
    const PIECE: usize = 8;
    const RADIX_LOG: usize = 4;
    const LAZY_IS_CANONICAL: bool = true;
    const FORWARD_FOLDS: usize = 1;
    const INVERSE_FOLDS: usize = 1;
    const PACKINGS: &'static [&'static [usize]] =
        &[&[0, 1], &[0, 2, 1, 3], &[0, 4, 1, 5, 2, 6, 3, 7]];
    const PACKED_QUOTIENTS: bool = false;
    const DOT_QUOTIENTS: bool = false;
    const RELAXES: bool = false;
    const HOLDS_SIXTEEN_SUMS: bool = true;
    const PACKED_TABLES: bool = true;
    const UNPACKS: bool = true;
    const FEW_PRODUCTS: bool = false;

    type Block = [u64; 8];
    type V = __m512i;
    type I = __m512i;
    type W = (__m512i, __m512i);
    type D = __m512i;
    type Sum = (__m512i, __m512i);
    type Unpacking = Unpacking;
    type PackedTwiddles = PackedTwiddles;

    #[inline(always)]
    unsafe fn new(modulus: &Modulus) -> Self {
        let q = modulus.value();
        let all = |x: u64| i!(_mm512_set1_epi64(x as i64));
        // ⌊⌊2^(62+bits) / q⌋ / 2^11⌋ is the quotient wanted, without a division in every call.
        let barrett = (modulus.barrett() >> 11).min(MASK);
        Self {
            q: all(q),
            q2: all(2 * q),
            mask: all(MASK),
            minus_q: all((1 << 52) - q),
            montgomery: all(minus_inverse(q)),
            reciprocal: all(minus_inverse(q).wrapping_neg() & MASK),
            barrett: all(barrett),
            shift: all(u64::from(52 - modulus.bits())),
        }
    }

    /// (w, ⌊w·2^52 / q⌋).
    #[inline]
    fn prepare(modulus: &Modulus, w: u64) -> (u64, u64) {
        (w, ((u128::from(w) << 52) / u128::from(modulus.value())) as u64)
    }

    /// w̃ = w·2^52 mod q and w̃/q mod 2^52.
    #[inline]
    fn prepare_root(modulus: &Modulus, w: u64) -> (u64, u64) {
        let (value, _) = Self::prepare_dot(modulus, w);
        let reciprocal = minus_inverse(modulus.value()).wrapping_neg();
        (value, value.wrapping_mul(reciprocal) & MASK)
    }

    /// w·2^52 mod q, because the reduction of sums divides by 2^52.
    #[inline]
    fn prepare_dot(modulus: &Modulus, w: u64) -> (u64, u64) {
        (modulus.reduce_u128(u128::from(w) << 52), 0)
    }

    #[inline(always)]
    fn load_words(self, block: &Self::Block) -> __m512i {
        self.load(block)
    }

    #[inline(always)]
    fn store_words(self, block: &mut Self::Block, words: __m512i) {
        self.store_lazy(block, words);
    }

    #[inline(always)]
    fn splat_word(self, x: u64) -> __m512i {
        self.splat(x)
    }

    /// Whichever of a + b and a + b - q is no negative number, and so smaller as an unsigned one.
    #[inline(always)]
    fn add_words(self, a: __m512i, b: __m512i) -> __m512i {
        let sum = i!(_mm512_add_epi64(a, b));
        i!(_mm512_min_epu64(sum, i!(_mm512_sub_epi64(sum, self.q))))
    }

    #[inline(always)]
    fn sub_words(self, a: __m512i, b: __m512i) -> __m512i {
        let difference = i!(_mm512_sub_epi64(a, b));
        i!(_mm512_min_epu64(difference, i!(_mm512_add_epi64(difference, self.q))))
    }

    #[inline(always)]
    fn difference(self, a: __m512i, b: __m512i) -> __m512i {
        self.sub_words(a, b)
    }

    #[inline(always)]
    fn product_words(self, v: __m512i) -> __m512i {
        i!(_mm512_min_epu64(v, i!(_mm512_sub_epi64(v, self.q))))
    }

    #[inline(always)]
    fn load(self, block: &Self::Block) -> __m512i {
        // SAFETY: a block is 64 readable bytes; the load needs no alignment.
        unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, block: &mut Self::Block, v: __m512i) {
        self.store_lazy(block, self.canonical(v));
    }

    #[inline(always)]
    fn load_lazy(self, block: &Self::Block) -> __m512i {
        self.load(block)
    }

    #[inline(always)]
    fn store_lazy(self, block: &mut Self::Block, v: __m512i) {
        // SAFETY: a block is 64 writable bytes; the store needs no alignment.
        unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast(), v) }
    }

    #[inline(always)]
    fn apart<R>(self, f: impl FnOnce(Self) -> R) -> R {
        #[target_feature(enable = "avx512f,avx512dq,avx512vbmi,avx512ifma")]
        #[inline(never)]
        fn call<R>(lanes: Avx512, f: impl FnOnce(Avx512) -> R) -> R {
            f(lanes)
        }
        // SAFETY: the lanes are the proof that the machine has these instructions.
        unsafe { call(self, f) }
    }

    #[inline(always)]
    fn splat(self, x: u64) -> __m512i {
        i!(_mm512_set1_epi64(x as i64))
    }

    #[inline(always)]
    fn multiplier(self, prepared: (u64, u64)) -> Self::W {
        (self.splat(prepared.0), self.splat(prepared.1))
    }

    #[inline(always)]
    fn multipliers(self, values: &Self::Block, quotients: &Self::Block) -> Self::W {
        (self.load(values), self.load(quotients))
    }

    #[inline(always)]
    fn dot_multiplier(self, prepared: (u64, u64)) -> __m512i {
        self.splat(prepared.0)
    }

    #[inline(always)]
    fn unpacking(self, bits: u32) -> Self::Unpacking {
        Unpacking::new(self, bits)
    }

    #[inline(always)]
    fn dot_packed(self, bytes: &[u8; 64], unpacking: Unpacking) -> __m512i {
        unpacking.words(bytes)
    }

    #[inline(always)]
    fn unpacked(self, bytes: &[u8; 64], _part: usize, unpacking: Unpacking) -> __m512i {
        unpacking.words(bytes)
    }

    #[inline(always)]
    fn exceeding(self, seen: __m512i, words: __m512i, bounds: __m512i) -> __m512i {
        i!(_mm512_or_si512(seen, i!(_mm512_sub_epi64(bounds, words))))
    }

    #[inline(always)]
    fn kept_below(self, words: __m512i, [mask, bound]: [__m512i; 2]) -> (__m512i, usize) {
        let words = i!(_mm512_and_si512(words, mask));
        let below = i!(_mm512_cmplt_epu64_mask(words, bound));
        (i!(_mm512_maskz_compress_epi64(below, words)), below.count_ones() as usize)
    }

    #[inline(always)]
    fn dot_multipliers(self, values: &Self::Block, _quotients: &Self::Block) -> __m512i {
        self.load(values)
    }

    /// Halves of 32 bits, multiplied by 1 and 2^32: both products are of class 2. IFMA itself
    /// takes the low 52 bits of a word only.
    #[inline(always)]
    fn reduce_word(self, block: &Self::Block, one: Self::W, high: Self::W) -> __m512i {
        let words = self.load(block);
        let upper = i!(_mm512_srli_epi64::<32>(words));
        let low = i!(_mm512_xor_si512(words, i!(_mm512_slli_epi64::<32>(upper))));
        self.add(self.mul(low, one), self.mul(upper, high))
    }

    #[inline(always)]
    fn canonical(self, a: __m512i) -> __m512i {
        let r = self.fold(a);
        i!(_mm512_min_epu64(r, i!(_mm512_sub_epi64(r, self.q))))
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        i!(_mm512_add_epi64(a, b))
    }

    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        i!(_mm512_sub_epi64(i!(_mm512_add_epi64(a, self.q2)), b))
    }

    #[inline(always)]
    fn fold(self, a: __m512i) -> __m512i {
        i!(_mm512_min_epu64(a, i!(_mm512_sub_epi64(a, self.q2))))
    }

    /// Shoup with 52 bits: a < 2^52, w' = ⌊w·2^52/q⌋, and a·w - ⌊a·w'/2^52⌋·q lies in
    /// [0, q + a·q/2^52) ⊂ [0, 2q). It is computed modulo 2^52, which suffices as 2q < 2^52.
    #[inline(always)]
    fn mul(self, a: __m512i, w: Self::W) -> __m512i {
        let zero = i!(_mm512_setzero_si512());
        let quotient = i!(_mm512_madd52hi_epu64(zero, a, w.1));
        let low = i!(_mm512_madd52lo_epu64(zero, a, w.0));
        i!(_mm512_and_si512(i!(_mm512_madd52lo_epu64(low, quotient, self.minus_q)), self.mask))
    }

    /// Montgomery, w prepared as w̃ = w·2^52 mod q and w̃/q mod 2^52: with m = a·w̃/q mod 2^52 the
    /// products a·w̃ and m·q agree in their low halves, so the difference of their high halves,
    /// both below q as a, m < 2^52, is (a·w̃ - m·q)/2^52, congruent to a·w and above -q; q is added.
    ///
    /// Step by step for all of them: written one after another, they would fill the schedulers
    /// with instructions that wait.
    #[inline(always)]
    // Indices leave arrays in registers; iterators over several at once may not.
    #[allow(clippy::needless_range_loop)]
    fn mul_roots<const N: usize>(self, a: &[__m512i; N], w: &[Self::W; N]) -> [__m512i; N] {
        let zero = i!(_mm512_setzero_si512());
        let (mut low, mut high) = (*a, *a);
        for i in 0..N {
            low[i] = i!(_mm512_madd52lo_epu64(zero, a[i], w[i].1));
        }
        for i in 0..N {
            high[i] = i!(_mm512_madd52hi_epu64(self.q, a[i], w[i].0));
        }
        for i in 0..N {
            low[i] = i!(_mm512_madd52hi_epu64(zero, low[i], self.q));
        }
        for i in 0..N {
            high[i] = i!(_mm512_sub_epi64(high[i], low[i]));
        }
        high
    }

    /// Barrett: P = a·b < q². c = ⌊P / 2^(bits-1)⌋ < 2^51 is the high half of
    /// (a·2^(52-bits))·(2b); the quotient ⌊c·barrett / 2^52⌋ lies less than 5/2 below P/q
    /// (truncating c costs at most 1, truncating `barrett` less than 1/2, the floor less than 1),
    /// so the remainder lies below 3q < 2^52, and after one fold below 2q.
    #[inline(always)]
    fn product(self, a: __m512i, b: __m512i) -> __m512i {
        let zero = i!(_mm512_setzero_si512());
        let shifted = i!(_mm512_sllv_epi64(a, self.shift));
        let c = i!(_mm512_madd52hi_epu64(zero, shifted, i!(_mm512_add_epi64(b, b))));
        let low = i!(_mm512_madd52lo_epu64(zero, a, b));
        let quotient = i!(_mm512_madd52hi_epu64(zero, c, self.barrett));
        let r = i!(_mm512_madd52lo_epu64(low, quotient, self.minus_q));
        self.fold(i!(_mm512_and_si512(r, self.mask)))
    }

    #[inline(always)]
    fn dot(self, x: __m512i, w: __m512i) -> Self::Sum {
        let zero = i!(_mm512_setzero_si512());
        (i!(_mm512_madd52lo_epu64(zero, x, w)), i!(_mm512_madd52hi_epu64(zero, x, w)))
    }

    /// Low and high halves gather 52 bits each in words of 64: room for 2^12 terms.
    #[inline(always)]
    fn dot_add(self, sum: Self::Sum, x: __m512i, w: __m512i) -> Self::Sum {
        (i!(_mm512_madd52lo_epu64(sum.0, x, w)), i!(_mm512_madd52hi_epu64(sum.1, x, w)))
    }

    #[inline(always)]
    fn dot_relax(self, sum: Self::Sum) -> Self::Sum {
        sum
    }

    /// Montgomery: S = high·2^52 + low; with m = -low/q mod 2^52 the number S + m·q is a multiple
    /// of 2^52, and (S + m·q) / 2^52 < S/2^52 + q. A term is below (class·q)·q and q < 2^50, so
    /// it adds less than class/4·q: the result lies below (terms·class/4 + 1)·q ≤ 17q, brought
    /// down by subtracting 16q, 8q, 4q and 2q where that is possible.
    #[inline(always)]
    fn dot_end(self, sum: Self::Sum, terms: usize, class: usize) -> __m512i {
        let zero = i!(_mm512_setzero_si512());
        let (low, high) = sum;
        let m = i!(_mm512_madd52lo_epu64(zero, low, self.montgomery));
        let carry = i!(_mm512_srli_epi64::<52>(i!(_mm512_madd52lo_epu64(low, m, self.q))));
        let mut r = i!(_mm512_add_epi64(i!(_mm512_madd52hi_epu64(high, m, self.q)), carry));
        let reached = (terms * class).div_ceil(4) + 1;
        debug_assert!(reached <= 17);
        if reached > 16 {
            let q16 = i!(_mm512_slli_epi64::<4>(self.q));
            r = i!(_mm512_min_epu64(r, i!(_mm512_sub_epi64(r, q16))));
        }
        if reached > 8 {
            let q8 = i!(_mm512_slli_epi64::<3>(self.q));
            r = i!(_mm512_min_epu64(r, i!(_mm512_sub_epi64(r, q8))));
        }
        if reached > 4 {
            let q4 = i!(_mm512_slli_epi64::<2>(self.q));
            r = i!(_mm512_min_epu64(r, i!(_mm512_sub_epi64(r, q4))));
        }
        self.fold(r)
    }

    #[inline(always)]
    fn moved_word<const HOW: u8>(self, word: u64) -> u64 {
        if HOW == OUT {
            let q = i!(_mm_cvtsi128_si64(i!(_mm512_castsi512_si128(self.q)))) as u64;
            word.min(word.wrapping_sub(q))
        } else {
            word
        }
    }

    #[inline(always)]
    fn copy<const HOW: u8>(self, from: &[u64], to: &mut [u64]) {
        assert_eq!(from.len(), to.len(), "slices of equal length");
        let ((blocks, rest), (outs, out_rest)) = (Self::blocks(from), Self::blocks_mut(to));
        for (block, out) in blocks.iter().zip(outs) {
            self.store_words(out, self.moved::<HOW>(self.load_words(block)));
        }
        if !rest.is_empty() {
            shuffle::put(self.moved::<HOW>(shuffle::take(rest)), out_rest);
        }
    }

    #[inline(always)]
    fn copy_piece<const HOW: u8>(self, from: &[u64], to: &mut [u64]) {
        assert!(from.len() == to.len() && from.len() <= 8, "at most a vector");
        shuffle::put(self.moved::<HOW>(shuffle::take(from)), to);
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
    fn rearrange(self, out: &mut [u64; 8], words: &[u64; 8], order: &[u64; 8]) {
        self.store_lazy(out, i!(_mm512_permutexvar_epi64(self.load(order), self.load(words))));
    }

    #[inline(always)]
    fn packed_twiddles(words: &[u64]) -> &[PackedTwiddles] {
        bytemuck::cast_slice(words.as_chunks::<16>().0)
    }

    #[inline(always)]
    fn layer_twiddles(self, layer: usize, packed: &PackedTwiddles) -> Self::W {
        let value = match layer {
            0 => shuffle::repeat_two(&packed.two),
            1 => shuffle::repeat_four(&packed.four),
            _ => self.load(&packed.eight),
        };
        let zero = i!(_mm512_setzero_si512());
        (value, i!(_mm512_madd52lo_epu64(zero, value, self.reciprocal)))
    }

    /// With coefficients 0 … 15 in hexadecimal: 01234567 89abcdef → 0819 2a3b, 4c5d 6e7f →
    /// 084c 195d, 2a6e 3b7f → 082a 4c6e, 193b 5d7f.
    #[inline(always)]
    fn spread(self, layer: usize, [a, b]: [__m512i; 2]) -> [__m512i; 2] {
        if layer == 0 {
            let low = i!(_mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0));
            let high = i!(_mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4));
            [i!(_mm512_permutex2var_epi64(a, low, b)), i!(_mm512_permutex2var_epi64(a, high, b))]
        } else {
            shuffle::interleave_quarters(a, b)
        }
    }

    #[inline(always)]
    fn unspread(self, layer: usize, [a, b]: [__m512i; 2]) -> [__m512i; 2] {
        let [even, odd] = shuffle::separate_quarters(a, b);
        if layer == 0 { shuffle::unpack(even, odd) } else { [even, odd] }
    }

    #[inline(always)]
    fn collect(self, [a, b]: [__m512i; 2]) -> [__m512i; 2] {
        shuffle::unpack(a, b)
    }

    #[inline(always)]
    fn uncollect(self, [a, b]: [__m512i; 2]) -> [__m512i; 2] {
        shuffle::unpack(a, b)
    }
}

/// -1/q mod 2^52 for odd q (Newton: each step doubles the number of right bits); 0 for even q,
/// which no sum of products is taken with.
fn minus_inverse(q: u64) -> u64 {
    if q.is_multiple_of(2) {
        return 0;
    }
    let mut inverse = q;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(q.wrapping_mul(inverse)));
    }
    inverse.wrapping_neg() & MASK
}

/// Runs a task eight words at a time.
///
/// # Safety
/// [`detected`] must have said yes.
pub(crate) unsafe fn run<T: Task>(modulus: &Modulus, task: T) -> T::Output {
    #[target_feature(enable = "avx512f,avx512dq,avx512vbmi,avx512ifma")]
    fn enter<T: Task>(modulus: &Modulus, task: T) -> T::Output {
        // SAFETY: this function runs only on machines that have these instructions.
        task.run(unsafe { Avx512::new(modulus) })
    }
    // SAFETY: guaranteed by the caller.
    unsafe { enter(modulus, task) }
}
