//! Stages on many columns: tile after tile is loaded into fast memory, transformed, and stored.

use crate::{
    Zq,
    cyclotomic::{
        access::{Access, Part, load, store},
        run::run,
        stage::Stage,
        tile::Tile,
    },
    lanes::{AS_THEY_ARE, IN, Lanes, OUT, Task},
};

/// The words of a tile, such that it and what it is loaded from fit into the first-level cache.
const TILE_WORDS: usize = 3072;

/// The columns of a tile at most.
const TILE_COLUMNS: usize = 256;

/// Tiles of at most this many words are transformed where they lie, if that is possible.
const IN_PLACE_WORDS: usize = 6144;

/// What is subtracted from all results, which may have been left open then, and are made canonical.
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
            // Lanes of words convert a tile as a whole, in whole vectors.
            let on_the_way = !L::LAZY_IS_CANONICAL;
            if self.canonical_in && on_the_way {
                load_part::<L, IN>(lanes, self.load, source, words, shape);
            } else {
                load_part::<L, AS_THEY_ARE>(lanes, self.load, source, words, shape);
            }
            let convert = !on_the_way;
            transform(lanes, &self, words, width, start / L::LANES, temporary_words, convert);
            if let Minus::Element(row, column) = self.minus {
                let blocks = L::blocks_mut(words).0;
                if tile == first {
                    let at = column - start;
                    let mut block = blocks[row * width + at / L::LANES];
                    let v = lanes.load_lazy(&block);
                    lanes.store(&mut block, v);
                    element = L::words(&block)[at % L::LANES];
                }
                less(lanes, blocks, lanes.splat(element));
            }
            if self.canonical_out && on_the_way && matches!(self.minus, Minus::Nothing) {
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
        let (Access::Tensor { rows, inner, stride, .. }, Access::Tensor { rows: others, .. }) =
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

/// Lazy residues, which may have been left open, less z of class 1, as canonical words.
#[inline(always)]
fn less<'a, L: Lanes>(lanes: L, blocks: impl IntoIterator<Item = &'a mut L::Block>, z: L::V)
where
    L::Block: 'a,
{
    for block in blocks {
        let v = lanes.sub(lanes.load_lazy(block), z);
        lanes.store(block, v);
    }
}

/// Stages on a tile, which is converted before and after if `convert`. Where each column's own word is
/// subtracted, this is done, and the tile made canonical, in any case; where one element is, neither.
#[inline(always)]
fn transform<L: Lanes>(
    lanes: L,
    sweep: &Sweep<'_>,
    words: &mut [u64],
    width: usize,
    column: usize,
    temporaries: &mut [u64],
    convert: bool,
) {
    let blocks = L::blocks_mut(words).0;
    if convert && sweep.canonical_in && !L::LAZY_IS_CANONICAL {
        for block in blocks.iter_mut() {
            let v = lanes.load(block);
            lanes.store_lazy(block, v);
        }
    }
    let temporaries = L::blocks_mut(temporaries).0;
    run(lanes, sweep.stages, &mut Tile { blocks: &mut *blocks, width, column, temporaries });
    match sweep.minus {
        Minus::Row(row) => {
            for c in 0..width {
                let z = lanes.fold(lanes.load_lazy(&blocks[row * width + c]));
                less(lanes, blocks[c..].iter_mut().step_by(width), z);
            }
        }
        Minus::Nothing if sweep.canonical_out && convert => {
            for block in blocks {
                let v = lanes.load_lazy(block);
                lanes.store_product(block, v);
            }
        }
        _ => {}
    }
}

/// Stages on the rows of a tensor `[..][rows][inner]` of canonical residues, for set-up.
pub(super) fn on_rows(zq: &Zq, stages: &[Stage], rows: usize, inner: usize, data: &mut [u64]) {
    let order: Vec<u32> = (0..rows as u32).collect();
    let access = Access::Tensor { rows: &order, order: &order, inner, stride: rows * inner };
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
