//! Work on ranges of columns, one after the other or in parallel.

use std::ops::Range;

use rayon::prelude::*;

use super::{LimbsMut, Scratch};

/// Columns that are worked on at once: with a dozen limbs their rows lie in the first-level cache.
pub(crate) const BLOCK: usize = 512;

/// The least work, in products of two words, that is given to another thread.
const GRAIN: usize = 1 << 18;

/// Calls `block(out, here, there, scratch)` for ranges of at most [`BLOCK`] columns that make up
/// `out`. `out` may be only some of all columns: the range is `here` within it, and `there` within
/// all. `scratch` are `rows` rows of `BLOCK` words, zeros or what an earlier block left there. `products` is the work per
/// column.
pub(crate) fn for_columns<F>(
    out: LimbsMut<'_>,
    rows: usize,
    products: usize,
    scratch: &Scratch,
    block: F,
) where
    F: Fn(&mut LimbsMut<'_>, Range<usize>, Range<usize>, &mut [u64]) + Sync,
{
    let grain = (GRAIN / products.max(1)).next_multiple_of(BLOCK);
    divide(out, 0, grain, rows, scratch, &block);
}

fn divide<F>(
    mut out: LimbsMut<'_>,
    offset: usize,
    grain: usize,
    rows: usize,
    scratch: &Scratch,
    block: &F,
) where
    F: Fn(&mut LimbsMut<'_>, Range<usize>, Range<usize>, &mut [u64]) + Sync,
{
    let columns = out.columns();
    if columns >= 2 * grain && rayon::current_num_threads() > 1 {
        let middle = (columns / 2).next_multiple_of(BLOCK);
        let (left, right) = out.split_at(middle);
        rayon::join(
            || divide(left, offset, grain, rows, scratch, block),
            || divide(right, offset + middle, grain, rows, scratch, block),
        );
        return;
    }
    scratch.lend(rows * BLOCK, |words| {
        for start in (0..columns).step_by(BLOCK) {
            let here = start..columns.min(start + BLOCK);
            let there = here.start + offset..here.end + offset;
            block(&mut out, here, there, words);
        }
    });
}

/// Calls `block(columns, words)` for ranges of at most [`BLOCK`] columns of `words` words each that
/// make up `out`, in parallel if there are several threads.
pub(crate) fn for_chunks<F>(out: &mut [u64], words: usize, block: F)
where
    F: Fn(Range<usize>, &mut [u64]) + Sync,
{
    let columns = |i: usize, out: &[u64]| i * BLOCK..i * BLOCK + out.len() / words;
    if out.len() > words * BLOCK && rayon::current_num_threads() > 1 {
        let chunks = out.par_chunks_mut(words * BLOCK).enumerate();
        chunks.for_each(|(i, out)| block(columns(i, out), out));
    } else {
        let chunks = out.chunks_mut(words * BLOCK).enumerate();
        chunks.for_each(|(i, out)| block(columns(i, out), out));
    }
}
