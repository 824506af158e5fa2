//! Runs stages on a tile.

use crate::{
    cyclotomic::{
        few, long,
        products::{grid, grid_sums, scale, spectrum},
        radix::{self, multiplier},
        stage::{Kernel, Side, Stage},
        tile::Tile,
    },
    lanes::Lanes,
};

/// Runs the stages in their order.
#[inline(always)]
pub(super) fn run<L: Lanes>(lanes: L, stages: &[Stage], tile: &mut Tile<'_, L>) {
    for stage in stages {
        macro_rules! in_registers {
            (|$lanes:ident, $x:ident| $kernel:expr) => {
                butterflies(
                    lanes,
                    stage,
                    tile,
                    #[inline(always)]
                    |$lanes, $x| $kernel,
                )
            };
        }
        macro_rules! apart {
            (|$lanes:ident| $kernel:expr) => {
                lanes.apart(
                    #[inline(always)]
                    |$lanes| $kernel,
                )
            };
        }
        match &stage.kernel {
            Kernel::Two => in_registers!(|lanes, x| radix::two(lanes, x)),
            Kernel::Three(w) => {
                in_registers!(|lanes, x| radix::three(lanes, x, multiplier(lanes, *w)));
            }
            Kernel::Four(i) => {
                in_registers!(|lanes, x| radix::four(lanes, x, multiplier(lanes, *i)));
            }
            Kernel::Eight(w) => {
                in_registers!(|lanes, x| radix::eight(lanes, x, radix::multipliers(lanes, w)));
            }
            Kernel::Odd(waves) => match stage.kernel.rows() {
                5 if L::FEW_PRODUCTS => in_registers!(|lanes, x| few::five(lanes, x, waves)),
                7 if L::FEW_PRODUCTS => in_registers!(|lanes, x| few::seven(lanes, x, waves)),
                5 => in_registers!(|lanes, x| radix::odd::<L, 5, 2>(lanes, x, waves)),
                7 => in_registers!(|lanes, x| radix::odd::<L, 7, 3>(lanes, x, waves)),
                _ => apart!(|lanes| long::run::<L, { long::DFT }>(lanes, stage, tile, waves)),
            },
            Kernel::TwoThree(w) => in_registers!(|lanes, x| {
                radix::two_of::<L, 3, 6>(
                    lanes,
                    x,
                    #[inline(always)]
                    |x| radix::three(lanes, x, multiplier(lanes, *w)),
                )
            }),
            Kernel::TwoOdd(waves) => match waves.cosines.len() {
                5 => in_registers!(|lanes, x| {
                    radix::two_of::<L, 5, 10>(
                        lanes,
                        x,
                        #[inline(always)]
                        |x| few::five(lanes, x, waves),
                    )
                }),
                _ => in_registers!(|lanes, x| {
                    radix::two_of::<L, 7, 14>(
                        lanes,
                        x,
                        #[inline(always)]
                        |x| few::seven(lanes, x, waves),
                    )
                }),
            },
            Kernel::CrtThree(w) => {
                in_registers!(|lanes, x| radix::crt_three(lanes, x, multiplier(lanes, *w)));
            }
            Kernel::CrtThreeInverse(w) => {
                in_registers!(|lanes, x| {
                    radix::crt_three_inverse(lanes, x, radix::multipliers(lanes, w))
                });
            }
            Kernel::Crt(waves) => match stage.kernel.rows() {
                4 if L::FEW_PRODUCTS => in_registers!(|lanes, x| few::crt_five(lanes, x, waves)),
                6 if L::FEW_PRODUCTS => in_registers!(|lanes, x| few::crt_seven(lanes, x, waves)),
                4 => in_registers!(|lanes, x| radix::crt_odd::<L, 5, 4, 2>(lanes, x, waves)),
                6 => in_registers!(|lanes, x| radix::crt_odd::<L, 7, 6, 3>(lanes, x, waves)),
                _ => apart!(|lanes| long::run::<L, { long::CRT }>(lanes, stage, tile, waves)),
            },
            Kernel::CrtInverse(waves) => match stage.kernel.rows() {
                4 if L::FEW_PRODUCTS => {
                    in_registers!(|lanes, x| few::crt_five_inverse(lanes, x, waves));
                }
                6 if L::FEW_PRODUCTS => {
                    in_registers!(|lanes, x| few::crt_seven_inverse(lanes, x, waves));
                }
                4 => {
                    in_registers!(|lanes, x| radix::crt_odd_inverse::<L, 5, 4, 2>(lanes, x, waves));
                }
                6 => {
                    in_registers!(|lanes, x| radix::crt_odd_inverse::<L, 7, 6, 3>(lanes, x, waves));
                }
                _ => apart!(|lanes| {
                    long::run::<L, { long::CRT_INVERSE }>(lanes, stage, tile, waves);
                }),
            },
            Kernel::Scale(_) => apart!(|lanes| scale(lanes, stage, tile)),
            Kernel::Spectrum(table) => apart!(|lanes| spectrum(lanes, stage, tile, table, None)),
            Kernel::SpectrumInverse(table, by) => {
                apart!(|lanes| spectrum(lanes, stage, tile, table, Some(*by)));
            }
            Kernel::Grid(by) => apart!(|lanes| grid(lanes, stage, tile, by, 0)),
            Kernel::GridSpectrum(by, direction) => apart!(|lanes| {
                grid_sums(lanes, stage, tile, by, *direction);
                grid(lanes, stage, tile, by, 2);
            }),
        }
    }
}

/// A kernel of R rows in registers, whose results have class 4.
#[inline(always)]
fn butterflies<L: Lanes, const R: usize>(
    lanes: L,
    stage: &Stage,
    tile: &mut Tile<'_, L>,
    kernel: impl Fn(L, [L::V; R]) -> [L::V; R],
) {
    lanes.apart(
        #[inline(always)]
        |lanes| {
            for &base in &stage.bases {
                let step = stage.mid * stage.tail * tile.width;
                let group = &mut tile.blocks[base as usize * tile.width..][..R * step];
                for j in 0..stage.mid {
                    group_butterflies(lanes, stage, group, j, &kernel);
                }
            }
        },
    );
}

/// Those with the twiddles of j.
#[inline(always)]
fn group_butterflies<L: Lanes, const R: usize>(
    lanes: L,
    stage: &Stage,
    group: &mut [L::Block],
    j: usize,
    kernel: &impl Fn(L, [L::V; R]) -> [L::V; R],
) {
    let step = group.len() / R;
    let span = step / stage.mid;
    let twiddles = stage.twiddles.as_ref().filter(|twiddles| j > 0 || twiddles.first);
    let w = twiddles.map_or(&[][..], |twiddles| &twiddles.factors[j * R..][..R]);
    let side = twiddles.map(|twiddles| twiddles.side);
    let skipped = usize::from(twiddles.is_some_and(|twiddles| !twiddles.first));
    assert!((j + 1) * span <= step && R * step <= group.len(), "rows within the group");
    for at in j * span..(j + 1) * span {
        // SAFETY: at < step, so at + k·step < R·step, which the group's length reaches.
        let block = |k: usize| unsafe { group.get_unchecked(at + k * step) };
        let mut x = [lanes.load_lazy(block(0)); R];
        for (k, x) in x.iter_mut().enumerate() {
            *x = lanes.load_lazy(block(k));
        }
        if side == Some(Side::Before) {
            for k in 0..R {
                if k >= skipped {
                    x[k] = lanes.mul(x[k], multiplier(lanes, w[k]));
                }
            }
        }
        let mut y = kernel(lanes, x);
        if side == Some(Side::After) {
            for k in 0..R {
                y[k] = if k >= skipped {
                    lanes.mul(y[k], multiplier(lanes, w[k]))
                } else {
                    lanes.fold(y[k])
                };
            }
        } else if stage.folds || L::LAZY_IS_CANONICAL {
            for y in &mut y {
                *y = lanes.fold(*y);
            }
        }
        for (k, y) in y.into_iter().enumerate() {
            // SAFETY: as above.
            let block = unsafe { group.get_unchecked_mut(at + k * step) };
            lanes.store_lazy(block, y);
        }
    }
}
