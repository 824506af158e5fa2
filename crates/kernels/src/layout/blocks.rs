//! Copies by table: a vector put together from blocks of another.

use super::strided_map::pick;

/// A copy out[(k·run + j)·block + i] = x[(bases\[k\] + j·stride)·block + i] for all k, j < run,
/// i < block: blocks, in runs of a constant stride, which is 0 for repetitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockMap {
    block: usize,
    run: usize,
    stride: usize,
    bases: Vec<u32>,
    /// Whether the bases are 0, 1, 2, …, so that no table is needed.
    in_order: bool,
}

impl BlockMap {
    /// The copy out\[i\] = x[positions\[i\]] with the longest blocks, then the longest runs, that say the
    /// same.
    pub fn new(positions: &[u32]) -> Self {
        let (block, sources) = shorten(positions, 1, |base, len| base % len as u32 == 0);
        let sources: Vec<u32> = sources.iter().map(|&at| at / block as u32).collect();
        let stride = match sources[..] {
            [first, second, ..] => second.saturating_sub(first),
            _ => 0,
        };
        let (run, bases) = shorten(&sources, stride, |_, _| true);
        let in_order = bases.iter().zip(0..).all(|(&a, b)| a == b);
        Self { block, run, stride: stride as usize, bases, in_order }
    }

    /// Whether the copy leaves everything in its place.
    pub fn is_identity(&self) -> bool {
        self.block == self.len() && self.bases == [0]
    }

    /// The length of the result.
    pub fn len(&self) -> usize {
        self.bases.len() * self.run * self.block
    }

    /// Whether there is nothing to copy.
    pub fn is_empty(&self) -> bool {
        self.bases.is_empty()
    }

    /// Copies.
    ///
    /// # Panics
    /// When `out` is not [`BlockMap::len`] words long, or `x` too short.
    #[inline(always)]
    pub fn copy_into<T: Copy>(&self, out: &mut [T], x: &[T]) {
        assert_eq!(out.len(), self.len(), "the length of the result");
        match self.block {
            1 => self.copy_words(out, x),
            2 => self.copy_words(out.as_chunks_mut::<2>().0, x.as_chunks::<2>().0),
            4 => self.copy_words(out.as_chunks_mut::<4>().0, x.as_chunks::<4>().0),
            8 => self.copy_words(out.as_chunks_mut::<8>().0, x.as_chunks::<8>().0),
            block => {
                for (out, &base) in out.chunks_exact_mut(self.run * block).zip(&self.bases) {
                    for (j, out) in out.chunks_exact_mut(block).enumerate() {
                        let source = base as usize + j * self.stride;
                        out.copy_from_slice(&x[source * block..][..block]);
                    }
                }
            }
        }
    }

    /// Copies blocks that are words of a suitable type.
    #[inline(always)]
    fn copy_words<E: Copy>(&self, out: &mut [E], x: &[E]) {
        match (self.run, self.stride) {
            (1, _) => self.repeat::<E, 1>(out, x),
            (2, 0) => self.repeat::<E, 2>(out, x),
            (4, 0) => self.repeat::<E, 4>(out, x),
            (8, 0) => self.repeat::<E, 8>(out, x),
            (run, 0) => {
                for (out, &base) in out.chunks_exact_mut(run).zip(&self.bases) {
                    out.fill(x[base as usize]);
                }
            }
            (run, stride) => {
                for (out, &base) in out.chunks_exact_mut(run).zip(&self.bases) {
                    pick(out, &x[base as usize..], stride);
                }
            }
        }
    }

    #[inline(always)]
    fn repeat<E: Copy, const RUN: usize>(&self, out: &mut [E], x: &[E]) {
        let out = out.as_chunks_mut::<RUN>().0;
        if self.in_order {
            for (out, &word) in out.iter_mut().zip(&x[..self.bases.len()]) {
                fill(out, word);
            }
        } else {
            for (out, &base) in out.iter_mut().zip(&self.bases) {
                fill(out, x[base as usize]);
            }
        }
    }
}

/// `<[E]>::fill` of constant length, always inlined.
#[inline(always)]
fn fill<E: Copy, const LEN: usize>(out: &mut [E; LEN], word: E) {
    for out in out {
        *out = word;
    }
}

/// The greatest length such that `positions` consists of runs of that length, base + j·stride, with
/// bases that `allowed(base, length)`; and the bases.
fn shorten(
    positions: &[u32],
    stride: u32,
    allowed: impl Fn(u32, usize) -> bool,
) -> (usize, Vec<u32>) {
    let is_run = |run: &[u32]| {
        run.iter()
            .zip(0..)
            .all(|(&at, j)| u64::from(at) == u64::from(run[0]) + j * u64::from(stride))
    };
    let fits = |&len: &usize| {
        positions.len().is_multiple_of(len)
            && positions.chunks_exact(len).all(|run| allowed(run[0], len) && is_run(run))
    };
    let len = (1..=positions.len()).rev().find(fits).unwrap_or(1);
    (len, positions.iter().step_by(len).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, Zq};

    /// Positions made of `blocks`, each of `block` words and repeated `repeat` times.
    fn positions(blocks: &[u32], block: u32, repeat: usize) -> Vec<u32> {
        let words = |at: u32| (0..block).map(move |j| at * block + j);
        blocks.iter().flat_map(|&at| (0..repeat).flat_map(move |_| words(at))).collect()
    }

    #[test]
    fn copies_by_definition_on_every_backend() {
        let orders: [&[u32]; 5] =
            [&[0], &[0, 1, 2], &[2, 0, 1, 1], &[1, 3, 0, 2, 3, 0], &[3, 3, 1, 1]];
        for blocks in orders {
            for block in [1, 2, 3, 4, 5, 8, 16, 20] {
                for repeat in [1, 2, 3, 4, 6, 8] {
                    let positions = positions(blocks, block, repeat);
                    let map = BlockMap::new(&positions);
                    assert_eq!(map.len(), positions.len());
                    let identity = positions.iter().zip(0..).all(|(&a, b)| a == b);
                    assert_eq!(map.is_identity(), identity, "{positions:?}");
                    let x: Vec<u64> = (100..100 + 4 * u64::from(block)).collect();
                    let expected: Vec<u64> = positions.iter().map(|&at| x[at as usize]).collect();
                    for backend in Backend::available() {
                        let zq = Zq::with_backend(1009, backend).expect("a modulus");
                        let mut out = vec![7; positions.len()];
                        zq.copy_blocks_into(&map, &mut out, &x);
                        assert_eq!(out, expected, "{backend} {blocks:?}·{block}·{repeat}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_longest_blocks_are_found() {
        let map = BlockMap::new(&positions(&[2, 0, 1], 64, 4));
        assert_eq!((map.block, map.run, map.stride, map.bases), (64, 4, 0, vec![2, 0, 1]));
        // A transposition is a run for each row.
        let transposed: Vec<u32> = (0..3).flat_map(|r| (0..40).map(move |s| 3 * s + r)).collect();
        let map = BlockMap::new(&transposed);
        assert_eq!((map.block, map.run, map.stride, map.bases), (1, 40, 3, vec![0, 1, 2]));
    }

    #[test]
    fn transpositions_by_definition_on_every_backend() {
        for (rows, columns) in [(1, 9), (2, 9), (3, 40), (4, 72), (4, 1), (5, 7), (16, 8)] {
            for block in [1, 2, 4, 8, 10] {
                let sources: Vec<u32> =
                    (0..rows).flat_map(|r| (0..columns).map(move |s| rows * s + r)).collect();
                let positions = positions(&sources, block, 1);
                let map = BlockMap::new(&positions);
                let x: Vec<u64> = (100..100 + positions.len() as u64).collect();
                let expected: Vec<u64> = positions.iter().map(|&at| x[at as usize]).collect();
                for backend in Backend::available() {
                    let zq = Zq::with_backend(1009, backend).expect("a modulus");
                    let mut out = vec![7; positions.len()];
                    zq.copy_blocks_into(&map, &mut out, &x);
                    assert_eq!(out, expected, "{backend} {rows}×{columns}×{block}");
                }
            }
        }
    }
}
