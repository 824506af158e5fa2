//! The vocabulary in which every kernel is written once: some residues side by side.
//!
//! # Classes
//!
//! Between load and store residues are *lazy*: congruent to what they stand for, but not reduced.
//! How far they may stray is counted in classes. A value of class c lies
//!
//! - in [0, c·q) for the lanes of words ([`Scalar`](crate::scalar), [`Avx512`](crate::avx512)),
//! - in [-c·q, c·q] for the lanes of doubles (`doubles`).
//!
//! | operation | operands | result |
//! |---|---|---|
//! | `load` | canonical words | 1 |
//! | `add` | a, b | a + b |
//! | `sub` | a, b ≤ 2 | a + 2 |
//! | `fold` | 4 | 2 |
//! | `mul` by a prepared multiplier | 4 | 2 |
//! | `product` of two residues | 1, 1 | 2 |
//! | `dot` of k ≤ 32 terms | words: 2 (4 for k ≤ 16); doubles: 1 | 2 |
//! | `dot_centred` | `centre` | 2 |
//! | `store` | 4 | canonical words |
//!
//! Class 4 is the end for products and in memory: 4q < 2^64 for wide moduli, 4q < 2^52 for narrow
//! ones. (`fold` and `store` of doubles take 8q < 2^53, and so `trim` does nothing to them.) (`dot`
//! keeps its own, larger, sums inside.) Each lane type proves its row of the table where it
//! implements it; each kernel states the classes it passes through.

pub(crate) use crate::block::Block;
use crate::{Modulus, shift::Shift};

/// How words are moved: canonical ones become lazy residues.
pub(crate) const IN: u8 = 1;

/// Lazy residues of class 2, as [`Lanes::fold`] and products leave them, become canonical words.
pub(crate) const OUT: u8 = 2;

/// Words of any kind stay as they are.
pub(crate) const AS_THEY_ARE: u8 = 0;

/// Several residues modulo the same q, and what can be done with them.
///
/// A value of this type is the proof that its instructions exist on this machine, and carries the
/// constants of q. All methods are inlined into a function compiled for those instructions
/// ([`Task`]).
pub(crate) trait Lanes: Copy {
    /// Residues in a vector.
    const LANES: usize;

    /// The words of a short copy that are best moved at once.
    const PIECE: usize = 64;

    /// log2 of the largest butterfly whose operands stay in registers.
    const RADIX_LOG: usize;

    /// Whether a lazy residue in memory is a word as a canonical one is, so that what `store`
    /// wrote can be read by `load_lazy`.
    const LAZY_IS_CANONICAL: bool;

    /// `LANES` words in memory.
    type Block: Block;

    /// A vector of lazy residues.
    type V: Copy;

    /// A vector of canonical residues as words: what sums and differences are computed on.
    type I: Copy;

    /// A vector of multipliers prepared for [`Lanes::mul`].
    type W: Copy;

    /// A vector of multipliers prepared for [`Lanes::dot_add`].
    type D: Copy;

    /// A sum of products not yet reduced.
    type Sum: Copy;

    /// The multipliers of all layers within two neighbouring vectors, in memory: for each layer,
    /// the last one first, the first words of [`Lanes::prepare_root`] and, if `PACKED_QUOTIENTS`, the
    /// second ones; then what fills up cache lines.
    type PackedTwiddles;

    /// Whether packed twiddles hold second words.
    const PACKED_QUOTIENTS: bool;

    /// Layers of forward butterflies after which the sums must be folded again.
    const FORWARD_FOLDS: usize;

    /// Likewise for inverse butterflies.
    const INVERSE_FOLDS: usize;

    /// The layers of a transform within two neighbouring vectors, log2(`LANES`) of them, the one
    /// with the widest butterflies first. Layer d has 2^(d+1) groups of butterflies, one after
    /// another in the order of the coefficients, each with its own multiplier; these are the groups
    /// whose multipliers a [`Lanes::PackedTwiddles`] holds, in its order.
    const PACKINGS: &'static [&'static [usize]];

    /// Whether [`Lanes::dot_multipliers`] reads quotients.
    const DOT_QUOTIENTS: bool;

    /// Whether [`Lanes::dot_relax`] does anything.
    const RELAXES: bool;

    /// Whether there are registers for the sums of two times four vectors, each of two halves, and their operands.
    const HOLDS_SIXTEEN_SUMS: bool;

    /// Whether words of tables of narrow moduli lie packed, and [`Lanes::dot_packed`] unpacks them: less memory is
    /// read, for a few instructions more.
    const PACKED_TABLES: bool;

    /// Whether [`Lanes::unpacked`] is faster than code for each width.
    const UNPACKS: bool;

    /// What unpacking words of one width takes.
    type Unpacking: Copy;

    /// Whether small DFTs are fastest with as few products as can be, rather than with sums of
    /// products.
    const FEW_PRODUCTS: bool;

    /// The lanes for q, which must be narrow for the vector backends.
    ///
    /// # Safety
    /// The machine must have the instructions.
    unsafe fn new(modulus: &Modulus) -> Self;

    /// These lanes for another modulus, which must be narrow for the vector backends.
    #[inline(always)]
    fn of(self, modulus: &Modulus) -> Self {
        // SAFETY: `self` is the proof that the machine has the instructions.
        unsafe { Self::new(modulus) }
    }

    /// A multiplier w in [0, q) as the two words that tables hold: itself and its quotient.
    fn prepare(modulus: &Modulus, w: u64) -> (u64, u64);

    /// A multiplier of [`Lanes::mul_roots`], likewise.
    #[inline]
    fn prepare_root(modulus: &Modulus, w: u64) -> (u64, u64) {
        Self::prepare(modulus, w)
    }

    /// A multiplier of [`Lanes::dot_add`], likewise.
    fn prepare_dot(modulus: &Modulus, w: u64) -> (u64, u64);

    /// A slice as blocks and the words left over.
    #[inline(always)]
    fn blocks(words: &[u64]) -> (&[Self::Block], &[u64]) {
        Self::Block::of(words)
    }

    /// A mutable slice as blocks and the words left over.
    #[inline(always)]
    fn blocks_mut(words: &mut [u64]) -> (&mut [Self::Block], &mut [u64]) {
        Self::Block::of_mut(words)
    }

    /// At most `LANES` words, filled up with zeros.
    #[inline(always)]
    fn pad(words: &[u64]) -> Self::Block {
        Self::Block::pad(words)
    }

    /// The words of a block.
    #[inline(always)]
    fn words(block: &Self::Block) -> &[u64] {
        block.as_ref()
    }

    /// The words of a block, to be changed.
    #[inline(always)]
    fn words_mut(block: &mut Self::Block) -> &mut [u64] {
        block.as_mut()
    }

    /// The words with their highest bits turned.
    #[inline(always)]
    fn flip_signs(block: &Self::Block) -> Self::Block {
        let mut flipped = *block;
        for word in Self::words_mut(&mut flipped) {
            *word ^= 1 << 63;
        }
        flipped
    }

    /// Canonical words, as they are.
    fn load_words(self, block: &Self::Block) -> Self::I;

    /// Canonical words, as they are.
    fn store_words(self, block: &mut Self::Block, words: Self::I);

    /// One canonical residue in all lanes, as a word.
    fn splat_word(self, x: u64) -> Self::I;

    /// a + b, canonical as both are.
    fn add_words(self, a: Self::I, b: Self::I) -> Self::I;

    /// a - b, canonical as both are.
    fn sub_words(self, a: Self::I, b: Self::I) -> Self::I;

    /// a - b of canonical words, ready to be multiplied: class 1.
    fn difference(self, a: Self::I, b: Self::I) -> Self::V;

    /// Residues of class 2 that come from [`Lanes::mul`], [`Lanes::product`] or [`Lanes::fold`], as canonical
    /// words.
    fn product_words(self, v: Self::V) -> Self::I;

    /// Canonical words as residues of class 1. Words below 2^50 may be loaded too and given to
    /// [`Lanes::mul`], which takes them as class 4 for any q, and to nothing else.
    fn load(self, block: &Self::Block) -> Self::V;

    /// What a shift makes of words, canonical then: class 1.
    #[inline(always)]
    fn load_shifted(self, block: &Self::Block, shift: Shift) -> Self::V {
        let mut shifted = *block;
        for word in Self::words_mut(&mut shifted) {
            *word = shift.of(*word);
        }
        self.load(&shifted)
    }

    /// Residues of class 2 that come from there, as canonical words.
    #[inline(always)]
    fn store_product(self, block: &mut Self::Block, v: Self::V) {
        self.store_words(block, self.product_words(v));
    }

    /// Residues of class 4 as canonical words.
    fn store(self, block: &mut Self::Block, v: Self::V);

    /// What [`Lanes::store_lazy`] wrote.
    fn load_lazy(self, block: &Self::Block) -> Self::V;

    /// The vector as it is, in this lane type's own format, to be read by [`Lanes::load_lazy`].
    fn store_lazy(self, block: &mut Self::Block, v: Self::V);

    /// One canonical residue in all lanes.
    fn splat(self, x: u64) -> Self::V;

    /// One prepared multiplier in all lanes.
    fn multiplier(self, prepared: (u64, u64)) -> Self::W;

    /// Prepared multipliers from the two halves of a table.
    fn multipliers(self, values: &Self::Block, quotients: &Self::Block) -> Self::W;

    /// One prepared multiplier for sums of products in all lanes.
    fn dot_multiplier(self, prepared: (u64, u64)) -> Self::D;

    /// Prepared multipliers for sums of products from the two halves of a table.
    fn dot_multipliers(self, values: &Self::Block, quotients: &Self::Block) -> Self::D;

    /// What unpacking words of so many bits takes, at most [`packed::IN_A_WORD`](crate::packed::IN_A_WORD) of them.
    fn unpacking(self, bits: u32) -> Self::Unpacking;

    /// Prepared multipliers for sums of products from as many words packed into the first bytes; only where
    /// `PACKED_TABLES`.
    fn dot_packed(self, bytes: &[u8; 64], unpacking: Self::Unpacking) -> Self::D;

    /// Vector `part` of the eight words that are packed into the first bytes.
    fn unpacked(self, bytes: &[u8; 64], part: usize, unpacking: Self::Unpacking) -> Self::I;

    /// `seen`, and the highest bit of each word that exceeds its bound; both are below 2^63.
    fn exceeding(self, seen: Self::I, words: Self::I, bounds: Self::I) -> Self::I;

    /// Those of the words' bits in `mask` that are below a bound, moved to the front in their order, and how many they are:
    /// not in constant time. `mask` and `bound` are below 2^63.
    fn kept_below(self, words: Self::I, limits: [Self::I; 2]) -> (Self::I, usize);

    /// Any words as residues of class 4, given 1 and 2^32 mod q as multipliers.
    fn reduce_word(self, block: &Self::Block, one: Self::W, high: Self::W) -> Self::V;

    /// a, of class 4, as `store` would write it: in [0, q).
    fn canonical(self, a: Self::V) -> Self::V;

    /// a + b: class a + b.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;

    /// a - b, b of class 2: class a + 2.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;

    /// a, of class 4, in class 2.
    fn fold(self, a: Self::V) -> Self::V;

    /// a, of class 4, in class 2, where sums of such values are to follow: nothing is to be done in
    /// lanes that have room for them (doubles; each kernel says how far they go).
    #[inline(always)]
    fn trim(self, a: Self::V) -> Self::V {
        self.fold(a)
    }

    /// a·w, a of class 4: class 2.
    fn mul(self, a: Self::V, w: Self::W) -> Self::V;

    /// Several products with roots of unity, of class 4: class 2; in an order that hides the latency.
    #[inline(always)]
    fn mul_roots<const N: usize>(self, a: &[Self::V; N], w: &[Self::W; N]) -> [Self::V; N] {
        let mut products = *a;
        for i in 0..N {
            products[i] = self.mul(a[i], w[i]);
        }
        products
    }

    /// a·b, both of class 1: class 2.
    fn product(self, a: Self::V, b: Self::V) -> Self::V;

    /// The first term of a sum of products, x of class 2 (4 for sums of at most 16 terms); 1 for
    /// lanes of doubles.
    fn dot(self, x: Self::V, w: Self::D) -> Self::Sum;

    /// One more term.
    fn dot_add(self, sum: Self::Sum, x: Self::V, w: Self::D) -> Self::Sum;

    /// Makes room in a sum: to be called after every eighth term.
    fn dot_relax(self, sum: Self::Sum) -> Self::Sum;

    /// The sum of at most 32 products, reduced: class 2. `terms` is an upper bound of their
    /// number, `class` that of the operands.
    fn dot_end(self, sum: Self::Sum, terms: usize, class: usize) -> Self::V;

    /// [`Lanes::dot_end`] on top of a total of class 2: class 2.
    #[inline(always)]
    fn dot_onto(self, total: Self::V, sum: Self::Sum, terms: usize, class: usize) -> Self::V {
        self.fold(self.add(total, self.dot_end(sum, terms, class)))
    }

    /// a, of class 4, as an operand of [`Lanes::dot_centred`].
    #[inline(always)]
    fn centre(self, a: Self::V) -> Self::V {
        self.fold(a)
    }

    /// How many terms a sum may have that [`Lanes::dot_centred`] begins: 32 at most.
    #[inline(always)]
    fn centred_terms(self) -> usize {
        32
    }

    /// As [`Lanes::dot`], for a sum of which all operands come from [`Lanes::centre`]. It goes on
    /// with [`Lanes::dot_add`] and is never relaxed.
    #[inline(always)]
    fn dot_centred(self, x: Self::V, w: Self::D) -> Self::Sum {
        self.dot(x, w)
    }

    /// As [`Lanes::dot_end`], for sums that [`Lanes::dot_centred`] began.
    #[inline(always)]
    fn dot_centred_end(self, sum: Self::Sum, terms: usize) -> Self::V {
        self.dot_end(sum, terms, 2)
    }

    /// f(self) in a function of its own, compiled for the instructions of these lanes: so that
    /// large tasks are many functions of moderate size. `f` must be `#[inline(always)]`.
    #[inline(always)]
    fn apart<R>(self, f: impl FnOnce(Self) -> R) -> R {
        #[inline(never)]
        fn call<L: Lanes, R>(lanes: L, f: impl FnOnce(L) -> R) -> R {
            f(lanes)
        }
        call(self, f)
    }

    /// A word moved on its own: [`IN`], [`OUT`] or [`AS_THEY_ARE`].
    fn moved_word<const HOW: u8>(self, word: u64) -> u64;

    /// `out[j]` = `words[order[j]]`, for orders below 8.
    #[inline(always)]
    fn rearrange(self, out: &mut [u64; 8], words: &[u64; 8], order: &[u64; 8]) {
        for (out, &i) in out.iter_mut().zip(order) {
            *out = words[i as usize % 8];
        }
    }

    /// Copies words between slices of equal length, moved as `HOW` says.
    #[inline(always)]
    fn copy<const HOW: u8>(self, from: &[u64], to: &mut [u64]) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = self.moved_word::<HOW>(*from);
        }
    }

    /// Likewise at most [`Lanes::PIECE`] words.
    #[inline(always)]
    fn copy_piece<const HOW: u8>(self, from: &[u64], to: &mut [u64]) {
        self.copy::<HOW>(from, to);
    }

    /// Likewise a whole vector.
    #[inline(always)]
    fn move_block<const HOW: u8>(self, from: &Self::Block, to: &mut Self::Block) {
        match HOW {
            IN => self.store_lazy(to, self.load(from)),
            OUT => self.store_product(to, self.load_lazy(from)),
            _ => *to = *from,
        }
    }

    /// Transposes words, moved as `HOW` says: to[j·to_stride + i] = from[i·from_stride + j] for
    /// i < rows and j < columns, both at most 8.
    #[inline(always)]
    fn transpose<const HOW: u8>(
        self,
        (from, from_stride): (&[u64], usize),
        (to, to_stride): (&mut [u64], usize),
        rows: usize,
        columns: usize,
    ) {
        for i in 0..rows {
            for j in 0..columns {
                to[j * to_stride + i] = self.moved_word::<HOW>(from[i * from_stride + j]);
            }
        }
    }

    /// Likewise between rows that lie anywhere: to[to_rows[j] + i] = from[from_rows[i] + j].
    #[inline(always)]
    fn transpose_rows<const HOW: u8>(
        self,
        (from, from_rows): (&[u64], &[usize]),
        (to, to_rows): (&mut [u64], &[usize]),
    ) {
        for (i, from_row) in from_rows.iter().enumerate() {
            for (j, to_row) in to_rows.iter().enumerate() {
                to[to_row + i] = self.moved_word::<HOW>(from[from_row + j]);
            }
        }
    }

    /// A table of packed twiddles from its words.
    fn packed_twiddles(words: &[u64]) -> &[Self::PackedTwiddles];

    /// The multipliers of layer `layer` within two vectors, for [`Lanes::mul_roots`].
    fn layer_twiddles(self, layer: usize, packed: &Self::PackedTwiddles) -> Self::W;

    /// From the operands of layer `layer - 1` within two vectors (for layer 0: two neighbouring
    /// vectors) to those of `layer`: the first, and the second operands of all butterflies.
    fn spread(self, layer: usize, pair: [Self::V; 2]) -> [Self::V; 2];

    /// Undoes [`Lanes::spread`].
    fn unspread(self, layer: usize, pair: [Self::V; 2]) -> [Self::V; 2];

    /// From the operands of the last layer to two neighbouring vectors.
    fn collect(self, pair: [Self::V; 2]) -> [Self::V; 2];

    /// Undoes [`Lanes::collect`].
    fn uncollect(self, pair: [Self::V; 2]) -> [Self::V; 2];
}

/// [f(0), f(1), …] for at least one element.
///
/// `std::array::from_fn` and the `map` of arrays call their closures through functions that may
/// stay out of line, and are then compiled without the instructions of the lanes. Adaptors of iterators keep the
/// loop from being unrolled, and with it the elements from registers.
#[inline(always)]
pub(crate) fn array<T: Copy, const N: usize>(mut f: impl FnMut(usize) -> T) -> [T; N] {
    let mut all = [f(0); N];
    let mut i = 1;
    while i < N {
        all[i] = f(i);
        i += 1;
    }
    all
}

/// A piece of work that runs on any lanes.
///
/// `run` must be `#[inline(always)]`, as must everything that it calls with lanes: only so is it
/// compiled for the instructions of the lanes.
pub(crate) trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}
