//! When to use more than one thread. Limbs are independent, so that results never depend on it.

use rayon::prelude::*;

/// Work per word of operations coefficient by coefficient.
pub const LINEAR: usize = 1;

/// Work per word of transforms, in the same unit.
pub const TRANSFORM: usize = 16;

/// Work that is worth waking other threads for: about 20 µs on one.
const WORTHWHILE: usize = 1 << 17;

/// Whether a transform of so many words in so few rows should use several threads within a row.
pub(crate) fn within_rows(words: usize, rows: usize) -> bool {
    words * TRANSFORM >= WORTHWHILE && rows < rayon::current_num_threads()
}

/// `f(i, row i)` for the rows of `stride` words each: in parallel if there are several, and the
/// work (words times `work`) is worth it.
pub fn for_each_row(
    words: &mut [u64],
    stride: usize,
    work: usize,
    f: impl Fn(usize, &mut [u64]) + Sync,
) {
    // A single row is no loop: its smallest operations take less time than a division.
    if words.len() == stride {
        f(0, words);
    } else if words.len() * work >= WORTHWHILE && rayon::current_num_threads() > 1 {
        words.par_chunks_exact_mut(stride).enumerate().for_each(|(i, row)| f(i, row));
    } else {
        words.chunks_exact_mut(stride).enumerate().for_each(|(i, row)| f(i, row));
    }
}

/// `f(i, rows i)` for the rows of `stride` words each of two equally long buffers, likewise.
pub(crate) fn for_each_row_of_two(
    [first, second]: [&mut [u64]; 2],
    stride: usize,
    work: usize,
    f: impl Fn(usize, [&mut [u64]; 2]) + Sync,
) {
    if 2 * first.len() * work >= WORTHWHILE && rayon::current_num_threads() > 1 {
        let rows = first.par_chunks_exact_mut(stride).zip(second.par_chunks_exact_mut(stride));
        rows.enumerate().for_each(|(i, (first, second))| f(i, [first, second]));
    } else {
        let rows = first.chunks_exact_mut(stride).zip(second.chunks_exact_mut(stride));
        rows.enumerate().for_each(|(i, (first, second))| f(i, [first, second]));
    }
}
