//! Portable lanes: one word, any modulus below 2^62.

use crate::{
    Modulus,
    lanes::{Lanes, OUT, Task, array},
};

/// One residue in a word.
#[derive(Clone, Copy)]
pub(crate) struct Scalar {
    modulus: Modulus,
}

impl Lanes for Scalar {
    const LANES: usize = 1;
    const RADIX_LOG: usize = 2;
    const LAZY_IS_CANONICAL: bool = true;
    const FORWARD_FOLDS: usize = 1;
    const INVERSE_FOLDS: usize = 1;
    const PACKINGS: &'static [&'static [usize]] = &[];
    const PACKED_QUOTIENTS: bool = true;
    const DOT_QUOTIENTS: bool = true;
    const RELAXES: bool = false;
    const HOLDS_SIXTEEN_SUMS: bool = false;
    const PACKED_TABLES: bool = false;
    const UNPACKS: bool = false;
    const FEW_PRODUCTS: bool = true;

    type Block = [u64; 1];
    type V = u64;
    type I = u64;
    type W = (u64, u64);
    type D = (u64, u64);
    type Sum = u64;
    /// The bits of a word.
    type Unpacking = u32;
    type PackedTwiddles = ();

    #[inline(always)]
    unsafe fn new(modulus: &Modulus) -> Self {
        Self { modulus: *modulus }
    }

    /// (w, ⌊w·2^64 / q⌋).
    #[inline]
    fn prepare(modulus: &Modulus, w: u64) -> (u64, u64) {
        (w, ((u128::from(w) << 64) / u128::from(modulus.value())) as u64)
    }

    #[inline]
    fn prepare_dot(modulus: &Modulus, w: u64) -> (u64, u64) {
        Self::prepare(modulus, w)
    }

    #[inline(always)]
    fn load_words(self, block: &Self::Block) -> u64 {
        block[0]
    }

    #[inline(always)]
    fn store_words(self, block: &mut Self::Block, words: u64) {
        block[0] = words;
    }

    #[inline(always)]
    fn splat_word(self, x: u64) -> u64 {
        x
    }

    #[inline(always)]
    fn add_words(self, a: u64, b: u64) -> u64 {
        let sum = a.wrapping_add(b);
        sum.min(sum.wrapping_sub(self.modulus.value()))
    }

    #[inline(always)]
    fn sub_words(self, a: u64, b: u64) -> u64 {
        self.modulus.sub(a, b)
    }

    #[inline(always)]
    fn difference(self, a: u64, b: u64) -> u64 {
        self.modulus.sub(a, b)
    }

    #[inline(always)]
    fn product_words(self, v: u64) -> u64 {
        v.min(v.wrapping_sub(self.modulus.value()))
    }

    #[inline(always)]
    fn load(self, block: &Self::Block) -> u64 {
        block[0]
    }

    #[inline(always)]
    fn store(self, block: &mut Self::Block, v: u64) {
        block[0] = self.canonical(v);
    }

    #[inline(always)]
    fn load_lazy(self, block: &Self::Block) -> u64 {
        block[0]
    }

    #[inline(always)]
    fn store_lazy(self, block: &mut Self::Block, v: u64) {
        block[0] = v;
    }

    #[inline(always)]
    fn splat(self, x: u64) -> u64 {
        x
    }

    #[inline(always)]
    fn multiplier(self, prepared: (u64, u64)) -> (u64, u64) {
        prepared
    }

    #[inline(always)]
    fn multipliers(self, values: &Self::Block, quotients: &Self::Block) -> (u64, u64) {
        (values[0], quotients[0])
    }

    #[inline(always)]
    fn dot_multiplier(self, prepared: (u64, u64)) -> (u64, u64) {
        prepared
    }

    #[inline(always)]
    fn unpacking(self, bits: u32) -> u32 {
        bits
    }

    #[inline(always)]
    fn dot_packed(self, _bytes: &[u8; 64], _bits: u32) -> Self::D {
        self.dot_multiplier((0, 0))
    }

    #[inline(always)]
    fn unpacked(self, bytes: &[u8; 64], part: usize, bits: u32) -> u64 {
        let bit = part * bits as usize;
        let own = array(
            #[inline(always)]
            |byte| bytes[bit / 8 + byte],
        );
        u64::from_le_bytes(own) >> (bit % 8) & (u64::MAX >> (u64::BITS - bits))
    }

    #[inline(always)]
    fn exceeding(self, seen: u64, word: u64, bound: u64) -> u64 {
        seen | bound.wrapping_sub(word)
    }

    #[inline(always)]
    fn kept_below(self, word: u64, [mask, bound]: [u64; 2]) -> (u64, usize) {
        (word & mask, usize::from(word & mask < bound))
    }

    #[inline(always)]
    fn dot_multipliers(self, values: &Self::Block, quotients: &Self::Block) -> (u64, u64) {
        (values[0], quotients[0])
    }

    /// Shoup's multiplication takes any word: class 2.
    #[inline(always)]
    fn reduce_word(self, block: &Self::Block, one: Self::W, _high: Self::W) -> u64 {
        self.mul(block[0], one)
    }

    #[inline(always)]
    fn canonical(self, a: u64) -> u64 {
        let r = self.fold(a);
        r.min(r.wrapping_sub(self.modulus.value()))
    }

    #[inline(always)]
    fn add(self, a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn sub(self, a: u64, b: u64) -> u64 {
        a.wrapping_add(2 * self.modulus.value()).wrapping_sub(b)
    }

    #[inline(always)]
    fn fold(self, a: u64) -> u64 {
        a.min(a.wrapping_sub(2 * self.modulus.value()))
    }

    /// Shoup: with w' = ⌊w·2^64/q⌋ and any word a, a·w - ⌊a·w'/2^64⌋·q lies in [0, 2q).
    #[inline(always)]
    fn mul(self, a: u64, w: (u64, u64)) -> u64 {
        let quotient = ((u128::from(a) * u128::from(w.1)) >> 64) as u64;
        a.wrapping_mul(w.0).wrapping_sub(quotient.wrapping_mul(self.modulus.value()))
    }

    #[inline(always)]
    fn product(self, a: u64, b: u64) -> u64 {
        self.modulus.mul(a, b)
    }

    /// Wide moduli leave no room for a sum of products, so each is reduced: class 2.
    #[inline(always)]
    fn dot(self, x: u64, w: (u64, u64)) -> u64 {
        self.mul(x, w)
    }

    #[inline(always)]
    fn dot_add(self, sum: u64, x: u64, w: (u64, u64)) -> u64 {
        self.fold(self.add(sum, self.mul(x, w)))
    }

    #[inline(always)]
    fn dot_relax(self, sum: u64) -> u64 {
        sum
    }

    #[inline(always)]
    fn dot_end(self, sum: u64, _terms: usize, _class: usize) -> u64 {
        sum
    }

    #[inline(always)]
    fn moved_word<const HOW: u8>(self, word: u64) -> u64 {
        if HOW == OUT { self.product_words(word) } else { word }
    }

    /// A vector of one residue has no layers within: none of the following is called.
    #[inline(always)]
    fn packed_twiddles(_words: &[u64]) -> &[()] {
        &[]
    }

    #[inline(always)]
    fn layer_twiddles(self, _layer: usize, (): &()) -> Self::W {
        (0, 0)
    }

    #[inline(always)]
    fn spread(self, _layer: usize, pair: [u64; 2]) -> [u64; 2] {
        pair
    }

    #[inline(always)]
    fn unspread(self, _layer: usize, pair: [u64; 2]) -> [u64; 2] {
        pair
    }

    #[inline(always)]
    fn collect(self, pair: [u64; 2]) -> [u64; 2] {
        pair
    }

    #[inline(always)]
    fn uncollect(self, pair: [u64; 2]) -> [u64; 2] {
        pair
    }
}

/// Runs a task one word at a time.
pub(crate) fn run<T: Task>(modulus: &Modulus, task: T) -> T::Output {
    // SAFETY: these lanes use no instructions that a machine could lack.
    task.run(unsafe { Scalar::new(modulus) })
}
