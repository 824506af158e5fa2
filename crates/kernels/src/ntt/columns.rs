//! Columns of a block seen as a matrix.

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
    assert!(T.is_multiple_of(S) && stride.checked_mul(S).is_some_and(|all| all <= block.len()));
    assert!(j < stride && T / S <= stride - j);
    let start = block.as_mut_ptr();
    let mut pointers = [start; T];
    for (at, pointer) in pointers.iter_mut().enumerate() {
        // SAFETY: at / S < T/S and at % S < S, so the column is below `stride` and the index below
        // S·stride, within the block.
        *pointer = unsafe { start.add(at % S * stride + j + at / S) };
    }
    // SAFETY: a reference has the layout of a pointer. Each points to an element of `block`, and
    // different ones to different elements: columns are below `stride`, so that equal indices
    // would need equal columns and rows. They borrow `block` as long as they live.
    unsafe { std::mem::transmute_copy(&pointers) }
}
