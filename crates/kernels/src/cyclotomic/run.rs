//! Runs stages on a tile.

use crate::{
    cyclotomic::{
        butterflies::butterflies,
        few::{self, Eleven, Thirteen},
        long,
        multiplier::multiplier,
        products::{grid, grid_sums, scale, spectrum},
        radix,
        stage::{Kernel, Stage},
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
                    |_| (),
                    #[inline(always)]
                    |$lanes, $x, ()| $kernel,
                )
            };
            ($w:ident = $constants:expr; |$lanes:ident, $x:ident| $kernel:expr) => {
                butterflies(
                    lanes,
                    stage,
                    tile,
                    #[inline(always)]
                    |$lanes| $constants,
                    #[inline(always)]
                    |$lanes, $x, $w| $kernel,
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
                in_registers!(w = multiplier(lanes, *w); |lanes, x| radix::three(lanes, x, w));
            }
            Kernel::Four(i) => {
                in_registers!(i = multiplier(lanes, *i); |lanes, x| radix::four(lanes, x, i));
            }
            Kernel::Eight(w) => {
                in_registers!(w = radix::multipliers(lanes, w); |lanes, x| radix::eight(lanes, x, w));
            }
            Kernel::Odd(waves) => match stage.kernel.rows() {
                5 if L::FEW_PRODUCTS => in_registers!(|lanes, x| few::five(lanes, x, waves)),
                7 if L::FEW_PRODUCTS => in_registers!(|lanes, x| few::seven(lanes, x, waves)),
                11 if L::FEW_PRODUCTS => {
                    in_registers!(|lanes, x| few::dft::<L, Eleven, 11, 5>(lanes, x, &waves.few));
                }
                13 if L::FEW_PRODUCTS => {
                    in_registers!(|lanes, x| few::dft::<L, Thirteen, 13, 6>(lanes, x, &waves.few));
                }
                5 => in_registers!(|lanes, x| radix::odd::<L, 5, 2>(lanes, x, waves)),
                7 => in_registers!(|lanes, x| radix::odd::<L, 7, 3>(lanes, x, waves)),
                _ => apart!(|lanes| long::run::<L, { long::DFT }>(lanes, stage, tile, waves)),
            },
            Kernel::TwoThree(w) => in_registers!(w = multiplier(lanes, *w); |lanes, x| {
                radix::two_of::<L, 3, 6>(
                    lanes,
                    x,
                    #[inline(always)]
                    |x| radix::three(lanes, x, w),
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
                in_registers!(w = multiplier(lanes, *w); |lanes, x| radix::crt_three(lanes, x, w));
            }
            Kernel::CrtThreeInverse(w) => {
                in_registers!(w = radix::multipliers(lanes, w); |lanes, x| {
                    radix::crt_three_inverse(lanes, x, w)
                });
            }
            Kernel::Crt(waves) => match stage.kernel.rows() {
                4 if L::FEW_PRODUCTS => in_registers!(|lanes, x| few::crt_five(lanes, x, waves)),
                6 if L::FEW_PRODUCTS => in_registers!(|lanes, x| few::crt_seven(lanes, x, waves)),
                10 if L::FEW_PRODUCTS => {
                    in_registers!(|lanes, x| few::crt::<L, Eleven, 11, 10, 5>(
                        lanes, x, &waves.few
                    ));
                }
                12 if L::FEW_PRODUCTS => {
                    in_registers!(|lanes, x| few::crt::<L, Thirteen, 13, 12, 6>(
                        lanes, x, &waves.few
                    ));
                }
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
                10 if L::FEW_PRODUCTS => {
                    in_registers!(|lanes, x| few::crt_inverse::<L, Eleven, 10, 5>(
                        lanes,
                        x,
                        &waves.few,
                        waves.scale
                    ));
                }
                12 if L::FEW_PRODUCTS => {
                    in_registers!(|lanes, x| few::crt_inverse::<L, Thirteen, 12, 6>(
                        lanes,
                        x,
                        &waves.few,
                        waves.scale
                    ));
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
