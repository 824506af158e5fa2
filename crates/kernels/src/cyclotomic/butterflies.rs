//! Kernels in registers, on all groups of rows of a stage.

use crate::{
    Prepared,
    cyclotomic::{
        multiplier::multiplier,
        stage::{Side, Stage},
        tile::Tile,
    },
    lanes::{Lanes, array},
};

/// Rows are taken as they are.
const PLAIN: u8 = 0;
/// They are folded on the way in.
const FOLDED: u8 = 1;
/// They are multiplied by twiddles on the way in.
const BEFORE: u8 = 2;
/// Likewise on the way out.
const AFTER: u8 = 3;

/// A kernel of R rows in registers, whose results have class 4, and its constants.
#[inline(always)]
pub(super) fn butterflies<L: Lanes, const R: usize, W: Copy>(
    lanes: L,
    stage: &Stage,
    tile: &mut Tile<'_, L>,
    constants: impl Fn(L) -> W,
    kernel: impl Fn(L, [L::V; R], W) -> [L::V; R],
) {
    lanes.apart(
        #[inline(always)]
        |lanes| {
            let w = constants(lanes);
            let step = stage.mid * stage.tail * tile.width;
            for &base in &stage.bases {
                let blocks = &mut tile.blocks[base as usize * tile.width..][..R * step];
                for j in 0..stage.mid {
                    groups(
                        lanes,
                        stage,
                        blocks,
                        j,
                        #[inline(always)]
                        |x| kernel(lanes, x, w),
                    );
                }
            }
        },
    );
}

/// The groups with the twiddles of j.
#[inline(always)]
fn groups<L: Lanes, const R: usize>(
    lanes: L,
    stage: &Stage,
    blocks: &mut [L::Block],
    j: usize,
    kernel: impl Fn([L::V; R]) -> [L::V; R],
) {
    let span = blocks.len() / (R * stage.mid);
    let folds = stage.folds || L::LAZY_IS_CANONICAL;
    let mut groups =
        Groups { lanes, blocks, start: j * span, span, factors: &[], first: false, folds };
    let Some(twiddles) = &stage.twiddles else { return groups.run::<PLAIN, R>(kernel) };
    groups.first = twiddles.first;
    if j > 0 || twiddles.first {
        groups.factors = &twiddles.factors[j * R..][..R];
    }
    match (twiddles.side, groups.factors.is_empty()) {
        (Side::Before, true) => groups.run::<FOLDED, R>(kernel),
        (Side::Before, false) => groups.run::<BEFORE, R>(kernel),
        (Side::After, true) => groups.run::<PLAIN, R>(kernel),
        (Side::After, false) => groups.run::<AFTER, R>(kernel),
    }
}

/// Groups side by side: R blocks each, as far apart as `blocks` has R rows.
struct Groups<'a, L: Lanes> {
    lanes: L,
    blocks: &'a mut [L::Block],
    start: usize,
    span: usize,
    /// The twiddles of each row, if there are any.
    factors: &'a [Prepared],
    /// Whether row 0 is multiplied by its own too.
    first: bool,
    /// Whether results are folded.
    folds: bool,
}

impl<L: Lanes> Groups<'_, L> {
    #[inline(always)]
    fn run<const HOW: u8, const R: usize>(self, kernel: impl Fn([L::V; R]) -> [L::V; R]) {
        let Self { lanes, blocks, start, span, factors, first, folds } = self;
        let step = blocks.len() / R;
        assert!(start + span <= step, "blocks within the rows");
        let row_bytes = step * size_of::<L::Block>();
        let origin = blocks.as_mut_ptr();
        for at in start..start + span {
            // SAFETY: at < step, so for k < R block at + k·step < R·step ≤ blocks.len().
            let block = |k: usize| unsafe { origin.add(at).byte_add(k * row_bytes) };
            let mut x = array(
                #[inline(always)]
                |k| {
                    // SAFETY: as above; nothing else refers to the blocks.
                    lanes.load_lazy(unsafe { &*block(k) })
                },
            );
            if HOW == BEFORE {
                x[0] = if first { times(lanes, x[0], factors[0]) } else { settled(lanes, x[0]) };
                for k in 1..R {
                    x[k] = times(lanes, x[k], factors[k]);
                }
            } else if HOW == FOLDED {
                for x in &mut x {
                    *x = settled(lanes, *x);
                }
            }
            let mut y = kernel(x);
            if HOW == AFTER {
                y[0] = if first { times(lanes, y[0], factors[0]) } else { lanes.fold(y[0]) };
                for k in 1..R {
                    y[k] = times(lanes, y[k], factors[k]);
                }
            } else if folds {
                for y in &mut y {
                    *y = lanes.fold(*y);
                }
            }
            for (k, y) in y.into_iter().enumerate() {
                // SAFETY: as above.
                lanes.store_lazy(unsafe { &mut *block(k) }, y);
            }
        }
    }
}

#[inline(always)]
fn times<L: Lanes>(lanes: L, x: L::V, factor: Prepared) -> L::V {
    lanes.mul(x, multiplier(lanes, factor))
}

/// A row without twiddles beside those with: it may have been left open
/// ([`leave_open`](crate::cyclotomic::stage::leave_open)).
#[inline(always)]
fn settled<L: Lanes>(lanes: L, x: L::V) -> L::V {
    if L::LAZY_IS_CANONICAL { x } else { lanes.fold(x) }
}
