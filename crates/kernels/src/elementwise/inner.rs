//! Sums of products of vectors and tables: the inner loop of key switching.
//!
//! Σ_i x_i·w_i, column by column, for vectors x_i in memory of their own and constant vectors w_i in an
//! [`InnerTable`]; or two such sums with the same x_i, which are then loaded once for both.

use std::ops::Range;

use super::inner_table::{CHUNK, Columns, InnerTable};
use crate::{
    Zq,
    lanes::{Lanes, Task, array},
    prefetch::{LINE, prefetch},
};

/// The vectors of lanes that are summed up side by side where registers hold as many sums.
pub(super) const WIDE: usize = 4;

/// The most products in a lane's sum.
const TERMS: usize = 16;

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
        // Two loops, so that neither asks within.
        match self.tables[0].unpacking(lanes) {
            Some(unpacking) => self.all(lanes, Some(unpacking)),
            None => self.all(lanes, None),
        }
    }
}

impl<const T: usize, const S: usize> Inner<'_, T, S> {
    #[inline(always)]
    fn all<L: Lanes>(&mut self, lanes: L, unpacking: Option<L::Unpacking>) {
        let len = self.tables[0].len;
        for chunk in 0..len.div_ceil(CHUNK) {
            for row in self.x {
                for line in 0..8 * CHUNK / LINE {
                    prefetch(row, 8 * (chunk + 2) * CHUNK + line * LINE);
                }
            }
            let (mut at, end) = (0, CHUNK.min(len - chunk * CHUNK));
            while L::HOLDS_SIXTEEN_SUMS && at + WIDE * L::LANES <= end {
                self.columns::<L, WIDE>(lanes, unpacking, chunk, at);
                at += WIDE * L::LANES;
            }
            while at + S * L::LANES <= end {
                self.columns::<L, S>(lanes, unpacking, chunk, at);
                at += S * L::LANES;
            }
            while at + L::LANES <= end {
                self.columns::<L, 1>(lanes, unpacking, chunk, at);
                at += L::LANES;
            }
            if at < end {
                self.last_columns(lanes, unpacking, chunk, at..end);
            }
        }
    }
}

impl<const T: usize, const S: usize> Inner<'_, T, S> {
    /// The sums in `W` vectors of lanes from column `at` of a chunk on.
    #[inline(always)]
    fn columns<L: Lanes, const W: usize>(
        &mut self,
        lanes: L,
        unpacking: Option<L::Unpacking>,
        chunk: usize,
        at: usize,
    ) {
        let (column, width) = (chunk * CHUNK + at, W * L::LANES);
        let tables: [Columns<'_>; T] = array(
            #[inline(always)]
            |t| self.tables[t].columns(chunk, at),
        );
        let sums: [[L::V; W]; T] = sums(
            lanes,
            self.which.len(),
            #[inline(always)]
            |i| [load::<L, W>(lanes, &self.x[i][column..column + width]); T],
            #[inline(always)]
            |i, t| tables[t].multipliers::<L, W>(lanes, unpacking, self.which[i]),
        );
        for (out, sums) in self.out.iter_mut().zip(&sums) {
            store(lanes, &mut out[column..column + width], sums);
        }
    }

    /// Likewise in the columns left over, which are less than a vector.
    #[inline(always)]
    fn last_columns<L: Lanes>(
        &mut self,
        lanes: L,
        unpacking: Option<L::Unpacking>,
        chunk: usize,
        within: Range<usize>,
    ) {
        let (column, last) = (chunk * CHUNK + within.start, chunk * CHUNK + within.end);
        let tables: [Columns<'_>; T] = array(
            #[inline(always)]
            |t| self.tables[t].columns(chunk, within.start),
        );
        let sums: [[L::V; 1]; T] = sums(
            lanes,
            self.which.len(),
            #[inline(always)]
            |i| [[lanes.load(&L::pad(&self.x[i][column..last]))]; T],
            #[inline(always)]
            |i, t| tables[t].last_multipliers(lanes, unpacking, self.which[i], within.len()),
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

/// Likewise, of [`sums`].
#[inline(always)]
pub(super) fn store<L: Lanes, const W: usize>(lanes: L, out: &mut [u64], values: &[L::V; W]) {
    let (blocks, _) = L::blocks_mut(out);
    for w in 0..W {
        lanes.store_product(&mut blocks[w], values[w]);
    }
}

/// Words that are less than a vector.
#[inline(always)]
pub(super) fn store_last<L: Lanes>(lanes: L, out: &mut [u64], value: L::V) {
    let mut block = L::pad(out);
    lanes.store_product(&mut block, value);
    out.copy_from_slice(&L::words(&block)[..out.len()]);
}

/// `T` sums over so many terms, `W` vectors of lanes wide: of the i-th operands `x(i)`, the same `W` for all sums or
/// not, times the multipliers that `multiplier(i, t)` gives for the t-th.
#[inline(always)]
pub(super) fn sums<L: Lanes, const T: usize, const W: usize>(
    lanes: L,
    terms: usize,
    x: impl Fn(usize) -> [[L::V; W]; T],
    multipliers: impl Fn(usize, usize) -> [L::D; W],
) -> [[L::V; W]; T] {
    let mut total = [[lanes.splat(0); W]; T];
    let mut first = 0;
    while first < terms {
        let last = terms.min(first + TERMS);
        let half = if L::RELAXES { last.min(first + TERMS / 2) } else { last };
        let operands = x(first);
        let mut sums: [[L::Sum; W]; T] = array(
            #[inline(always)]
            |t| {
                let w = multipliers(first, t);
                array(
                    #[inline(always)]
                    |v| lanes.dot(operands[t][v], w[v]),
                )
            },
        );
        // Two loops at most, and not one with a question in it: sums stay in registers.
        sums = add_products(lanes, sums, first + 1..half, &x, &multipliers);
        if half < last {
            sums = array(
                #[inline(always)]
                |t| {
                    array(
                        #[inline(always)]
                        |v| lanes.dot_relax(sums[t][v]),
                    )
                },
            );
            sums = add_products(lanes, sums, half..last, &x, &multipliers);
        }
        total = array(
            #[inline(always)]
            |t| {
                array(
                    #[inline(always)]
                    |v| lanes.dot_onto(total[t][v], sums[t][v], last - first, 1),
                )
            },
        );
        first = last;
    }
    total
}

/// `sums` and the products of some terms, which are less than need room made for them.
#[inline(always)]
fn add_products<L: Lanes, const T: usize, const W: usize>(
    lanes: L,
    mut sums: [[L::Sum; W]; T],
    terms: Range<usize>,
    x: &impl Fn(usize) -> [[L::V; W]; T],
    multipliers: &impl Fn(usize, usize) -> [L::D; W],
) -> [[L::Sum; W]; T] {
    for i in terms {
        let operands = x(i);
        sums = array(
            #[inline(always)]
            |t| {
                let w = multipliers(i, t);
                array(
                    #[inline(always)]
                    |v| lanes.dot_add(sums[t][v], operands[t][v], w[v]),
                )
            },
        );
    }
    sums
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
    assert!(tables.iter().all(|table| table.bits == tables[0].bits), "tables of one modulus");
    let known = |&row: &usize| tables.iter().all(|table| row < table.terms);
    assert!(which.iter().all(known), "vectors of the table");
}
