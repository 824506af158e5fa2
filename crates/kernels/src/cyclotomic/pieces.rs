//! Columns of a tile that are not all neighbours in the tensor.

use crate::{
    cyclotomic::access::{NOWHERE, Part},
    lanes::Lanes,
};

/// Rows of a tensor as in [`Access::Tensor`](crate::cyclotomic::access::Access), inner > 1.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) rows: &'a [u32],
    pub(super) inner: usize,
    pub(super) stride: usize,
}

impl Rows<'_> {
    /// Whether the columns are whole vectors of neighbours.
    #[inline(always)]
    fn are_blocks<L: Lanes>(&self, start: usize, count: usize) -> bool {
        self.inner == L::LANES
            && start.is_multiple_of(self.inner)
            && count.is_multiple_of(self.inner)
    }
}

/// Neighbouring columns of a tile that are neighbours in the tensor too.
#[derive(Clone, Copy)]
struct Piece {
    /// The first column.
    column: usize,
    /// Its word in row 0.
    base: usize,
    len: usize,
}

/// So many columns are cut into pieces at once.
const COLUMNS: usize = 64;

/// The columns `start .. start + count` as pieces, of at most [`Lanes::PIECE`] words.
#[inline(always)]
fn pieces<L: Lanes>(
    start: usize,
    count: usize,
    inner: usize,
    stride: usize,
) -> ([Piece; COLUMNS], usize) {
    let mut pieces = [Piece { column: 0, base: 0, len: 0 }; COLUMNS];
    let (mut outer, mut i) = (start / inner, start % inner);
    let (mut number, mut column) = (0, 0);
    while column < count {
        let len = (inner - i).min(count - column).min(L::PIECE);
        pieces[number] = Piece { column, base: outer * stride + i, len };
        (number, column, i) = (number + 1, column + len, i + len);
        if i == inner {
            (outer, i) = (outer + 1, 0);
        }
    }
    (pieces, number)
}

/// Loads columns into a tile, moved as `HOW` says.
#[inline(always)]
pub(super) fn load_pieces<L: Lanes, const HOW: u8>(
    lanes: L,
    tensor: Rows<'_>,
    source: &[u64],
    tile: &mut [u64],
    Part { width, start, count }: Part,
) {
    let Rows { rows, inner, stride } = tensor;
    if tensor.are_blocks::<L>(start, count) {
        let base = start / inner * stride;
        for (to, &row) in tile.chunks_exact_mut(width).zip(rows) {
            if row == NOWHERE {
                to.fill(0);
                continue;
            }
            let from = source[base + row as usize * inner..].chunks(stride);
            for (to, from) in L::blocks_mut(&mut to[..count]).0.iter_mut().zip(from) {
                if let Some(from) = L::blocks(from).0.first() {
                    lanes.move_block::<HOW>(from, to);
                }
            }
        }
        return;
    }
    for first in (0..count).step_by(COLUMNS) {
        let some = (count - first).min(COLUMNS);
        let (pieces, number) = pieces::<L>(start + first, some, inner, stride);
        for (to, &row) in tile.chunks_exact_mut(width).zip(rows) {
            let to = &mut to[first..];
            if row == NOWHERE {
                to.fill(0);
                continue;
            }
            let offset = row as usize * inner;
            for piece in &pieces[..number] {
                let from = &source[piece.base + offset..][..piece.len];
                lanes.copy_piece::<HOW>(from, &mut to[piece.column..][..piece.len]);
            }
        }
    }
}

/// Stores the columns of a tile, moved as `HOW` says.
#[inline(always)]
pub(super) fn store_pieces<L: Lanes, const HOW: u8>(
    lanes: L,
    tensor: Rows<'_>,
    target: &mut [u64],
    tile: &[u64],
    Part { width, start, count }: Part,
) {
    let Rows { rows, inner, stride } = tensor;
    if tensor.are_blocks::<L>(start, count) {
        let base = start / inner * stride;
        for (from, &row) in tile.chunks_exact(width).zip(rows) {
            if row == NOWHERE {
                continue;
            }
            let to = target[base + row as usize * inner..].chunks_mut(stride);
            for (from, to) in L::blocks(&from[..count]).0.iter().zip(to) {
                if let Some(to) = L::blocks_mut(to).0.first_mut() {
                    lanes.move_block::<HOW>(from, to);
                }
            }
        }
        return;
    }
    for first in (0..count).step_by(COLUMNS) {
        let some = (count - first).min(COLUMNS);
        let (pieces, number) = pieces::<L>(start + first, some, inner, stride);
        for (from, &row) in tile.chunks_exact(width).zip(rows) {
            if row == NOWHERE {
                continue;
            }
            let offset = row as usize * inner;
            for piece in &pieces[..number] {
                let to = &mut target[piece.base + offset..][..piece.len];
                lanes.copy_piece::<HOW>(&from[first + piece.column..][..piece.len], to);
            }
        }
    }
}
