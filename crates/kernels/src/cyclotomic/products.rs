//! Stages of products: rows times twiddles, spectra, multipliers for each column.

use crate::{
    Prepared,
    cyclotomic::{
        multiplier::multiplier,
        stage::{Direction, Grid, Stage},
        tile::Tile,
    },
    lanes::Lanes,
};

/// Multiplies blocks by one factor.
#[inline(always)]
fn times<L: Lanes>(lanes: L, blocks: &mut [L::Block], by: Prepared) {
    let w = multiplier(lanes, by);
    for block in blocks {
        let v = lanes.mul(lanes.load_lazy(block), w);
        lanes.store_lazy(block, v);
    }
}

/// Multiplies rows by their twiddles.
#[inline(always)]
pub(super) fn scale<L: Lanes>(lanes: L, stage: &Stage, tile: &mut Tile<'_, L>) {
    let Some(twiddles) = &stage.twiddles else { return };
    let (span, rows) = (stage.tail * tile.width, stage.kernel.rows());
    for &base in &stage.bases {
        let group = &mut tile.blocks[base as usize * tile.width..][..rows * stage.mid * span];
        for (index, blocks) in group.chunks_exact_mut(span).enumerate() {
            let (k, j) = (index / stage.mid, index % stage.mid);
            times(lanes, blocks, twiddles.factors[j * rows + k]);
        }
    }
}

/// [`Kernel::Spectrum`], or [`Kernel::SpectrumInverse`] when there is a scale.
#[inline(always)]
pub(super) fn spectrum<L: Lanes>(
    lanes: L,
    stage: &Stage,
    tile: &mut Tile<'_, L>,
    table: &[Prepared],
    sum_scale: Option<Prepared>,
) {
    let span = stage.tail * tile.width;
    for &base in &stage.bases {
        let group = &mut tile.blocks[base as usize * tile.width..][..(table.len() + 1) * span];
        let (zero, positions) = group.split_at_mut(span);
        let (sums, others) = positions.split_at_mut(span);
        let w = multiplier(lanes, table[0]);
        for (zero, sum) in zero.iter_mut().zip(sums) {
            let (x0, s) = (lanes.load_lazy(zero), lanes.load_lazy(sum));
            let product = lanes.mul(s, w);
            match sum_scale {
                None => {
                    lanes.store_lazy(zero, lanes.fold(lanes.add(s, x0)));
                    lanes.store_lazy(sum, lanes.fold(lanes.add(product, x0)));
                }
                Some(by) => {
                    lanes.store_lazy(zero, lanes.mul(s, multiplier(lanes, by)));
                    lanes.store_lazy(sum, product);
                }
            }
        }
        for (blocks, &w) in others.chunks_exact_mut(span).zip(&table[1..]) {
            times(lanes, blocks, w);
        }
    }
}

/// [`Kernel::Grid`], from a row onwards.
#[inline(always)]
pub(super) fn grid<L: Lanes>(
    lanes: L,
    stage: &Stage,
    tile: &mut Tile<'_, L>,
    grid: &Grid,
    from: usize,
) {
    let width = tile.width;
    for &base in &stage.bases {
        for row in from..grid.rows {
            let (values, quotients) = grid.row::<L>(row, tile.column);
            let blocks = &mut tile.blocks[(base as usize + row) * width..][..width];
            for ((block, value), quotient) in blocks.iter_mut().zip(values).zip(quotients) {
                let v = lanes.mul(lanes.load_lazy(block), lanes.multipliers(value, quotient));
                lanes.store_lazy(block, v);
            }
        }
    }
}

/// The rows 0 and 1 of [`Kernel::GridSpectrum`].
#[inline(always)]
pub(super) fn grid_sums<L: Lanes>(
    lanes: L,
    stage: &Stage,
    tile: &mut Tile<'_, L>,
    grid: &Grid,
    direction: Direction,
) {
    let width = tile.width;
    for &base in &stage.bases {
        let (zero, sums) = tile.blocks[base as usize * width..][..2 * width].split_at_mut(width);
        let (a, b) = (grid.row::<L>(0, tile.column), grid.row::<L>(1, tile.column));
        for c in 0..width {
            let (x0, s) = (lanes.load_lazy(&zero[c]), lanes.load_lazy(&sums[c]));
            let factor = lanes.multipliers(&a.0[c], &a.1[c]);
            let product = lanes.mul(s, lanes.multipliers(&b.0[c], &b.1[c]));
            if direction == Direction::Forward {
                let all = lanes.add(product, lanes.mul(x0, factor));
                lanes.store_lazy(&mut sums[c], lanes.fold(all));
            } else {
                lanes.store_lazy(&mut zero[c], lanes.mul(s, factor));
                lanes.store_lazy(&mut sums[c], product);
            }
        }
    }
}
