//! Columns of a block seen as a matrix.

use crate::lanes::array;

/// The index of the `at`-th element of some columns from `j` on: its row is at % S, its column j + at / S.
#[inline(always)]
fn place<const S: usize>(stride: usize, j: usize, at: usize) -> usize {
    at % S * stride + j + at / S
}

/// Panics when columns `j` … `j + T/S - 1` reach beyond rows of `stride`, or `S` rows beyond `length`. Else all their
/// places lie below `length`, for at / S < T/S and at % S < S, and are different ones.
#[inline(always)]
fn check<const S: usize, const T: usize>(length: usize, stride: usize, j: usize) {
    assert!(T.is_multiple_of(S) && stride.checked_mul(S).is_some_and(|all| all <= length));
    assert!(j < stride && T / S <= stride - j);
}

/// As [`columns`], to be read.
///
/// # Panics
/// As [`columns`].
#[inline(always)]
pub(super) fn read_columns<B: Copy, const S: usize, const T: usize>(
    block: &[B],
    stride: usize,
    j: usize,
) -> [&B; T] {
    check::<S, T>(block.len(), stride, j);
    array(
        #[inline(always)]
        |at| {
            // SAFETY: all places lie below the block's length.
            unsafe { block.get_unchecked(place::<S>(stride, j, at)) }
        },
    )
}

/// Columns `j` … `j + T/S - 1` of the matrix with `S` rows of `stride` elements in `block`, one
/// after another, each from its first row on.
///
/// A slice would check every index, more often than a butterfly has instructions to spare.
///
/// # Panics
/// When the columns reach beyond the rows, or the rows beyond the block.
#[inline(always)]
pub(super) fn columns<B, const S: usize, const T: usize>(
    block: &mut [B],
    stride: usize,
    j: usize,
) -> [&mut B; T] {
    check::<S, T>(block.len(), stride, j);
    let start = block.as_mut_ptr();
    let mut pointers = [start; T];
    for (at, pointer) in pointers.iter_mut().enumerate() {
        // SAFETY: all places lie below the block's length.
        *pointer = unsafe { start.add(place::<S>(stride, j, at)) };
    }
    // SAFETY: a reference has the layout of a pointer. Each points to an element of `block`, and
    // different ones to different elements, as their places are. They borrow `block` as long as they live.
    unsafe { std::mem::transmute_copy(&pointers) }
}
