//! Sums of products of vectors and tables: the inner loop of key switching.

use super::kernel;
use crate::{
    AlignedVec, Zq,
    lanes::{Lanes, Task, array},
    table::prepare_into,
};

/// The most products in a lane's sum.
const TERMS: usize = 16;

/// Vectors that are summed up side by side, so that their multiplications overlap.
const SIDE: usize = 4;

/// Constant vectors for [`Zq::inner_product_into`], prepared for the backend of one [`Zq`].
#[derive(Debug, Clone)]
pub struct InnerTable {
    values: AlignedVec,
    /// Empty where the backend's sums need no quotients.
    quotients: AlignedVec,
    terms: usize,
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
        let (terms, n) = (vectors.len(), vectors.peek().map_or(0, |vector| vector.len()));
        assert!(terms != 0, "at least one vector");
        let mut values = AlignedVec::zeroed(terms * n);
        if zq.run(WithQuotients) {
            let mut quotients = AlignedVec::zeroed(terms * n);
            for (i, vector) in vectors.enumerate() {
                assert_eq!(vector.len(), n, "vectors of equal length");
                let own = i * n..(i + 1) * n;
                let to = [&mut values[own.clone()], &mut quotients[own]];
                prepare_into(zq, &mut vector.iter().copied(), true, to);
            }
            return Self { values, quotients, terms };
        }
        // What is stored of w is w times what is stored of 1.
        let one = zq.prepare(zq.prepare_dot(1).0);
        for (i, vector) in vectors.enumerate() {
            zq.scale_into(&mut values[i * n..(i + 1) * n], vector, one);
        }
        Self { values, quotients: AlignedVec::zeroed(0), terms }
    }

    /// The number of vectors.
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// The length of each.
    pub fn len(&self) -> usize {
        self.values.len() / self.terms
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        8 * (self.values.len() + self.quotients.len())
    }

    /// Whether they are empty.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// Whether the backend's sums of products need quotients.
struct WithQuotients;

impl Task for WithQuotients {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) -> bool {
        L::DOT_QUOTIENTS
    }
}

kernel! {
    /// Operands of class 1; sums of [`TERMS`] products end in class 2, are added up in class 4 and
    /// folded.
    Inner<'a> {
        out: &'a mut [u64],
        x: &'a [u64],
        stride: usize,
        table: &'a InnerTable,
        which: &'a [usize],
    },
    |lanes: L| {
        let n = out.len();
        let quotients = if L::DOT_QUOTIENTS { &table.quotients } else { &table.values };
        let rows = Rows { x, stride, values: &table.values, quotients, n, which };
        let (blocks, rest) = L::blocks_mut(out);
        let (sides, single) = blocks.as_chunks_mut::<SIDE>();
        let mut column = 0;
        for side in sides {
            let sums: [L::V; SIDE] = rows.sums(lanes, #[inline(always)] |i, s| {
                rows.term(lanes, i, column + s * L::LANES)
            });
            for s in 0..SIDE {
                lanes.store(&mut side[s], sums[s]);
            }
            column += SIDE * L::LANES;
        }
        for block in single {
            let [sum] = rows.sums(lanes, #[inline(always)] |i, _| rows.term(lanes, i, column));
            lanes.store(block, sum);
            column += L::LANES;
        }
        if !rest.is_empty() {
            let [sum] = rows.sums(lanes, #[inline(always)] |i, _| rows.last_term(lanes, i, column));
            let mut block = L::pad(rest);
            lanes.store(&mut block, sum);
            rest.copy_from_slice(&L::words(&block)[..rest.len()]);
        }
    }
}

#[derive(Clone, Copy)]
struct Rows<'a> {
    x: &'a [u64],
    stride: usize,
    values: &'a [u64],
    quotients: &'a [u64],
    n: usize,
    /// The table's vector of each term.
    which: &'a [usize],
}

impl Rows<'_> {
    /// The sums in `S` vectors, where `term(i, s)` gives the operands of the i-th product in the
    /// s-th of them.
    #[inline(always)]
    fn sums<L: Lanes, const S: usize>(
        &self,
        lanes: L,
        term: impl Fn(usize, usize) -> (L::V, L::D),
    ) -> [L::V; S] {
        let mut total = [lanes.splat(0); S];
        let mut first = 0;
        while first < self.which.len() {
            let last = self.which.len().min(first + TERMS);
            let mut sums: [L::Sum; S] = array(
                #[inline(always)]
                |s| {
                    let (x, w) = term(first, s);
                    lanes.dot(x, w)
                },
            );
            for i in first + 1..last {
                for (s, sum) in sums.iter_mut().enumerate() {
                    let (x, w) = term(i, s);
                    let relaxed = if i - first == TERMS / 2 { lanes.dot_relax(*sum) } else { *sum };
                    *sum = lanes.dot_add(relaxed, x, w);
                }
            }
            for s in 0..S {
                let sum = lanes.dot_end(sums[s], TERMS, 1);
                total[s] = lanes.fold(lanes.add(total[s], sum));
            }
            first = last;
        }
        total
    }

    /// The operands of the i-th product in the vector from `column` on.
    #[inline(always)]
    fn term<L: Lanes>(&self, lanes: L, i: usize, column: usize) -> (L::V, L::D) {
        let x = vector::<L>(self.x, i * self.stride + column);
        let at = self.which[i] * self.n + column;
        let values = vector::<L>(self.values, at);
        let quotients = vector::<L>(self.quotients, at);
        (lanes.load(x), lanes.dot_multipliers(values, quotients))
    }

    /// Likewise in the words left over.
    #[inline(always)]
    fn last_term<L: Lanes>(&self, lanes: L, i: usize, column: usize) -> (L::V, L::D) {
        let left = self.n - column;
        let x = L::pad(&self.x[i * self.stride + column..][..left]);
        let at = self.which[i] * self.n + column;
        let values = L::pad(&self.values[at..][..left]);
        let quotients = L::pad(&self.quotients[at..][..left]);
        (lanes.load(&x), lanes.dot_multipliers(&values, &quotients))
    }
}

/// The vector from word `at` on.
#[inline(always)]
fn vector<L: Lanes>(words: &[u64], at: usize) -> &L::Block {
    &L::blocks(&words[at..at + L::LANES]).0[0]
}

impl Zq {
    /// `out[c]` = Σ_i `x[i·stride + c]·table_{which[i]}[c]`: vectors that lie `stride` words apart,
    /// each multiplied by a constant vector, and added up.
    ///
    /// Sums of up to 16 products are reduced once on backends that can hold them (AVX-512).
    ///
    /// # Panics
    /// When `out` is not as long as the table's vectors, `stride` is shorter, `x` does not hold as
    /// many vectors as `which`, or the table has no such vector.
    pub fn inner_product_into(
        &self,
        out: &mut [u64],
        x: &[u64],
        stride: usize,
        table: &InnerTable,
        which: &[usize],
    ) {
        assert_eq!(out.len(), table.len(), "as long as the table's vectors");
        assert!(stride >= out.len(), "vectors that do not overlap");
        assert!(which.iter().all(|&row| row < table.terms), "vectors of the table");
        let Some(last) = which.len().checked_sub(1) else {
            out.fill(0);
            return;
        };
        assert!(x.len() >= last * stride + out.len(), "a vector for each constant one");
        self.run(Inner { out, x, stride, table, which });
    }
}
