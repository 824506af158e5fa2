//! Weighted sums of rows.

use crate::{
    Modulus, Table, Zq,
    lanes::{Lanes, Task},
};

/// The most products that a lane's sum can hold.
const TERMS: usize = 16;

/// Vectors of a row that are summed side by side, so that their multiplications overlap.
const SIDE: usize = 4;

/// The weights of a sum of rows, prepared for the backend of one [`Zq`].
#[derive(Debug, Clone)]
pub struct RowWeights {
    /// For the scalar sums of a row's end.
    values: Vec<u64>,
    table: Table,
}

impl RowWeights {
    /// The weights `w`, canonical residues modulo an odd q, in the order of the rows.
    ///
    /// # Panics
    /// When q is even.
    pub fn new(zq: &Zq, w: &[u64]) -> Self {
        assert!(!zq.q().is_multiple_of(2), "sums of products need an odd modulus");
        Self { values: w.to_vec(), table: Table::new_dot(zq, w) }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    #[inline(always)]
    fn multiplier<L: Lanes>(&self, lanes: L, row: usize) -> L::D {
        lanes.dot_multiplier((self.table.values[row], self.table.quotients[row]))
    }
}

struct Sum<'a> {
    modulus: &'a Modulus,
    out: &'a mut [u64],
    rows: &'a [u64],
    weights: &'a RowWeights,
}

impl Task for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let width = self.out.len();
        let (blocks, rest) = L::blocks_mut(self.out);
        let whole = blocks.len() * L::LANES;
        let mut column = 0;
        let mut sides = blocks.chunks_exact_mut(SIDE);
        for side in &mut sides {
            sum::<L, SIDE>(lanes, side, &self.rows[column..], width, self.weights);
            column += SIDE * L::LANES;
        }
        for block in sides.into_remainder().chunks_mut(1) {
            sum::<L, 1>(lanes, block, &self.rows[column..], width, self.weights);
            column += L::LANES;
        }
        for (i, out) in rest.iter_mut().enumerate() {
            *out = scalar_sum(self.modulus, &self.rows[whole + i..], width, &self.weights.values);
        }
    }
}

/// S blocks of the sum from the beginnings of the rows, which lie `width` words apart. Every term
/// is of class 1, every sum of [`TERMS`] of class 2, as is their sum after `fold`.
#[inline(always)]
fn sum<L: Lanes, const S: usize>(
    lanes: L,
    out: &mut [L::Block],
    rows: &[u64],
    width: usize,
    weights: &RowWeights,
) {
    // Plain loops throughout: adaptors of arrays and iterators are only inlined, and so compiled for
    // the lanes' instructions, where the compiler pleases.
    let mut total = [lanes.splat(0); S];
    let mut first = 0;
    while first < weights.len() {
        let end = weights.len().min(first + TERMS);
        let w = weights.multiplier(lanes, first);
        let x = &L::blocks(&rows[first * width..][..S * L::LANES]).0[..S];
        let mut sums = [lanes.dot(lanes.load(&x[0]), w); S];
        for i in 1..S {
            sums[i] = lanes.dot(lanes.load(&x[i]), w);
        }
        for row in first + 1..end {
            if row == first + TERMS / 2 {
                for sum in &mut sums {
                    *sum = lanes.dot_relax(*sum);
                }
            }
            let w = weights.multiplier(lanes, row);
            let x = &L::blocks(&rows[row * width..][..S * L::LANES]).0[..S];
            for i in 0..S {
                sums[i] = lanes.dot_add(sums[i], lanes.load(&x[i]), w);
            }
        }
        for i in 0..S {
            total[i] = lanes.dot_onto(total[i], sums[i], TERMS, 1);
        }
        first = end;
    }
    for (out, total) in out.iter_mut().zip(total) {
        lanes.store(out, total);
    }
}

/// One word of the sum. A residue and fifteen products of residues below 2^62 fit a double word,
/// as do 2^28 products of residues below 2^50, more than there are rows.
#[inline(always)]
fn scalar_sum(modulus: &Modulus, rows: &[u64], width: usize, weights: &[u64]) -> u64 {
    let column = rows.iter().step_by(width);
    let mut total = 0_u128;
    for (term, (&x, &w)) in column.zip(weights).enumerate() {
        if !modulus.is_narrow() && term % (TERMS - 1) == 0 {
            total = u128::from(modulus.reduce_u128(total));
        }
        total += u128::from(x) * u128::from(w);
    }
    modulus.reduce_u128(total)
}

impl Zq {
    /// out\[i\] = Σ_r w_r·rows[r·n + i], where n is the length of `out` and `rows` holds one row of n
    /// words for each weight. q is odd.
    ///
    /// # Panics
    /// When `rows` has another length than that, or 2^28 rows or more.
    pub fn sum_rows_into(&self, out: &mut [u64], rows: &[u64], weights: &RowWeights) {
        assert_eq!(
            rows.len(),
            out.len() * weights.len(),
            "a row of `out`'s length for each weight"
        );
        assert!(weights.len() < 1 << 28, "too many rows");
        if weights.is_empty() {
            out.fill(0);
        } else if !out.is_empty() {
            self.run(Sum { modulus: self.modulus(), out, rows, weights });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Backend;

    #[test]
    fn sums_by_definition_on_every_backend() {
        for q in [3, 65_537, (1 << 31) - 1, (1 << 50) - 27, (1 << 61) - 1, (1 << 62) - 57] {
            for backend in Backend::available() {
                let zq = Zq::with_backend(q, backend).expect("a prime");
                for (width, count) in [
                    (1, 1),
                    (1, 40),
                    (7, 33),
                    (8, 16),
                    (9, 17),
                    (64, 72),
                    (45, 8),
                    (100, 3),
                    (5, 0),
                ] {
                    let mut state = 1_u64;
                    let mut residue = |_| {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        // Every third one as large as it can be.
                        if state >> 62 == 0 { q - 1 } else { (state >> 2) % q }
                    };
                    let rows: Vec<u64> = (0..width * count).map(&mut residue).collect();
                    let weights: Vec<u64> = (0..count).map(residue).collect();
                    let mut out = vec![u64::MAX; width];
                    zq.sum_rows_into(&mut out, &rows, &RowWeights::new(&zq, &weights));
                    for (i, &sum) in out.iter().enumerate() {
                        let expected = (0..count).fold(0, |sum, r| {
                            let product = u128::from(rows[r * width + i]) * u128::from(weights[r]);
                            (sum + product % u128::from(q)) % u128::from(q)
                        });
                        assert_eq!(
                            u128::from(sum),
                            expected,
                            "{backend}, q = {q}, {width}×{count}"
                        );
                    }
                }
            }
        }
    }

    /// Every operand as large as it can be, for all numbers of rows around the groups' sizes.
    #[test]
    fn the_largest_sums() {
        for q in [(1_u64 << 50) - 27, (1 << 62) - 57] {
            for backend in Backend::available() {
                let zq = Zq::with_backend(q, backend).expect("a prime");
                for count in 1..70_usize {
                    let mut out = [0; 41];
                    let weights = RowWeights::new(&zq, &vec![q - 1; count]);
                    zq.sum_rows_into(&mut out, &vec![q - 1; 41 * count], &weights);
                    assert_eq!(out, [count as u64; 41], "{backend}");
                }
            }
        }
    }
}
