//! Sums of products of pairs of vectors with tables: linear transforms of ciphertexts.
//!
//! Σ_i y_i·w_i for the two vectors of each pair y_i and constant vectors w_i in an [`InnerTable`], and several such
//! sums of the same pairs, each with a table of its own.
//!
//! Idea: tables are larger than caches, and read once. So that pairs come from the first-level cache, all sums
//! are computed in a chunk of columns before the next chunk begins.

use std::ops::Range;

use super::{
    inner::{WIDE, load, store, store_last, sums},
    inner_table::{CHUNK, InnerTable},
};
use crate::{
    Zq,
    lanes::{Lanes, Task},
    prefetch::{LINE, prefetch},
};

/// One of the sums: the table, and for each of its vectors the pair with which it is multiplied.
#[derive(Debug, Clone, Copy)]
pub struct PairSum<'a> {
    /// Constant vectors.
    pub table: &'a InnerTable,
    /// Which pair goes with each.
    pub pairs: &'a [usize],
}

/// Vectors of lanes that are summed up side by side.
const SIDE_BY_SIDE: usize = 2;

/// Operands are of class 1, as those of [`sums`].
struct Pairs<'a, 'b> {
    out: &'a mut [[&'b mut [u64]; 2]],
    pairs: &'a [[&'a [u64]; 2]],
    sums: &'a [PairSum<'a>],
}

impl Task for Pairs<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        // Two loops, so that neither asks within.
        match self.sums.first().and_then(|sum| sum.table.unpacking(lanes)) {
            Some(unpacking) => self.all(lanes, Some(unpacking)),
            None => self.all(lanes, None),
        }
    }
}

impl Pairs<'_, '_> {
    #[inline(always)]
    fn all<L: Lanes>(&mut self, lanes: L, unpacking: Option<L::Unpacking>) {
        let len = self.sums.first().map_or(0, |sum| sum.table.len());
        for chunk in 0..len.div_ceil(CHUNK) {
            for row in self.pairs.iter().flatten() {
                for line in 0..8 * CHUNK / LINE {
                    prefetch(row, 8 * (chunk + 1) * CHUNK + line * LINE);
                }
            }
            let end = CHUNK.min(len - chunk * CHUNK);
            for sum in 0..self.sums.len() {
                let mut at = 0;
                while L::HOLDS_SIXTEEN_SUMS && at + WIDE * L::LANES <= end {
                    self.columns::<L, WIDE>(lanes, unpacking, sum, chunk, at);
                    at += WIDE * L::LANES;
                }
                while at + SIDE_BY_SIDE * L::LANES <= end {
                    self.columns::<L, SIDE_BY_SIDE>(lanes, unpacking, sum, chunk, at);
                    at += SIDE_BY_SIDE * L::LANES;
                }
                while at + L::LANES <= end {
                    self.columns::<L, 1>(lanes, unpacking, sum, chunk, at);
                    at += L::LANES;
                }
                if at < end {
                    self.last_columns(lanes, unpacking, sum, chunk, at..end);
                }
            }
        }
    }
}

impl Pairs<'_, '_> {
    /// A sum in `W` vectors of lanes from column `at` of a chunk on.
    #[inline(always)]
    fn columns<L: Lanes, const W: usize>(
        &mut self,
        lanes: L,
        unpacking: Option<L::Unpacking>,
        sum: usize,
        chunk: usize,
        at: usize,
    ) {
        let (column, width) = (chunk * CHUNK + at, W * L::LANES);
        let PairSum { table, pairs } = self.sums[sum];
        let table = table.columns(chunk, at);
        let values: [[L::V; W]; 2] = sums(
            lanes,
            pairs.len(),
            #[inline(always)]
            |i| {
                let [first, second] = self.pairs[pairs[i]];
                [
                    load::<L, W>(lanes, &first[column..column + width]),
                    load::<L, W>(lanes, &second[column..column + width]),
                ]
            },
            #[inline(always)]
            |i, _| table.multipliers::<L, W>(lanes, unpacking, i),
        );
        for (out, values) in self.out[sum].iter_mut().zip(&values) {
            store(lanes, &mut out[column..column + width], values);
        }
    }

    /// Likewise in the columns left over, which are less than a vector.
    #[inline(always)]
    fn last_columns<L: Lanes>(
        &mut self,
        lanes: L,
        unpacking: Option<L::Unpacking>,
        sum: usize,
        chunk: usize,
        within: Range<usize>,
    ) {
        let columns = chunk * CHUNK + within.start..chunk * CHUNK + within.end;
        let PairSum { table, pairs } = self.sums[sum];
        let table = table.columns(chunk, within.start);
        let values: [[L::V; 1]; 2] = sums(
            lanes,
            pairs.len(),
            #[inline(always)]
            |i| {
                let [first, second] = self.pairs[pairs[i]];
                [
                    [lanes.load(&L::pad(&first[columns.clone()]))],
                    [lanes.load(&L::pad(&second[columns.clone()]))],
                ]
            },
            #[inline(always)]
            |i, _| table.last_multipliers(lanes, unpacking, i, within.len()),
        );
        for (out, [value]) in self.out[sum].iter_mut().zip(&values) {
            store_last(lanes, &mut out[columns.clone()], *value);
        }
    }
}

impl Zq {
    /// `out[k][t][c]` = Σ_i `pairs[sums[k].pairs[i]][t][c]·w_i[c]`, w_i the vectors of the k-th table.
    ///
    /// # Panics
    /// When there are not as many sums as results, a vector is not as long as the tables', a sum has not as many
    /// pairs as its table has vectors, or names one that there is not.
    pub fn pair_sums_into(
        &self,
        out: &mut [[&mut [u64]; 2]],
        pairs: &[[&[u64]; 2]],
        sums: &[PairSum<'_>],
    ) {
        let len = sums.first().map_or(0, |sum| sum.table.len());
        assert_eq!(out.len(), sums.len(), "a pair for each sum");
        assert!(sums.iter().all(|sum| sum.table.len() == len), "tables of equal length");
        assert!(out.iter().flatten().all(|row| row.len() == len), "as long as the tables' vectors");
        assert!(
            pairs.iter().flatten().all(|row| row.len() == len),
            "as long as the tables' vectors"
        );
        for sum in sums {
            assert_eq!(sum.pairs.len(), sum.table.terms(), "a pair for each vector");
            assert!(sum.pairs.iter().all(|&pair| pair < pairs.len()), "pairs that there are");
        }
        self.run(Pairs { out, pairs, sums });
    }
}
