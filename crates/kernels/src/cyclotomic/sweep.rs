//! Stages on many columns: tile after tile is loaded into fast memory, transformed, and stored.

use crate::{
    Zq,
    cyclotomic::{run::run, stage::Stage, tile::Tile},
    lanes::{AS_THEY_ARE, IN, Lanes, OUT, Task},
};

/// A row that is nowhere: loaded as zeros, not stored.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The words of a tile, such that it and what it is loaded from fit into the first-level cache.
const TILE_WORDS: usize = 3072;

/// The columns of a tile at most.
const TILE_COLUMNS: usize = 64;

/// Tiles of at most this many words are transformed where they lie, if that is possible.
const IN_PLACE_WORDS: usize = 6144;

/// Where the words of tile rows and columns lie.
#[derive(Debug, Clone, Copy)]
pub(super) enum Access<'a> {
    /// In a tensor `[outer][stride / inner][inner]`, columns numbered by (outer, inner): row a of
    /// the tile is row `rows[a]` of the tensor.
    Tensor { rows: &'a [u32], inner: usize, stride: usize },
    /// Row a, column c at `index[a·stride + c]`; nowhere if that lies beyond the data.
    Indexed { index: &'a [u32], stride: usize },
}

/// What is subtracted from all results.
#[derive(Debug, Clone, Copy)]
pub(super) enum Minus {
    /// Nothing.
    Nothing,
    /// From each column its own word in this row.
    Row(usize),
    /// From everything the result in this row and column.
    Element(usize, usize),
}

/// One sweep over the columns.
pub(super) struct Sweep<'a> {
    pub(super) stages: &'a [Stage],
    /// Rows of a tile.
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// What is read, if not the target itself.
    pub(super) source: Option<&'a [u64]>,
    pub(super) target: &'a mut [u64],
    pub(super) load: Access<'a>,
    pub(super) store: Access<'a>,
    /// Whether canonical words are read; lazy residues of class 2 otherwise.
    pub(super) canonical_in: bool,
    /// Whether canonical words are written.
    pub(super) canonical_out: bool,
    pub(super) minus: Minus,
    /// [`scratch_words`] at least.
    pub(super) scratch: &'a mut [u64],
}

/// The columns of a tile of `rows` rows: a multiple of 8.
pub(super) fn tile_columns(rows: usize, columns: usize) -> usize {
    (TILE_WORDS / rows.max(1) / 8 * 8).clamp(8, TILE_COLUMNS).min(columns.next_multiple_of(8))
}

fn temporaries(stages: &[Stage]) -> usize {
    stages.iter().map(|stage| stage.kernel.temporaries()).max().unwrap_or(0)
}

/// What a sweep wants as scratch.
pub(super) fn scratch_words(stages: &[Stage], rows: usize, columns: usize) -> usize {
    rows * tile_columns(rows, columns) + 8 * temporaries(stages)
}

impl Task for Sweep<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        assert!(self.stages.iter().all(|stage| stage.end() <= self.rows), "stages within the tile");
        if self.columns == 0 {
            return;
        }
        let temporaries = L::LANES * temporaries(self.stages);
        let scratch = std::mem::take(&mut self.scratch);
        let (temporary_words, tile_words) = scratch.split_at_mut(temporaries);
        if let Some(inner) = self.in_place::<L>() {
            let target = std::mem::take(&mut self.target);
            for words in target.chunks_exact_mut(self.rows * inner) {
                transform(lanes, &self, words, inner / L::LANES, 0, temporary_words, true);
            }
            return;
        }
        let step = tile_columns(self.rows, self.columns);
        let tiles = self.columns.div_ceil(step);
        // The tile with the element that is subtracted from all comes first.
        let first = if let Minus::Element(_, column) = self.minus { column / step } else { 0 };
        let mut element = 0;
        for tile in 0..tiles {
            let tile = if tile == 0 {
                first
            } else if tile <= first {
                tile - 1
            } else {
                tile
            };
            let start = tile * step;
            let count = step.min(self.columns - start);
            let width = count.div_ceil(L::LANES);
            let words = &mut tile_words[..self.rows * width * L::LANES];
            let source = self.source.unwrap_or(self.target);
            let shape = Part { width: width * L::LANES, start, count };
            if self.canonical_in {
                load_part::<L, IN>(lanes, self.load, source, words, shape);
            } else {
                load_part::<L, AS_THEY_ARE>(lanes, self.load, source, words, shape);
            }
            transform(lanes, &self, words, width, start / L::LANES, temporary_words, false);
            if let Minus::Element(row, column) = self.minus {
                let blocks = L::blocks_mut(words).0;
                if tile == first {
                    element = L::words(&blocks[row * width + (column - start) / L::LANES])
                        [(column - start) % L::LANES];
                }
                let z = lanes.splat(element);
                for block in blocks {
                    let v = lanes.sub(lanes.load(block), z);
                    lanes.store(block, v);
                }
            }
            if self.canonical_out && matches!(self.minus, Minus::Nothing) {
                store_part::<L, OUT>(lanes, self.store, self.target, words, shape);
            } else {
                store_part::<L, AS_THEY_ARE>(lanes, self.store, self.target, words, shape);
            }
        }
    }
}

impl Sweep<'_> {
    /// The columns side by side, if tiles can be transformed where they lie: rows in their
    /// order, whole vectors of them.
    #[inline(always)]
    fn in_place<L: Lanes>(&self) -> Option<usize> {
        let (Access::Tensor { rows, inner, stride }, Access::Tensor { rows: others, .. }) =
            (self.load, self.store)
        else {
            return None;
        };
        let natural = |rows: &[u32]| rows.iter().enumerate().all(|(a, &row)| a == row as usize);
        let fits = inner.is_multiple_of(L::LANES)
            && self.rows * inner <= IN_PLACE_WORDS
            && stride == self.rows * inner
            && self.source.is_none();
        (fits && natural(rows) && natural(others)).then_some(inner)
    }
}

/// The columns of a tile: words of its rows, and the columns of the whole that they hold.
#[derive(Clone, Copy)]
struct Part {
    width: usize,
    start: usize,
    count: usize,
}

/// [`load`] in a function of its own.
#[inline(always)]
fn load_part<L: Lanes, const HOW: u8>(
    lanes: L,
    access: Access<'_>,
    source: &[u64],
    tile: &mut [u64],
    part: Part,
) {
    lanes.apart(
        #[inline(always)]
        |lanes| load::<L, HOW>(lanes, access, source, tile, part),
    );
}

/// [`store`] in a function of its own.
#[inline(always)]
fn store_part<L: Lanes, const HOW: u8>(
    lanes: L,
    access: Access<'_>,
    target: &mut [u64],
    tile: &[u64],
    part: Part,
) {
    lanes.apart(
        #[inline(always)]
        |lanes| store::<L, HOW>(lanes, access, target, tile, part),
    );
}

/// Stages on a tile. What is transformed where it lies is converted here, before and after, and
/// whatever something is subtracted from is made canonical; other tiles are converted on their way in
/// and out.
#[inline(always)]
fn transform<L: Lanes>(
    lanes: L,
    sweep: &Sweep<'_>,
    words: &mut [u64],
    width: usize,
    column: usize,
    temporaries: &mut [u64],
    in_place: bool,
) {
    let blocks = L::blocks_mut(words).0;
    if in_place && sweep.canonical_in && !L::LAZY_IS_CANONICAL {
        for block in blocks.iter_mut() {
            let v = lanes.load(block);
            lanes.store_lazy(block, v);
        }
    }
    let temporaries = L::blocks_mut(temporaries).0;
    run(lanes, sweep.stages, &mut Tile { blocks: &mut *blocks, width, column, temporaries });
    if !sweep.canonical_out {
        return;
    }
    if let Minus::Row(row) = sweep.minus {
        for c in 0..width {
            let z = lanes.fold(lanes.load_lazy(&blocks[row * width + c]));
            for block in blocks[c..].iter_mut().step_by(width) {
                let v = lanes.sub(lanes.load_lazy(block), z);
                lanes.store(block, v);
            }
        }
        return;
    }
    if in_place || matches!(sweep.minus, Minus::Element(..)) {
        for block in blocks {
            let v = lanes.load_lazy(block);
            lanes.store_product(block, v);
        }
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

/// The columns `start .. start + count` as pieces of at most 8.
#[inline(always)]
fn pieces(
    start: usize,
    count: usize,
    inner: usize,
    stride: usize,
) -> ([Piece; TILE_COLUMNS], usize) {
    let mut pieces = [Piece { column: 0, base: 0, len: 0 }; TILE_COLUMNS];
    let (mut outer, mut i) = (start / inner, start % inner);
    let (mut number, mut column) = (0, 0);
    while column < count {
        let len = (inner - i).min(count - column).min(8);
        pieces[number] = Piece { column, base: outer * stride + i, len };
        (number, column, i) = (number + 1, column + len, i + len);
        if i == inner {
            (outer, i) = (outer + 1, 0);
        }
    }
    (pieces, number)
}

/// The length of the run of consecutive rows, at most 8, that `rows` begins with.
#[inline(always)]
fn run_of(rows: &[u32]) -> usize {
    let first = rows[0];
    rows.iter().take(8).zip(first..).take_while(|&(&row, wanted)| row == wanted).count()
}

/// Loads columns into a tile, moved as `HOW` says.
#[inline(always)]
fn load<L: Lanes, const HOW: u8>(
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
        Access::Tensor { rows, inner: 1, stride } => {
            let mut a = 0;
            while a < rows.len() {
                if rows[a] == NOWHERE {
                    tile[a * width..][..width].fill(0);
                    a += 1;
                    continue;
                }
                let run = run_of(&rows[a..]);
                for c in (0..count).step_by(8) {
                    let columns = (count - c).min(8);
                    let from = &source[(start + c) * stride + rows[a] as usize..];
                    let to = &mut tile[a * width + c..];
                    lanes.transpose::<HOW>(from, stride, columns, to, width, run);
                }
                a += run;
            }
        }
        Access::Tensor { rows, inner, stride } => {
            let (pieces, number) = pieces(start, count, inner, stride);
            for (to, &row) in tile.chunks_exact_mut(width).zip(rows) {
                if row == NOWHERE {
                    to.fill(0);
                    continue;
                }
                let offset = row as usize * inner;
                for piece in &pieces[..number] {
                    let from = &source[piece.base + offset..][..piece.len];
                    lanes.copy::<HOW>(from, &mut to[piece.column..][..piece.len]);
                }
            }
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
fn store<L: Lanes, const HOW: u8>(
    lanes: L,
    access: Access<'_>,
    target: &mut [u64],
    tile: &[u64],
    Part { width, start, count }: Part,
) {
    match access {
        Access::Tensor { rows, inner: 1, stride } => {
            let mut a = 0;
            while a < rows.len() {
                if rows[a] == NOWHERE {
                    a += 1;
                    continue;
                }
                let run = run_of(&rows[a..]);
                for c in (0..count).step_by(8) {
                    let columns = (count - c).min(8);
                    let to = &mut target[(start + c) * stride + rows[a] as usize..];
                    let from = &tile[a * width + c..];
                    lanes.transpose::<HOW>(from, width, run, to, stride, columns);
                }
                a += run;
            }
        }
        Access::Tensor { rows, inner, stride } => {
            let (pieces, number) = pieces(start, count, inner, stride);
            for (from, &row) in tile.chunks_exact(width).zip(rows) {
                if row == NOWHERE {
                    continue;
                }
                let offset = row as usize * inner;
                for piece in &pieces[..number] {
                    let to = &mut target[piece.base + offset..][..piece.len];
                    lanes.copy::<HOW>(&from[piece.column..][..piece.len], to);
                }
            }
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

/// Stages on the rows of a tensor `[..][rows][inner]` of canonical residues, for set-up.
pub(super) fn on_rows(zq: &Zq, stages: &[Stage], rows: usize, inner: usize, data: &mut [u64]) {
    let order: Vec<u32> = (0..rows as u32).collect();
    let access = Access::Tensor { rows: &order, inner, stride: rows * inner };
    let columns = data.len() / rows;
    let mut scratch = vec![0; scratch_words(stages, rows, columns)];
    zq.run(Sweep {
        stages,
        rows,
        columns,
        source: None,
        target: data,
        load: access,
        store: access,
        canonical_in: true,
        canonical_out: true,
        minus: Minus::Nothing,
        scratch: &mut scratch,
    });
}
