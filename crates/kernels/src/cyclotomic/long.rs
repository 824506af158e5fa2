//! Odd kernels whose operands do not fit into registers: sums and differences lie in memory.

use crate::{
    Prepared,
    cyclotomic::{
        multiplier::multiplier,
        radix::{self, Waves},
        stage::{Side, Stage},
        tile::Tile,
    },
    lanes::Lanes,
};

pub(super) const DFT: u8 = 0;
pub(super) const CRT: u8 = 1;
pub(super) const CRT_INVERSE: u8 = 2;

/// `WHICH` is the DFT of r points, the CRT or its inverse, as in [`radix::odd`],
/// [`radix::crt_odd`] and [`radix::crt_odd_inverse`].
#[inline(always)]
pub(super) fn run<L: Lanes, const WHICH: u8>(
    lanes: L,
    stage: &Stage,
    tile: &mut Tile<'_, L>,
    waves: &Waves,
) {
    let (rows, r) = (stage.kernel.rows(), waves.cosines.len());
    let half = r / 2;
    let span = stage.tail * tile.width;
    let step = stage.mid * span;
    // The row of x_1.
    let first = if WHICH == CRT_INVERSE { 0 } else { 1 };
    for &base in &stage.bases {
        let group = &mut tile.blocks[base as usize * tile.width..][..rows * step];
        for j in 0..stage.mid {
            let twiddles =
                stage.twiddles.as_ref().map(|t| (t.side, &t.factors[j * rows..][..rows]));
            for at in j * span..(j + 1) * span {
                let folds = stage.folds || L::LAZY_IS_CANONICAL;
                let mut fibre = Fibre { lanes, group: &mut *group, at, step, twiddles, folds };
                let (u, v) = tile.temporaries[..2 * half].split_at_mut(half);
                let x0 = if WHICH == CRT_INVERSE { lanes.splat(0) } else { fibre.read(0) };
                let mut sum = x0;
                for i in 0..half {
                    let a = fibre.read(first + i);
                    let (plus, minus) = if WHICH == CRT && i == 0 {
                        // x_{p-1} = 0.
                        let a = if L::LAZY_IS_CANONICAL { a } else { lanes.centre(a) };
                        (a, a)
                    } else {
                        let b = fibre.read(first + r - 2 - i);
                        (lanes.centre(lanes.add(a, b)), lanes.centre(lanes.sub(a, b)))
                    };
                    if WHICH != CRT {
                        // Doubles: from at most 1 up to 3 by four terms of 1/2.
                        sum = lanes.add(sum, plus);
                        sum = if L::FEW_PRODUCTS && i % 4 != 3 {
                            lanes.trim(sum)
                        } else {
                            lanes.fold(sum)
                        };
                    }
                    lanes.store_lazy(&mut u[i], plus);
                    lanes.store_lazy(&mut v[i], minus);
                }
                if WHICH == DFT {
                    fibre.write(0, sum);
                }
                // z_{p-1} of the inverse CRT, known after i = 1.
                let mut last = lanes.splat(0);
                for i in (1..=half).step_by(2) {
                    let parts = radix::long_waves(lanes, u, v, waves, i);
                    fibre.finish::<WHICH>(r, i, x0, parts[0], parts[2], &mut last);
                    if i < half {
                        fibre.finish::<WHICH>(r, i + 1, x0, parts[1], parts[3], &mut last);
                    }
                }
                if WHICH == CRT_INVERSE {
                    let x0 = lanes.mul(sum, multiplier(lanes, waves.scale));
                    fibre.write(0, lanes.sub(x0, last));
                }
            }
        }
    }
}

/// The rows of a group in one block column, read and written once each, with their twiddles.
struct Fibre<'a, L: Lanes> {
    lanes: L,
    group: &'a mut [L::Block],
    at: usize,
    step: usize,
    twiddles: Option<(Side, &'a [Prepared])>,
    folds: bool,
}

impl<L: Lanes> Fibre<'_, L> {
    #[inline(always)]
    fn read(&self, k: usize) -> L::V {
        let x = self.lanes.load_lazy(&self.group[self.at + k * self.step]);
        match self.twiddles {
            Some((Side::Before, w)) => self.lanes.mul(x, multiplier(self.lanes, w[k])),
            _ => x,
        }
    }

    /// y has class 4.
    #[inline(always)]
    fn write(&mut self, k: usize, y: L::V) {
        let y = match self.twiddles {
            Some((Side::After, w)) => self.lanes.mul(y, multiplier(self.lanes, w[k])),
            _ if self.folds => self.lanes.fold(y),
            _ => y,
        };
        self.lanes.store_lazy(&mut self.group[self.at + k * self.step], y);
    }

    /// The results i and r - i from their even and odd parts.
    #[inline(always)]
    fn finish<const WHICH: u8>(
        &mut self,
        r: usize,
        i: usize,
        x0: L::V,
        even: L::V,
        odd: L::V,
        last: &mut L::V,
    ) {
        let lanes = self.lanes;
        if WHICH != CRT_INVERSE {
            let first = if WHICH == CRT { 0 } else { 1 };
            let even = lanes.trim(lanes.add(x0, even));
            self.write(first + i - 1, lanes.add(even, odd));
            self.write(first + r - i - 1, lanes.sub(even, odd));
            return;
        }
        let (a, b) = (lanes.trim(lanes.add(even, odd)), lanes.trim(lanes.sub(even, odd)));
        if i == 1 {
            *last = b;
        } else {
            self.write(r - i, lanes.sub(b, *last));
        }
        self.write(i, lanes.sub(a, *last));
    }
}
