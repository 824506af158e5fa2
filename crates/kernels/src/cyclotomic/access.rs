//! Columns of tensors and matrices into tiles, and back.

use crate::{
    cyclotomic::pieces::{Rows, load_pieces, store_pieces},
    lanes::Lanes,
};

/// A row that is nowhere: loaded as zeros, not stored.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Where the words of tile rows and columns lie.
#[derive(Debug, Clone, Copy)]
pub(super) enum Access<'a> {
    /// In a tensor `[outer][stride / inner][inner]`, columns numbered by (outer, inner): row a of
    /// the tile is row `rows[a]` of the tensor. `order` holds the a in the order of `rows[a]`, but
    /// those that are nowhere.
    Tensor { rows: &'a [u32], order: &'a [u32], inner: usize, stride: usize },
    /// Row a, column c at `index[a·stride + c]`; nowhere if that lies beyond the data.
    Indexed { index: &'a [u32], stride: usize },
}

/// The columns of a tile: words of its rows, and the columns of the whole that they hold.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) width: usize,
    pub(super) start: usize,
    pub(super) count: usize,
}

/// The rows of a tile in the order of the tensor's rows that they are.
pub(super) fn order_of(rows: &[u32]) -> Vec<u32> {
    let there = |&a: &u32| rows[a as usize] != NOWHERE;
    let mut order: Vec<u32> = (0..rows.len() as u32).filter(there).collect();
    order.sort_by_key(|&a| rows[a as usize]);
    order
}

/// How many of `order` come next that are neighbours in the tensor: at most 8, and where vectors are
/// short not so many that fewer than a vector would remain.
#[inline(always)]
fn run_of<L: Lanes>(rows: &[u32], order: &[u32]) -> usize {
    let most = match order.len() {
        remaining @ 9..12 if L::LANES == 4 => remaining - 4,
        _ => 8,
    };
    let first = rows[order[0] as usize];
    let run = order.iter().take(most).zip(first..);
    run.take_while(|&(&a, wanted)| rows[a as usize] == wanted).count()
}

/// Whether these rows of a tile are neighbours.
#[inline(always)]
fn consecutive(run: &[u32]) -> bool {
    run.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// Where eight columns of a tensor begin, and the words of column c in some rows of a tile.
#[inline(always)]
fn offsets(base: usize, stride: usize, run: &[u32], width: usize, c: usize) -> [[usize; 8]; 2] {
    let (mut tensor, mut own) = ([0; 8], [0; 8]);
    for (i, offset) in tensor.iter_mut().enumerate() {
        *offset = base + i * stride;
    }
    for (offset, &a) in own.iter_mut().zip(run) {
        *offset = a as usize * width + c;
    }
    [tensor, own]
}

/// Loads columns into a tile, moved as `HOW` says.
#[inline(always)]
pub(super) fn load<L: Lanes, const HOW: u8>(
    lanes: L,
    access: Access<'_>,
    source: &[u64],
    tile: &mut [u64],
    Part { width, start, count }: Part,
) {
    if count < width {
        for row in tile.chunks_exact_mut(width) {
            row[count..].fill(0);
        }
    }
    match access {
        Access::Tensor { rows, order, inner: 1, stride } => {
            if order.len() < rows.len() {
                for (to, &row) in tile.chunks_exact_mut(width).zip(rows) {
                    if row == NOWHERE {
                        to.fill(0);
                    }
                }
            }
            let mut order = order;
            while !order.is_empty() {
                let (run, later) = order.split_at(run_of::<L>(rows, order));
                let base = start * stride + rows[run[0] as usize] as usize;
                for c in (0..count).step_by(8) {
                    let columns = (count - c).min(8);
                    if consecutive(run) {
                        let from = &source[base + c * stride..];
                        let to = &mut tile[run[0] as usize * width + c..];
                        lanes.transpose::<HOW>((from, stride), (to, width), columns, run.len());
                        continue;
                    }
                    let [tensor, own] = offsets(base + c * stride, stride, run, width, c);
                    let (tensor, own) = (&tensor[..columns], &own[..run.len()]);
                    lanes.transpose_rows::<HOW>((source, tensor), (tile, own));
                }
                order = later;
            }
        }
        Access::Tensor { rows, inner, stride, .. } => {
            if start % inner + count <= inner {
                let base = start / inner * stride + start % inner;
                for (to, &row) in tile.chunks_exact_mut(width).zip(rows) {
                    if row == NOWHERE {
                        to.fill(0);
                    } else {
                        let from = &source[base + row as usize * inner..][..count];
                        lanes.copy::<HOW>(from, &mut to[..count]);
                    }
                }
                return;
            }
            let tensor = Rows { rows, inner, stride };
            load_pieces::<L, HOW>(lanes, tensor, source, tile, Part { width, start, count });
        }
        Access::Indexed { index, stride } => {
            for (to, from) in tile.chunks_exact_mut(width).zip(index.chunks_exact(stride)) {
                for (to, &at) in to.iter_mut().zip(&from[start..][..count]) {
                    *to = lanes.moved_word::<HOW>(source.get(at as usize).copied().unwrap_or(0));
                }
            }
        }
    }
}

/// Stores the columns of a tile, moved as `HOW` says.
#[inline(always)]
pub(super) fn store<L: Lanes, const HOW: u8>(
    lanes: L,
    access: Access<'_>,
    target: &mut [u64],
    tile: &[u64],
    Part { width, start, count }: Part,
) {
    match access {
        Access::Tensor { rows, order, inner: 1, stride } => {
            let mut order = order;
            while !order.is_empty() {
                let (run, later) = order.split_at(run_of::<L>(rows, order));
                let base = start * stride + rows[run[0] as usize] as usize;
                for c in (0..count).step_by(8) {
                    let columns = (count - c).min(8);
                    if consecutive(run) {
                        let from = &tile[run[0] as usize * width + c..];
                        let to = &mut target[base + c * stride..];
                        lanes.transpose::<HOW>((from, width), (to, stride), run.len(), columns);
                        continue;
                    }
                    let [tensor, own] = offsets(base + c * stride, stride, run, width, c);
                    let (tensor, own) = (&tensor[..columns], &own[..run.len()]);
                    lanes.transpose_rows::<HOW>((tile, own), (target, tensor));
                }
                order = later;
            }
        }
        Access::Tensor { rows, inner, stride, .. } => {
            if start % inner + count <= inner {
                let base = start / inner * stride + start % inner;
                for (from, &row) in tile.chunks_exact(width).zip(rows) {
                    if row != NOWHERE {
                        let to = &mut target[base + row as usize * inner..][..count];
                        lanes.copy::<HOW>(&from[..count], to);
                    }
                }
                return;
            }
            let tensor = Rows { rows, inner, stride };
            store_pieces::<L, HOW>(lanes, tensor, target, tile, Part { width, start, count });
        }
        Access::Indexed { index, stride } => {
            for (from, to) in tile.chunks_exact(width).zip(index.chunks_exact(stride)) {
                for (from, &at) in from.iter().zip(&to[start..][..count]) {
                    if let Some(to) = target.get_mut(at as usize) {
                        *to = lanes.moved_word::<HOW>(*from);
                    }
                }
            }
        }
    }
}
