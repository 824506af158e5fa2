//! Lanes of four doubles with fused multiply-add, moduli below 2^50.
//!
//! Residues are integers in doubles, signed; all stay below 2^52 in magnitude, so sums and
//! differences are exact. A product a·b splits into h = fl(a·b) and l = a·b - h, exact by one
//! fused multiply-add; subtracting k·q with k near a·b/q leaves a small integer, so that
//! fl(h - k·q) and its sum with l are exact too. (This is how FLINT's `fft_small` computes.)
//!
//! All of it holds for rounding to nearest, which [`run`] sees to. The instructions are those of an
//! [`Instructions`]: AVX2 with one register, NEON with two.

use self::instructions::Instructions;
use self::sum::{START, Sum, start};
use self::unpacking::Unpacking;
use crate::{
    Modulus,
    lanes::{Lanes, Task},
    to_nearest,
};

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2_words;
mod instructions;
mod moves;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
mod sum;
mod unpacking;

/// 3·2^51: adding it to |x| < 2^51 rounds x to the nearest integer, subtracting gives it back.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// 2^52, whose last bit of the fraction counts ones.
const TWO_52: f64 = 4_503_599_627_370_496.0;

/// Four residues in doubles.
#[derive(Clone, Copy)]
pub(crate) struct Doubles<F: Instructions> {
    with: F,
    q: F::V,
    /// fl(1/q).
    inverse: F::V,
    round: F::V,
    two_52: F::V,
    /// q in words.
    word_q: F::I,
    /// q.
    q_word: i64,
    /// 3·2^(51+k), where sums of centred operands begin.
    centred_start: F::V,
    /// How many terms they have at most.
    centred_terms: usize,
}

impl<F: Instructions> Doubles<F> {
    /// The integer nearest to a·b.
    #[inline(always)]
    fn nearest(self, a: F::V, b: F::V) -> F::V {
        self.with.sub(self.with.mul_add(a, b, self.round), self.round)
    }

    /// r + q where r is negative.
    #[inline(always)]
    fn not_negative(self, r: F::V) -> F::V {
        self.with.add(r, self.with.where_below_zero(r, self.q))
    }

    /// Words in (-q, q), those below 0 with q added.
    #[inline(always)]
    fn word_not_negative(self, r: F::I) -> F::I {
        let raised = self.with.add_words(r, self.word_q);
        self.with.where_negative(r, raised, r)
    }

    /// Integers in [0, 2^52) as words: the fraction of 2^52 + r.
    #[inline(always)]
    fn store_canonical(self, block: &mut [u64; 4], r: F::V) {
        let word = self.with.xor(self.with.add(r, self.two_52), self.two_52);
        self.store_lazy(block, word);
    }
}

impl<F: Instructions> Lanes for Doubles<F> {
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
    const RELAXES: bool = true;
    const HOLDS_SIXTEEN_SUMS: bool = false;
    const PACKED_TABLES: bool = false;
    const UNPACKS: bool = true;
    const FEW_PRODUCTS: bool = true;

    type Block = [u64; 4];
    type V = F::V;
    type I = F::I;
    type W = (F::V, F::V);
    type D = F::V;
    type Sum = Sum<F>;
    type Unpacking = Unpacking<F>;
    type PackedTwiddles = [[[u64; 4]; 2]; 2];

    #[inline(always)]
    unsafe fn new(modulus: &Modulus) -> Self {
        // SAFETY: guaranteed by the caller.
        let with = unsafe { F::new() };
        let all = |x: f64| with.splat(x);
        let q = modulus.value() as f64;
        Self {
            with,
            q: all(q),
            inverse: all(1.0 / q),
            round: all(ROUND),
            two_52: all(TWO_52),
            word_q: with.splat_word(modulus.value()),
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
    fn load_words(self, block: &Self::Block) -> F::I {
        self.with.bits(self.with.load(block))
    }

    #[inline(always)]
    fn store_words(self, block: &mut Self::Block, words: F::I) {
        self.with.store(block, self.with.of_bits(words));
    }

    #[inline(always)]
    fn splat_word(self, x: u64) -> F::I {
        self.with.splat_word(x)
    }

    #[inline(always)]
    fn add_words(self, a: F::I, b: F::I) -> F::I {
        let sum = self.with.add_words(a, b);
        let less = self.with.sub_words(sum, self.word_q);
        self.with.where_negative(less, sum, less)
    }

    #[inline(always)]
    fn sub_words(self, a: F::I, b: F::I) -> F::I {
        self.word_not_negative(self.with.sub_words(a, b))
    }

    /// In (-q, q): the last bits of the fraction of 3·2^51 + a - b.
    #[inline(always)]
    fn difference(self, a: F::I, b: F::I) -> F::V {
        let magic = self.with.bits(self.round);
        let word = self.with.add_words(self.with.sub_words(a, b), magic);
        self.with.sub(self.with.of_bits(word), self.round)
    }

    /// A product lies in (-q, q).
    #[inline(always)]
    fn product_words(self, v: F::V) -> F::I {
        let magic = self.with.bits(self.round);
        let word = self.with.bits(self.with.add(v, self.round));
        self.word_not_negative(self.with.sub_words(word, magic))
    }

    /// A word below 2^52 is the fraction of 2^52 + x.
    #[inline(always)]
    fn load(self, block: &Self::Block) -> F::V {
        let x = self.with.or(self.load_lazy(block), self.two_52);
        self.with.sub(x, self.two_52)
    }

    #[inline(always)]
    fn store(self, block: &mut Self::Block, v: F::V) {
        self.store_canonical(block, self.canonical(v));
    }

    #[inline(always)]
    fn load_lazy(self, block: &Self::Block) -> F::V {
        self.with.load(block)
    }

    #[inline(always)]
    fn store_lazy(self, block: &mut Self::Block, v: F::V) {
        self.with.store(block, v);
    }

    #[inline(always)]
    fn apart<R>(self, f: impl FnOnce(Self) -> R) -> R {
        self.with.apart(self, f)
    }

    #[inline(always)]
    fn splat(self, x: u64) -> F::V {
        self.with.splat(x as f64)
    }

    #[inline(always)]
    fn multiplier(self, prepared: (u64, u64)) -> Self::W {
        let all = |bits| self.with.splat(f64::from_bits(bits));
        (all(prepared.0), all(prepared.1))
    }

    #[inline(always)]
    fn multipliers(self, values: &Self::Block, quotients: &Self::Block) -> Self::W {
        (self.load_lazy(values), self.load_lazy(quotients))
    }

    #[inline(always)]
    fn dot_multiplier(self, prepared: (u64, u64)) -> F::V {
        self.with.splat(f64::from_bits(prepared.0))
    }

    #[inline(always)]
    fn unpacking(self, bits: u32) -> Unpacking<F> {
        Unpacking::new(self.with, bits)
    }

    #[inline(always)]
    fn dot_packed(self, _bytes: &[u8; 64], _unpacking: Unpacking<F>) -> Self::D {
        self.dot_multiplier((0, 0))
    }

    #[inline(always)]
    fn unpacked(self, bytes: &[u8; 64], part: usize, unpacking: Unpacking<F>) -> F::I {
        unpacking.words(self.with, bytes, part)
    }

    #[inline(always)]
    fn exceeding(self, seen: F::I, words: F::I, bounds: F::I) -> F::I {
        let less = self.with.of_bits(self.with.sub_words(bounds, words));
        self.with.bits(self.with.or(self.with.of_bits(seen), less))
    }

    #[inline(always)]
    fn kept_below(self, words: F::I, limits: [F::I; 2]) -> (F::I, usize) {
        self.with.kept_below(words, limits)
    }

    #[inline(always)]
    fn dot_multipliers(self, values: &Self::Block, _quotients: &Self::Block) -> F::V {
        self.load_lazy(values)
    }

    /// Halves of 32 bits, each the fraction of a double at first, multiplied by 1 and 2^32: both
    /// products are of class 1.
    #[inline(always)]
    fn reduce_word(self, block: &Self::Block, one: Self::W, high: Self::W) -> F::V {
        let [low, upper] = self.with.halves_of_words(self.load_words(block), self.two_52);
        let (low, upper) = (self.with.sub(low, self.two_52), self.with.sub(upper, self.two_52));
        self.add(self.mul(low, one), self.mul(upper, high))
    }

    /// The remainder lies in [-q/2, q/2] after folding; q is added where it is negative.
    #[inline(always)]
    fn canonical(self, a: F::V) -> F::V {
        self.not_negative(self.fold(a))
    }

    #[inline(always)]
    fn add(self, a: F::V, b: F::V) -> F::V {
        self.with.add(a, b)
    }

    #[inline(always)]
    fn sub(self, a: F::V, b: F::V) -> F::V {
        self.with.sub(a, b)
    }

    /// |a| ≤ 8q: the nearest integer k to fl(a/q) is off by at most 1/2 + 2^-49, so
    /// |a - k·q| ≤ q/2 + 2, an exact integer.
    #[inline(always)]
    fn fold(self, a: F::V) -> F::V {
        self.with.sub_mul(self.nearest(a, self.inverse), self.q, a)
    }

    /// Sums may go up to 8q.
    #[inline(always)]
    fn trim(self, a: F::V) -> F::V {
        a
    }

    /// |a| ≤ 4q < 2^52, |w| ≤ q/2: a·fl(w/q) is off a·w/q by at most 2^52·2^-1·2^-53 = 1/4, the
    /// rounding adds 1/2, so |a·w - k·q| ≤ 3q/4: class 1. The quotient stays below 2^51. h is a
    /// multiple of ulp(h), |l| ≤ ulp(h)/2 ≤ 2^47, so |h - k·q| < 2^51 is an exact integer.
    #[inline(always)]
    fn mul(self, a: F::V, w: Self::W) -> F::V {
        let k = self.nearest(a, w.1);
        let h = self.with.mul(a, w.0);
        let l = self.with.mul_sub(a, w.0, h);
        self.with.add(self.with.sub_mul(k, self.q, h), l)
    }

    /// |a|, |b| ≤ q: fl(h·fl(1/q)) is off a·b/q ≤ 2^50 by at most 2^50·3·2^-53 = 3/8, so
    /// |a·b - k·q| ≤ 7q/8: class 1.
    #[inline(always)]
    fn product(self, a: F::V, b: F::V) -> F::V {
        let h = self.with.mul(a, b);
        let l = self.with.mul_sub(a, b, h);
        let k = self.nearest(h, self.inverse);
        self.with.add(self.with.sub_mul(k, self.q, h), l)
    }

    /// |x| ≤ 2^50, whatever q is, and |w| ≤ q/2: eight terms are at most 2^52·q < 2^102 = 2^(51+k),
    /// and eight remainders of at most 2^50 at most 2^53.
    #[inline(always)]
    fn dot(self, x: F::V, w: F::V) -> Sum<F> {
        self.first_term(self.with.splat(start(START)), x, w)
    }

    /// The difference of the two sums is a multiple of 2^k of at most 2^(52+k), thus exact.
    #[inline(always)]
    fn dot_add(self, sum: Sum<F>, x: F::V, w: F::V) -> Sum<F> {
        let high = self.with.mul_add(x, w, sum.high);
        let rest = self.with.mul_sub(x, w, self.with.sub(high, sum.high));
        Sum { high, low: self.with.add(sum.low, rest), ..sum }
    }

    /// 5q on top of q/2.
    #[inline(always)]
    fn dot_relax(self, sum: Sum<F>) -> Sum<F> {
        Sum {
            high: self.with.splat(start(START)),
            low: self.with.splat(0.0),
            before: self.fold(self.with.add(sum.before, self.reduce(sum))),
        }
    }

    #[inline(always)]
    fn dot_end(self, sum: Sum<F>, _terms: usize, _class: usize) -> F::V {
        self.fold(self.with.add(sum.before, self.reduce(sum)))
    }

    /// 5q on top of q/2 and 2q.
    #[inline(always)]
    fn dot_onto(self, total: F::V, sum: Sum<F>, _terms: usize, _class: usize) -> F::V {
        self.fold(self.with.add(self.with.add(total, sum.before), self.reduce(sum)))
    }

    #[inline(always)]
    fn centred_terms(self) -> usize {
        self.centred_terms
    }

    /// |x| ≤ (q+1)/2 and |w| ≤ (q-1)/2, q odd. With k the number of bits of q, or 48 if it has
    /// fewer, T = 2^(53-k) terms are less than T·q²/4 < 2^(51+k), and their remainders at most
    /// T·2^(k-1) = 2^52.
    #[inline(always)]
    fn dot_centred(self, x: F::V, w: F::V) -> Sum<F> {
        self.first_term(self.centred_start, x, w)
    }

    /// The multiple of 2^k is less than T·q²/4 < 2^51·q, its nearest quotient off by at most
    /// 1/2 + 1/4: within ±3q/4, so the sum with the remainders is below 2^53.
    #[inline(always)]
    fn dot_centred_end(self, sum: Sum<F>, _terms: usize) -> F::V {
        let high = self.fold(self.with.sub(sum.high, self.centred_start));
        self.fold(self.with.add(high, sum.low))
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
    fn spread(self, layer: usize, [a, b]: [F::V; 2]) -> [F::V; 2] {
        if layer == 0 { self.with.halves(a, b) } else { self.with.unpack(a, b) }
    }

    /// Both rearrangements are involutions.
    #[inline(always)]
    fn unspread(self, layer: usize, pair: [F::V; 2]) -> [F::V; 2] {
        self.spread(layer, pair)
    }

    #[inline(always)]
    fn collect(self, pair: [F::V; 2]) -> [F::V; 2] {
        self.spread(0, self.spread(1, pair))
    }

    #[inline(always)]
    fn uncollect(self, pair: [F::V; 2]) -> [F::V; 2] {
        self.spread(1, self.spread(0, pair))
    }
}

/// Runs a task four doubles at a time.
///
/// # Safety
/// The machine has these instructions.
pub(crate) unsafe fn run<F: Instructions, T: Task>(modulus: &Modulus, task: T) -> T::Output {
    to_nearest(|| {
        // SAFETY: guaranteed by the caller.
        let lanes = unsafe { Doubles::<F>::new(modulus) };
        lanes.with.run(task, lanes)
    })
}
