//! One step of a transform on the rows of a tile: many small DFTs, or products with a spectrum.

use crate::{HeapBytes, Prepared, Table, Zq, cyclotomic::radix::Waves, lanes::Lanes};

crate::heap_bytes!(Grid: table; Twiddles: factors; Stage: kernel, bases, twiddles);

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
    /// DFT of 6 in the order of Good and Thomas: 2 of 3, by their ω.
    TwoThree(Prepared),
    /// Likewise twice 5 or 7.
    TwoOdd(Waves),
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
    pub(super) rows: usize,
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
    pub(super) fn row<L: Lanes>(&self, row: usize, block: usize) -> (&[L::Block], &[L::Block]) {
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
            Kernel::TwoThree(_) => 6,
            Kernel::TwoOdd(waves) => 2 * waves.cosines.len(),
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

impl HeapBytes for Kernel {
    fn heap_bytes(&self) -> usize {
        match self {
            Kernel::Odd(waves)
            | Kernel::TwoOdd(waves)
            | Kernel::Crt(waves)
            | Kernel::CrtInverse(waves) => waves.heap_bytes(),
            Kernel::Spectrum(table) | Kernel::SpectrumInverse(table, _) => table.heap_bytes(),
            Kernel::Grid(grid) | Kernel::GridSpectrum(grid, _) => grid.heap_bytes(),
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
    /// Whether results are folded to class 2. Lanes of doubles can leave that out where what comes
    /// next takes results as they are ([`leave_open`]).
    pub(super) folds: bool,
}

impl Stage {
    /// The kernel once, on rows 0, 1, ….
    pub(super) fn new(kernel: Kernel) -> Self {
        Self { kernel, bases: vec![0], mid: 1, tail: 1, twiddles: None, folds: true }
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

/// The stages with each DFT of 2 that stands beside one of 3, 5 or 7 points, both without twiddles
/// (Good and Thomas), made one with it: rows are loaded, folded and stored once for both.
pub(super) fn paired(stages: Vec<Stage>) -> Vec<Stage> {
    let mut result: Vec<Stage> = Vec::with_capacity(stages.len());
    for stage in stages {
        match result.pop() {
            None => result.push(stage),
            Some(before) => {
                let pair = pair(&before, &stage).or_else(|| pair(&stage, &before));
                match pair {
                    Some(pair) => result.push(pair),
                    None => result.extend([before, stage]),
                }
            }
        }
    }
    result
}

/// Both as one stage, if that is possible.
fn pair(two: &Stage, odd: &Stage) -> Option<Stage> {
    let kernel = match (&two.kernel, &odd.kernel) {
        (Kernel::Two, Kernel::Three(w)) => Kernel::TwoThree(*w),
        (Kernel::Two, Kernel::Odd(waves)) if matches!(waves.cosines.len(), 5 | 7) => {
            Kernel::TwoOdd(waves.clone())
        }
        _ => return None,
    };
    let plain = |stage: &Stage| stage.mid == 1 && stage.twiddles.is_none();
    let halves = two.bases.iter().flat_map(|&base| [base, base + two.tail as u32]);
    let nested = two.tail == odd.kernel.rows() * odd.tail && odd.bases.iter().copied().eq(halves);
    (plain(two) && plain(odd) && nested).then(|| Stage {
        kernel,
        bases: two.bases.clone(),
        mid: 1,
        tail: odd.tail,
        twiddles: None,
        folds: true,
    })
}

/// Leaves results as they are where what comes next takes them so in lanes of doubles. Class 4, which is
/// as far as all kernels of DFTs go but those of [`paired`], may be multiplied: by twiddles (the first
/// row, which may have none, is folded on the way in), and by what follows the last stage, if
/// `before_products`. Kernels of 11 and more points fold sums and differences of rows of class 2; those
/// of 11 and 13 give rows that everything takes but the way out to canonical words.
pub(super) fn leave_open(stages: &mut [Stage], before_products: bool) {
    for at in 0..stages.len() {
        let (stage, next) = (&stages[at], stages.get(at + 1));
        let multiplied = match next {
            Some(next) => next.twiddles.as_ref().is_some_and(|w| w.side == Side::Before),
            None => before_products,
        };
        let points = |stage: &Stage| match &stage.kernel {
            Kernel::Odd(waves) => waves.cosines.len(),
            _ => 0,
        };
        let open = match &stage.kernel {
            Kernel::Two => {
                multiplied || next.is_some_and(|next| next.twiddles.is_none() && points(next) > 7)
            }
            Kernel::Odd(_) if matches!(points(stage), 11 | 13) => multiplied || next.is_some(),
            Kernel::Three(_) | Kernel::Four(_) | Kernel::Eight(_) | Kernel::Odd(_) => multiplied,
            _ => false,
        };
        if open {
            stages[at].folds = false;
        }
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
            Kernel::Three(w) | Kernel::TwoThree(w) | Kernel::Four(w) | Kernel::CrtThree(w) => {
                return turn(std::slice::from_mut(w));
            }
            Kernel::Eight(w) => return turn(w),
            Kernel::Odd(waves) | Kernel::TwoOdd(waves) | Kernel::Crt(waves) => {
                return waves.plant_fault(position);
            }
            Kernel::Spectrum(table) => return turn(&mut table[1..]),
            _ => {}
        }
    }
}
