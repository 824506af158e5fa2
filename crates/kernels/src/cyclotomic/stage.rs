//! One step of a transform on the rows of a tile: many small DFTs, or products with a spectrum.

use crate::{
    Prepared, Table, Zq,
    cyclotomic::radix::{self, Waves, multiplier},
    lanes::Lanes,
};

/// What a stage does to each group of rows.
#[derive(Debug, Clone)]
pub(super) enum Kernel {
    /// DFT of 2.
    Two,
    /// DFT of 3, by ω.
    Three(Prepared),
    /// DFT of 4, by the root of order 4.
    Four(Prepared),
    /// DFT of 8, by ω, ω², ω³.
    Eight([Prepared; 3]),
    /// DFT of an odd length.
    Odd(Waves),
    /// CRT_3, by ω.
    CrtThree(Prepared),
    /// Its inverse, by 1/(ω - ω²) and ω/(ω - ω²).
    CrtThreeInverse([Prepared; 2]),
    /// CRT_p.
    Crt(Waves),
    /// Its inverse, by the waves of ω^-1 over p.
    CrtInverse(Waves),
    /// Nothing but the twiddles.
    Scale(usize),
    /// Rader's middle: row 0 holds x_0, row 1 + k position k of a spectrum; position 0 is the sum.
    /// The sum plus x_0 becomes row 0; the spectrum is multiplied by the table; x_0 is added to
    /// the product at position 0, and so to everything that the inverse DFT will give.
    Spectrum(Vec<Prepared>),
    /// The middle of the inverse CRT: row 0 becomes the sum times the scale; nothing is added.
    SpectrumInverse(Vec<Prepared>, Prepared),
    /// As `Scale`, with a multiplier for each row and column.
    Grid(Grid),
    /// As `Spectrum` and `SpectrumInverse`, with a spectrum for each column. The grid's row 0 holds
    /// what x_0 (the sum) is multiplied by.
    GridSpectrum(Grid, Direction),
}

/// There or back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// To the CRT basis.
    Forward,
    /// From it.
    Inverse,
}

/// Multipliers for each row and column of a matrix.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    rows: usize,
    /// Words from row to row: a multiple of 8.
    stride: usize,
    table: Table,
}

impl Grid {
    /// The multipliers `entry(row, column)`.
    pub(super) fn new(
        zq: &Zq,
        rows: usize,
        columns: usize,
        entry: impl Fn(usize, usize) -> u64,
    ) -> Self {
        let stride = columns.next_multiple_of(8);
        let entry = |a: usize| if a % stride < columns { entry(a / stride, a % stride) } else { 0 };
        Self { rows, stride, table: Table::new(zq, (0..rows * stride).map(entry)) }
    }

    /// The multipliers of a row from a block onwards.
    #[inline(always)]
    fn row<L: Lanes>(&self, row: usize, block: usize) -> (&[L::Block], &[L::Block]) {
        let words = row * self.stride + block * L::LANES..(row + 1) * self.stride;
        (L::blocks(&self.table.values[words.clone()]).0, L::blocks(&self.table.quotients[words]).0)
    }
}

impl Kernel {
    /// The rows of a group.
    pub(super) fn rows(&self) -> usize {
        match self {
            Kernel::Two | Kernel::CrtThree(_) | Kernel::CrtThreeInverse(_) => 2,
            Kernel::Three(_) => 3,
            Kernel::Four(_) => 4,
            Kernel::Eight(_) => 8,
            Kernel::Odd(waves) => waves.cosines.len(),
            Kernel::Crt(waves) | Kernel::CrtInverse(waves) => waves.cosines.len() - 1,
            Kernel::Scale(rows) => *rows,
            Kernel::Spectrum(table) | Kernel::SpectrumInverse(table, _) => table.len() + 1,
            Kernel::Grid(grid) | Kernel::GridSpectrum(grid, _) => grid.rows,
        }
    }

    /// The blocks that it wants for itself.
    pub(super) fn temporaries(&self) -> usize {
        match self {
            Kernel::Odd(waves) | Kernel::Crt(waves) | Kernel::CrtInverse(waves) => {
                waves.cosines.len()
            }
            _ => 0,
        }
    }
}

/// When the rows of a group are multiplied by twiddle factors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// On the way in (decimation in time).
    Before,
    /// On the way out (decimation in frequency).
    After,
}

/// Twiddle factors of a stage.
#[derive(Debug, Clone)]
pub(super) struct Twiddles {
    pub(super) side: Side,
    /// Whether row 0 of each group has factors other than 1.
    pub(super) first: bool,
    /// `[mid][rows]`.
    pub(super) factors: Vec<Prepared>,
}

/// A kernel applied to groups of rows: for each base, j < mid and t < tail the group of the rows
/// base + (k·mid + j)·tail + t, k < `kernel.rows()`. Twiddles depend on k and j.
///
/// Rows hold lazy residues of class 2, before and after.
#[derive(Debug, Clone)]
pub(super) struct Stage {
    pub(super) kernel: Kernel,
    pub(super) bases: Vec<u32>,
    pub(super) mid: usize,
    pub(super) tail: usize,
    pub(super) twiddles: Option<Twiddles>,
}

impl Stage {
    /// The kernel once, on rows 0, 1, ….
    pub(super) fn new(kernel: Kernel) -> Self {
        Self { kernel, bases: vec![0], mid: 1, tail: 1, twiddles: None }
    }

    /// The stage as part of a larger one: each row becomes `tail` rows, and all is repeated
    /// `count` times, first at `offset`, then every `stride` rows.
    pub(super) fn embedded(&self, count: usize, stride: usize, offset: usize, tail: usize) -> Self {
        let base = |a: usize, b: u32| (a * stride + offset + b as usize * tail) as u32;
        let bases = (0..count).flat_map(|a| self.bases.iter().map(move |&b| base(a, b))).collect();
        Self { bases, tail: self.tail * tail, ..self.clone() }
    }

    /// One past the last row that it touches.
    pub(super) fn end(&self) -> usize {
        let last = self.bases.iter().max().map_or(0, |&base| base as usize);
        last + self.kernel.rows() * self.mid * self.tail
    }
}

/// Changes one multiplier of the first stage that has any.
#[cfg(feature = "fault-injection")]
pub(super) fn plant_fault(stages: &mut [Stage], position: usize) {
    let turn = |w: &mut [Prepared]| {
        let at = position % w.len();
        w[at].0 ^= 1 << 30;
    };
    for stage in stages {
        if let Some(twiddles) = &mut stage.twiddles {
            // Row 0 may have none: row 1 of the last j has.
            let rows = stage.kernel.rows();
            let last = twiddles.factors.len() - rows;
            return turn(&mut twiddles.factors[last + rows - 1..]);
        }
        match &mut stage.kernel {
            Kernel::Three(w) | Kernel::Four(w) | Kernel::CrtThree(w) => {
                return turn(std::slice::from_mut(w));
            }
            Kernel::Eight(w) => return turn(w),
            Kernel::Odd(waves) | Kernel::Crt(waves) => return waves.plant_fault(position),
            Kernel::Spectrum(table) => return turn(&mut table[1..]),
            _ => {}
        }
    }
}

/// A tile of rows, `width` blocks each, and room for the kernels.
pub(super) struct Tile<'a, L: Lanes> {
    pub(super) blocks: &'a mut [L::Block],
    pub(super) width: usize,
    /// The block of the whole to which its first column belongs.
    pub(super) column: usize,
    pub(super) temporaries: &'a mut [L::Block],
}

/// Runs the stages in their order.
#[inline(always)]
pub(super) fn run<L: Lanes>(lanes: L, stages: &[Stage], tile: &mut Tile<'_, L>) {
    for stage in stages {
        match &stage.kernel {
            Kernel::Two => butterflies(
                lanes,
                stage,
                tile,
                #[inline(always)]
                |lanes, x| radix::two(lanes, x),
            ),
            Kernel::Three(w) => butterflies(
                lanes,
                stage,
                tile,
                #[inline(always)]
                |lanes, x| radix::three(lanes, x, multiplier(lanes, *w)),
            ),
            Kernel::Four(i) => butterflies(
                lanes,
                stage,
                tile,
                #[inline(always)]
                |lanes, x| radix::four(lanes, x, multiplier(lanes, *i)),
            ),
            Kernel::Eight(w) => butterflies(
                lanes,
                stage,
                tile,
                #[inline(always)]
                |lanes, x| radix::eight(lanes, x, radix::multipliers(lanes, w)),
            ),
            Kernel::Odd(waves) => match stage.kernel.rows() {
                5 => butterflies(
                    lanes,
                    stage,
                    tile,
                    #[inline(always)]
                    |lanes, x| radix::odd::<L, 5, 2>(lanes, x, waves),
                ),
                7 => butterflies(
                    lanes,
                    stage,
                    tile,
                    #[inline(always)]
                    |lanes, x| radix::odd::<L, 7, 3>(lanes, x, waves),
                ),
                _ => lanes.apart(
                    #[inline(always)]
                    |lanes| {
                        long::<L, LONG_DFT>(lanes, stage, tile, waves);
                    },
                ),
            },
            Kernel::CrtThree(w) => butterflies(
                lanes,
                stage,
                tile,
                #[inline(always)]
                |lanes, x| radix::crt_three(lanes, x, multiplier(lanes, *w)),
            ),
            Kernel::CrtThreeInverse(w) => {
                butterflies(
                    lanes,
                    stage,
                    tile,
                    #[inline(always)]
                    |lanes, x| radix::crt_three_inverse(lanes, x, radix::multipliers(lanes, w)),
                );
            }
            Kernel::Crt(waves) => match stage.kernel.rows() {
                4 => butterflies(
                    lanes,
                    stage,
                    tile,
                    #[inline(always)]
                    |lanes, x| radix::crt_odd::<L, 5, 4, 2>(lanes, x, waves),
                ),
                6 => butterflies(
                    lanes,
                    stage,
                    tile,
                    #[inline(always)]
                    |lanes, x| radix::crt_odd::<L, 7, 6, 3>(lanes, x, waves),
                ),
                _ => lanes.apart(
                    #[inline(always)]
                    |lanes| {
                        long::<L, LONG_CRT>(lanes, stage, tile, waves);
                    },
                ),
            },
            Kernel::CrtInverse(waves) => match stage.kernel.rows() {
                4 => butterflies(
                    lanes,
                    stage,
                    tile,
                    #[inline(always)]
                    |lanes, x| radix::crt_odd_inverse::<L, 5, 4, 2>(lanes, x, waves),
                ),
                6 => butterflies(
                    lanes,
                    stage,
                    tile,
                    #[inline(always)]
                    |lanes, x| radix::crt_odd_inverse::<L, 7, 6, 3>(lanes, x, waves),
                ),
                _ => lanes.apart(
                    #[inline(always)]
                    |lanes| {
                        long::<L, LONG_CRT_INVERSE>(lanes, stage, tile, waves);
                    },
                ),
            },
            Kernel::Scale(_) => lanes.apart(
                #[inline(always)]
                |lanes| scale(lanes, stage, tile),
            ),
            Kernel::Spectrum(table) => lanes.apart(
                #[inline(always)]
                |lanes| {
                    spectrum(lanes, stage, tile, table, None);
                },
            ),
            Kernel::SpectrumInverse(table, by) => lanes.apart(
                #[inline(always)]
                |lanes| {
                    spectrum(lanes, stage, tile, table, Some(*by));
                },
            ),
            Kernel::Grid(by) => lanes.apart(
                #[inline(always)]
                |lanes| grid(lanes, stage, tile, by, 0),
            ),
            Kernel::GridSpectrum(by, direction) => lanes.apart(
                #[inline(always)]
                |lanes| {
                    grid_sums(lanes, stage, tile, by, *direction);
                    grid(lanes, stage, tile, by, 2);
                },
            ),
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
        for k in 0..R {
            y[k] = if side == Some(Side::After) && k >= skipped {
                lanes.mul(y[k], multiplier(lanes, w[k]))
            } else {
                lanes.fold(y[k])
            };
        }
        for (k, y) in y.into_iter().enumerate() {
            // SAFETY: as above.
            let block = unsafe { group.get_unchecked_mut(at + k * step) };
            lanes.store_lazy(block, y);
        }
    }
}

/// Multiplies rows by their twiddles.
#[inline(always)]
fn scale<L: Lanes>(lanes: L, stage: &Stage, tile: &mut Tile<'_, L>) {
    let Some(twiddles) = &stage.twiddles else { return };
    let (span, rows) = (stage.tail * tile.width, stage.kernel.rows());
    for &base in &stage.bases {
        let group = &mut tile.blocks[base as usize * tile.width..][..rows * stage.mid * span];
        for (index, blocks) in group.chunks_exact_mut(span).enumerate() {
            let (k, j) = (index / stage.mid, index % stage.mid);
            let w = multiplier(lanes, twiddles.factors[j * rows + k]);
            for block in blocks {
                let v = lanes.mul(lanes.load_lazy(block), w);
                lanes.store_lazy(block, v);
            }
        }
    }
}

/// [`Kernel::Spectrum`], or [`Kernel::SpectrumInverse`] when there is a scale.
#[inline(always)]
fn spectrum<L: Lanes>(
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
            let w = multiplier(lanes, w);
            for block in blocks {
                let v = lanes.mul(lanes.load_lazy(block), w);
                lanes.store_lazy(block, v);
            }
        }
    }
}

/// [`Kernel::Grid`], from a row onwards.
#[inline(always)]
fn grid<L: Lanes>(lanes: L, stage: &Stage, tile: &mut Tile<'_, L>, grid: &Grid, from: usize) {
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
fn grid_sums<L: Lanes>(
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

const LONG_DFT: u8 = 0;
const LONG_CRT: u8 = 1;
const LONG_CRT_INVERSE: u8 = 2;

/// Odd kernels whose operands do not fit into registers: sums and differences lie in memory.
/// `WHICH` is the DFT of r points, the CRT or its inverse, as in [`radix::odd`],
/// [`radix::crt_odd`] and [`radix::crt_odd_inverse`].
#[inline(always)]
fn long<L: Lanes, const WHICH: u8>(lanes: L, stage: &Stage, tile: &mut Tile<'_, L>, waves: &Waves) {
    let (rows, r) = (stage.kernel.rows(), waves.cosines.len());
    let half = r / 2;
    let span = stage.tail * tile.width;
    let step = stage.mid * span;
    // The row of x_1.
    let first = if WHICH == LONG_CRT_INVERSE { 0 } else { 1 };
    for &base in &stage.bases {
        let group = &mut tile.blocks[base as usize * tile.width..][..rows * step];
        for j in 0..stage.mid {
            let twiddles =
                stage.twiddles.as_ref().map(|t| (t.side, &t.factors[j * rows..][..rows]));
            for at in j * span..(j + 1) * span {
                let mut fibre = Fibre { lanes, group: &mut *group, at, step, twiddles };
                let (u, v) = tile.temporaries[..2 * half].split_at_mut(half);
                let x0 = if WHICH == LONG_CRT_INVERSE { lanes.splat(0) } else { fibre.read(0) };
                let mut sum = x0;
                for i in 0..half {
                    let a = fibre.read(first + i);
                    let (plus, minus) = if WHICH == LONG_CRT && i == 0 {
                        // x_{p-1} = 0.
                        (a, a)
                    } else {
                        let b = fibre.read(first + r - 2 - i);
                        (lanes.fold(lanes.add(a, b)), lanes.fold(lanes.sub(a, b)))
                    };
                    if WHICH != LONG_CRT {
                        sum = lanes.fold(lanes.add(sum, plus));
                    }
                    lanes.store_lazy(&mut u[i], plus);
                    lanes.store_lazy(&mut v[i], minus);
                }
                if WHICH == LONG_DFT {
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
                if WHICH == LONG_CRT_INVERSE {
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
            _ => self.lanes.fold(y),
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
        if WHICH != LONG_CRT_INVERSE {
            let first = if WHICH == LONG_CRT { 0 } else { 1 };
            let even = lanes.fold(lanes.add(x0, even));
            self.write(first + i - 1, lanes.add(even, odd));
            self.write(first + r - i - 1, lanes.sub(even, odd));
            return;
        }
        let (a, b) = (lanes.fold(lanes.add(even, odd)), lanes.fold(lanes.sub(even, odd)));
        if i == 1 {
            *last = b;
        } else {
            self.write(r - i, lanes.sub(b, *last));
        }
        self.write(i, lanes.sub(a, *last));
    }
}
