//! Sums of products of vectors and tables: the inner loop of key switching.
//!
//! Σ_i x_i·w_i, column by column, for vectors x_i in memory of their own and constant vectors w_i in an
//! [`InnerTable`]; or two such sums with the same x_i, which are then loaded once for both.
//!
//! Key-switching keys are read once in each key switch, from memory. So that they come as one stream
//! that hardware prefetches, a table holds its vectors interleaved: [`CHUNK`] words of the first, as
//! many of the second, and so on, then the next words of each.

use std::ops::Range;

use crate::{
    AlignedVec, Zq,
    lanes::{Lanes, Task, array},
    table::prepare_into,
};

/// The most products in a lane's sum.
const TERMS: usize = 16;

/// Neighbouring words of a vector in a table: whole vectors of every backend.
pub(super) const CHUNK: usize = 32;

/// So many words before a table's words are multiplied they are asked for. Hardware that recognises a stream
/// stops at the end of each page of 4 KiB and recognises it anew behind it; tables are larger than caches.
const AHEAD: usize = 1024;

/// The words of a cache line.
const LINE: usize = 8;

/// Asks for `count` words from word `at` on, if there are such words.
#[inline(always)]
#[allow(unused_variables)]
pub(super) fn prefetch(words: &[u64], at: usize, count: usize) {
    #[cfg(target_arch = "x86_64")]
    if at + count <= words.len() {
        for line in (at..at + count).step_by(LINE) {
            // SAFETY: prefetching reads nothing, and the address lies in the slice. SSE is part of x86-64.
            unsafe {
                use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                _mm_prefetch::<_MM_HINT_T0>(words.as_ptr().add(line).cast());
            }
        }
    }
}

/// Constant vectors for [`Zq::inner_product_into`], prepared for the backend of one [`Zq`].
#[derive(Debug, Clone)]
pub struct InnerTable {
    /// Chunk after chunk, within a chunk vector after vector; the last chunk may have fewer words.
    values: AlignedVec,
    /// Likewise; empty where the backend's sums need no quotients.
    quotients: AlignedVec,
    terms: usize,
    len: usize,
}

impl InnerTable {
    /// These vectors, canonical residues modulo an odd q. Takes no memory but the table's own.
    ///
    /// # Panics
    /// When q is even, there are no vectors, or they are not equally long.
    pub fn new<'a>(
        zq: &Zq,
        vectors: impl IntoIterator<IntoIter: ExactSizeIterator<Item = &'a [u64]>>,
    ) -> Self {
        assert!(!zq.q().is_multiple_of(2), "sums of products need an odd modulus");
        let mut vectors = vectors.into_iter().peekable();
        let (terms, len) = (vectors.len(), vectors.peek().map_or(0, |vector| vector.len()));
        assert!(terms != 0, "at least one vector");
        let words = terms * len;
        let mut values = AlignedVec::zeroed(words);
        let mut quotients = AlignedVec::zeroed(if with_quotients(zq) { words } else { 0 });
        for (i, vector) in vectors.enumerate() {
            assert_eq!(vector.len(), len, "vectors of equal length");
            for (chunk, from) in vector.chunks(CHUNK).enumerate() {
                let start = chunk * terms * CHUNK + i * from.len();
                let own = start..start + from.len();
                if quotients.is_empty() {
                    zq.run(Prepare { to: &mut values[own], from, one: zq.prepare_dot(1).0, zq });
                } else {
                    let to = [&mut values[own.clone()], &mut quotients[own]];
                    prepare_into(zq, &mut from.iter().copied(), true, to);
                }
            }
        }
        Self { values, quotients, terms, len }
    }

    /// The number of vectors.
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// The length of each.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        8 * (self.values.len() + self.quotients.len())
    }

    /// Whether they are empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The words of a term's chunk, and their quotients where there are any, else the words again.
    #[inline(always)]
    fn chunk<L: Lanes>(&self, chunk: usize, term: usize, within: Range<usize>) -> [&[u64]; 2] {
        let width = CHUNK.min(self.len - chunk * CHUNK);
        let start = chunk * self.terms * CHUNK + term * width;
        let range = start + within.start..start + within.end;
        prefetch(&self.values, range.start + AHEAD, range.len());
        let values = &self.values[range.clone()];
        [values, if L::DOT_QUOTIENTS { &self.quotients[range] } else { values }]
    }

    /// Multipliers of a term in `W` vectors of lanes of a chunk.
    #[inline(always)]
    pub(super) fn multipliers<L: Lanes, const W: usize>(
        &self,
        lanes: L,
        chunk: usize,
        term: usize,
        within: Range<usize>,
    ) -> [L::D; W] {
        let [values, quotients] = self.chunk::<L>(chunk, term, within);
        let (values, quotients) = (L::blocks(values).0, L::blocks(quotients).0);
        array(
            #[inline(always)]
            |w| lanes.dot_multipliers(&values[w], &quotients[w]),
        )
    }

    /// Likewise of words that are less than a vector.
    #[inline(always)]
    pub(super) fn last_multipliers<L: Lanes>(
        &self,
        lanes: L,
        chunk: usize,
        term: usize,
        within: Range<usize>,
    ) -> [L::D; 1] {
        let [values, quotients] = self.chunk::<L>(chunk, term, within);
        [lanes.dot_multipliers(&L::pad(values), &L::pad(quotients))]
    }
}

/// Whether the backend's sums of products need quotients.
fn with_quotients(zq: &Zq) -> bool {
    struct WithQuotients;

    impl Task for WithQuotients {
        type Output = bool;

        #[inline(always)]
        fn run<L: Lanes>(self, _lanes: L) -> bool {
            L::DOT_QUOTIENTS
        }
    }
    zq.run(WithQuotients)
}

/// Multipliers of sums without quotients. In lanes of words what is stored of w is w times what is
/// stored of 1; in lanes of doubles it is the representative in [-q/2, q/2].
struct Prepare<'a> {
    to: &'a mut [u64],
    from: &'a [u64],
    one: u64,
    zq: &'a Zq,
}

impl Task for Prepare<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let one = L::prepare(self.zq.modulus(), if L::LAZY_IS_CANONICAL { self.one } else { 1 });
        let one = lanes.multiplier(one);
        let ((from, from_rest), (to, to_rest)) = (L::blocks(self.from), L::blocks_mut(self.to));
        for (from, to) in from.iter().zip(to) {
            prepare_block(lanes, from, to, one);
        }
        if !to_rest.is_empty() {
            let mut block = L::pad(to_rest);
            prepare_block(lanes, &L::pad(from_rest), &mut block, one);
            to_rest.copy_from_slice(&L::words(&block)[..to_rest.len()]);
        }
    }
}

#[inline(always)]
fn prepare_block<L: Lanes>(lanes: L, from: &L::Block, to: &mut L::Block, one: L::W) {
    let w = lanes.load(from);
    if L::LAZY_IS_CANONICAL {
        lanes.store_product(to, lanes.mul(w, one));
    } else {
        lanes.store_lazy(to, lanes.fold(w));
    }
}

/// `T` sums of products of the same vectors with the vectors of `T` tables of one shape.
///
/// Operands are of class 1; sums of [`TERMS`] products end in class 2, are added up in class 4 and
/// folded. `S` vectors of lanes are summed up side by side, so that their multiplications overlap.
struct Inner<'a, const T: usize, const S: usize> {
    out: [&'a mut [u64]; T],
    x: &'a [&'a [u64]],
    tables: [&'a InnerTable; T],
    /// The tables' vector of each term.
    which: &'a [usize],
}

impl<const T: usize, const S: usize> Task for Inner<'_, T, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        let len = self.tables[0].len;
        for chunk in 0..len.div_ceil(CHUNK) {
            let (mut at, end) = (0, CHUNK.min(len - chunk * CHUNK));
            while at + S * L::LANES <= end {
                self.columns::<L, S>(lanes, chunk, at);
                at += S * L::LANES;
            }
            while at + L::LANES <= end {
                self.columns::<L, 1>(lanes, chunk, at);
                at += L::LANES;
            }
            if at < end {
                self.last_columns(lanes, chunk, at, end);
            }
        }
    }
}

impl<const T: usize, const S: usize> Inner<'_, T, S> {
    /// The sums in `W` vectors of lanes from column `at` of a chunk on.
    #[inline(always)]
    fn columns<L: Lanes, const W: usize>(&mut self, lanes: L, chunk: usize, at: usize) {
        let (column, width) = (chunk * CHUNK + at, W * L::LANES);
        let sums: [[L::V; W]; T] = sums(
            lanes,
            self.which.len(),
            #[inline(always)]
            |i| {
                let x = load::<L, W>(lanes, &self.x[i][column..column + width]);
                let multipliers = array(
                    #[inline(always)]
                    |t| self.tables[t].multipliers(lanes, chunk, self.which[i], at..at + width),
                );
                ([x; T], multipliers)
            },
        );
        for (out, sums) in self.out.iter_mut().zip(&sums) {
            store(lanes, &mut out[column..column + width], sums);
        }
    }

    /// Likewise in the columns left over, which are less than a vector.
    #[inline(always)]
    fn last_columns<L: Lanes>(&mut self, lanes: L, chunk: usize, at: usize, end: usize) {
        let (column, last) = (chunk * CHUNK + at, chunk * CHUNK + end);
        let sums: [[L::V; 1]; T] = sums(
            lanes,
            self.which.len(),
            #[inline(always)]
            |i| {
                let x = [lanes.load(&L::pad(&self.x[i][column..last]))];
                let multipliers = array(
                    #[inline(always)]
                    |t| self.tables[t].last_multipliers(lanes, chunk, self.which[i], at..end),
                );
                ([x; T], multipliers)
            },
        );
        for (out, [sum]) in self.out.iter_mut().zip(&sums) {
            store_last(lanes, &mut out[column..last], *sum);
        }
    }
}

/// `W` vectors of lanes.
#[inline(always)]
pub(super) fn load<L: Lanes, const W: usize>(lanes: L, words: &[u64]) -> [L::V; W] {
    let blocks = L::blocks(words).0;
    array(
        #[inline(always)]
        |w| lanes.load(&blocks[w]),
    )
}

/// Likewise.
#[inline(always)]
pub(super) fn store<L: Lanes, const W: usize>(lanes: L, out: &mut [u64], values: &[L::V; W]) {
    let (blocks, _) = L::blocks_mut(out);
    for w in 0..W {
        lanes.store(&mut blocks[w], values[w]);
    }
}

/// Words that are less than a vector.
#[inline(always)]
pub(super) fn store_last<L: Lanes>(lanes: L, out: &mut [u64], value: L::V) {
    let mut block = L::pad(out);
    lanes.store(&mut block, value);
    out.copy_from_slice(&L::words(&block)[..out.len()]);
}

/// `T` sums over so many terms, `W` vectors of lanes wide, where `load(i)` gives the operands of the i-th products and
/// their multipliers.
#[inline(always)]
pub(super) fn sums<L: Lanes, const T: usize, const W: usize>(
    lanes: L,
    terms: usize,
    load: impl Fn(usize) -> ([[L::V; W]; T], [[L::D; W]; T]),
) -> [[L::V; W]; T] {
    let mut total = [[lanes.splat(0); W]; T];
    let mut first = 0;
    while first < terms {
        let last = terms.min(first + TERMS);
        let (x, w) = load(first);
        let mut sums: [[L::Sum; W]; T] = array(
            #[inline(always)]
            |t| {
                array(
                    #[inline(always)]
                    |v| lanes.dot(x[t][v], w[t][v]),
                )
            },
        );
        for i in first + 1..last {
            let (x, w) = load(i);
            for (t, sums) in sums.iter_mut().enumerate() {
                for v in 0..W {
                    if i - first == TERMS / 2 {
                        sums[v] = lanes.dot_relax(sums[v]);
                    }
                    sums[v] = lanes.dot_add(sums[v], x[t][v], w[t][v]);
                }
            }
        }
        for (total, sums) in total.iter_mut().zip(&sums) {
            for v in 0..W {
                let sum = lanes.dot_end(sums[v], last - first, 1);
                total[v] = lanes.fold(lanes.add(total[v], sum));
            }
        }
        first = last;
    }
    total
}

impl Zq {
    /// `out[c]` = Σ_i `x[i][c]·table_{which[i]}[c]`: vectors, each multiplied by a constant vector, and
    /// added up.
    ///
    /// Sums of up to 16 products are reduced once on backends that can hold them (AVX-512).
    ///
    /// # Panics
    /// When `out` or a vector is not as long as the table's, there are not as many vectors as `which`, or
    /// the table has no such vector.
    pub fn inner_product_into(
        &self,
        out: &mut [u64],
        x: &[&[u64]],
        table: &InnerTable,
        which: &[usize],
    ) {
        check(&[&*out], x, &[table], which);
        self.run(Inner::<1, 4> { out: [out], x, tables: [table], which });
    }

    /// [`Zq::inner_product_into`] of the same vectors with two tables: a ciphertext's components in a key
    /// switch. The vectors are loaded once.
    ///
    /// # Panics
    /// As [`Zq::inner_product_into`].
    pub fn inner_products_into(
        &self,
        out: [&mut [u64]; 2],
        x: &[&[u64]],
        tables: [&InnerTable; 2],
        which: &[usize],
    ) {
        check(&[&*out[0], &*out[1]], x, &tables, which);
        self.run(Inner::<2, 2> { out, x, tables, which });
    }
}

/// Panics unless all is as long as it has to be.
fn check(out: &[&[u64]], x: &[&[u64]], tables: &[&InnerTable], which: &[usize]) {
    let len = tables[0].len;
    assert!(tables.iter().all(|table| table.len == len), "tables of equal length");
    assert!(out.iter().chain(x).all(|row| row.len() == len), "as long as the table's vectors");
    assert_eq!(x.len(), which.len(), "a vector for each constant one");
    let known = |&row: &usize| tables.iter().all(|table| row < table.terms);
    assert!(which.iter().all(known), "vectors of the table");
}
