//! Coefficients to values.

use super::{
    butterfly::{CooleyTukey, Source, among, folds_forward, within},
    columns,
    plan::Plan,
    tables::Roots,
};
use crate::{
    lanes::{Lanes, Task, array},
    shift::Shift,
};

/// The forward transform of each row of 2^`log_n` words.
pub(super) struct Forward<'a> {
    pub(super) rows: &'a mut [u64],
    pub(super) log_n: u32,
    pub(super) plan: &'a Plan,
    pub(super) roots: &'a Roots,
    /// Where the coefficients of a single row come from that it does not hold itself; only for a plan that has passes.
    pub(super) from: Option<Shifted<'a>>,
}

/// Coefficients that are read from elsewhere, by the first pass.
#[derive(Clone, Copy)]
pub(super) struct Shifted<'a> {
    pub(super) words: &'a [u64],
    pub(super) shift: Shift,
}

/// The operands of a pass.
#[derive(Clone, Copy)]
enum Operands<'a> {
    /// Those of the block that it changes.
    Own(Source),
    Elsewhere(Shifted<'a>),
}

impl Task for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { rows, log_n, plan, roots, mut from } = self;
        let (blocks, _) = L::blocks_mut(rows);
        if plan.outer_layers + plan.inner_layers == 0 {
            return whole_rows(lanes, blocks, roots, plan);
        }
        let mut operands = |source| from.take().map_or(Operands::Own(source), Operands::Elsewhere);
        for row in blocks.chunks_exact_mut((1 << log_n) / L::LANES) {
            let leaves = 1 << plan.outer_layers;
            let length = row.len() / leaves;
            for leaf in 0..leaves {
                // What the leaf is part of passes before its first leaf.
                let (mut source, mut depth) = (Source::Canonical, 0);
                for &layers in &plan.outer {
                    let size = leaves >> depth;
                    if leaf % size == 0 {
                        let block = &mut row[leaf * length..][..size * length];
                        let position = (leaves + leaf) / size;
                        pass(lanes, block, roots, layers, 1, position, operands(source));
                    }
                    (source, depth) = (Source::Pass, depth + layers);
                }
                let block = &mut row[leaf * length..][..length];
                let (mut position, mut parts) = (leaves + leaf, 1);
                for &layers in &plan.inner {
                    pass(lanes, block, roots, layers, parts, position, operands(source));
                    (parts, position, source) = (parts << layers, position << layers, Source::Pass);
                }
                all_parts(lanes, block, roots, position);
            }
        }
    }
}

/// `layers` layers of `parts` neighbouring blocks, the first one's multiplier being at `position`. The first pass is
/// over one block, and may read it elsewhere.
#[inline(always)]
fn pass<L: Lanes>(
    lanes: L,
    x: &mut [L::Block],
    roots: &Roots,
    layers: usize,
    parts: usize,
    position: usize,
    operands: Operands<'_>,
) {
    // As many vectors at a time as the largest butterfly has. Each kind of pass is a function of its own:
    // together they would be one of 100 kB, on which the compiler spends more than on all the rest.
    macro_rules! blocks {
        ($s:literal, $t:literal) => {
            lanes.apart(
                #[inline(always)]
                move |lanes| match operands {
                    Operands::Own(source) => {
                        blocks::<L, $s, $t>(lanes, x, roots, parts, position, source);
                    }
                    Operands::Elsewhere(from) => {
                        shifted::<L, $s, $t>(lanes, x, roots, position, from);
                    }
                },
            )
        };
    }
    match (L::RADIX_LOG, layers) {
        (4, 1) => blocks!(2, 16),
        (4, 2) => blocks!(4, 16),
        (4, 3) => blocks!(8, 16),
        (4, _) => blocks!(16, 16),
        (_, 1) => blocks!(2, 4),
        (_, _) => blocks!(4, 4),
    }
}

/// The first log2(S) layers of each block.
#[inline(always)]
fn blocks<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    x: &mut [L::Block],
    roots: &Roots,
    parts: usize,
    position: usize,
    source: Source,
) {
    let length = x.len() / parts;
    for (i, block) in x.chunks_exact_mut(length).enumerate() {
        let w = roots.among::<L, S>(lanes, position + i);
        match source {
            Source::Canonical => columns::<L, S, T>(lanes, block, &w, Source::Canonical),
            Source::Pass => columns::<L, S, T>(lanes, block, &w, Source::Pass),
        }
    }
}

/// The first log2(S) layers of one block that is read from elsewhere.
#[inline(always)]
fn shifted<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    block: &mut [L::Block],
    roots: &Roots,
    position: usize,
    from: Shifted<'_>,
) {
    let (w, stride) = (roots.among::<L, S>(lanes, position), block.len() / S);
    let (words, _) = L::blocks(from.words);
    for j in (0..stride).step_by(T / S) {
        let x: [&L::Block; T] = columns::read_columns::<_, S, T>(words, stride, j);
        let mut v: [L::V; T] = array(
            #[inline(always)]
            |i| lanes.load_shifted(x[i], from.shift),
        );
        layers_among(lanes, &mut v, &w, Source::Canonical);
        let out: [&mut L::Block; T] = columns::columns::<_, S, T>(block, stride, j);
        for i in 0..T {
            lanes.store_lazy(out[i], v[i]);
        }
    }
}

/// The first log2(S) layers of one block, `T`/`S` columns at a time.
#[inline(always)]
fn columns<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    block: &mut [L::Block],
    w: &[L::W; S],
    source: Source,
) {
    let stride = block.len() / S;
    for j in (0..stride).step_by(T / S) {
        let x: [&mut L::Block; T] = columns::columns::<_, S, T>(block, stride, j);
        let mut v: [L::V; T] = array(
            #[inline(always)]
            |i| source.load(lanes, x[i]),
        );
        layers_among(lanes, &mut v, w, source);
        for i in 0..T {
            lanes.store_lazy(x[i], v[i]);
        }
    }
}

/// All layers of rows of 2^`plan.base` vectors.
#[inline(always)]
fn whole_rows<L: Lanes>(lanes: L, x: &mut [L::Block], roots: &Roots, plan: &Plan) {
    match (L::RADIX_LOG, plan.base) {
        (4, 1) => rows::<L, 2, 16>(lanes, x, roots),
        (4, 2) => rows::<L, 4, 16>(lanes, x, roots),
        (4, 3) => rows::<L, 8, 16>(lanes, x, roots),
        (4, _) => rows::<L, 16, 16>(lanes, x, roots),
        (_, 1) => rows::<L, 2, 4>(lanes, x, roots),
        (_, _) => rows::<L, 4, 4>(lanes, x, roots),
    }
}

/// The last layers of neighbouring parts of a row, the first one's multiplier being at `position`. A row has
/// parts only if they are as large as can be.
#[inline(always)]
fn all_parts<L: Lanes>(lanes: L, x: &mut [L::Block], roots: &Roots, position: usize) {
    if L::RADIX_LOG == 4 {
        parts::<L, 16>(lanes, x, roots, position);
    } else {
        parts::<L, 4>(lanes, x, roots, position);
    }
}

/// Whole rows of `S` vectors, `T`/`S` at a time.
#[inline(always)]
fn rows<L: Lanes, const S: usize, const T: usize>(lanes: L, x: &mut [L::Block], roots: &Roots) {
    let (w, packed_twiddles) = (roots.among::<L, S>(lanes, 1), roots.packed_twiddles::<L>());
    let (groups, rest) = x.as_chunks_mut::<T>();
    for group in groups {
        base(lanes, group, &w, packed_twiddles, Source::Canonical);
    }
    if S < T {
        for row in rest.as_chunks_mut::<S>().0 {
            base(lanes, row, &w, packed_twiddles, Source::Canonical);
        }
    }
}

/// Neighbouring parts of a row, `S` vectors each.
#[inline(always)]
fn parts<L: Lanes, const S: usize>(lanes: L, x: &mut [L::Block], roots: &Roots, position: usize) {
    let mut packed_twiddles = roots.packed_twiddles_from::<L>(position, S / 2);
    for (i, part) in x.as_chunks_mut::<S>().0.iter_mut().enumerate() {
        roots.prefetch_part::<L, S>(packed_twiddles, position + i);
        let w = roots.among::<L, S>(lanes, position + i);
        base(lanes, part, &w, packed_twiddles, Source::Pass);
        packed_twiddles = packed_twiddles.get(S / 2..).unwrap_or_default();
    }
}

/// All layers of groups of `S` vectors: among them, then within pairs of neighbours.
#[inline(always)]
fn base<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    x: &mut [L::Block; T],
    w: &[L::W; S],
    packed_twiddles: &[L::PackedTwiddles],
    source: Source,
) {
    let mut v: [L::V; T] = array(
        #[inline(always)]
        |i| source.load(lanes, &x[i]),
    );
    layers_among(lanes, &mut v, w, source);
    if !L::PACKINGS.is_empty() {
        let packed_twiddles = &packed_twiddles[..S / 2];
        let butterfly = |layer| butterfly::<L>(source, S.ilog2() as usize + layer);
        // Spelled out so that every index is known to the compiler.
        within(lanes, &mut v, packed_twiddles, 0, butterfly(0));
        if L::PACKINGS.len() >= 2 {
            within(lanes, &mut v, packed_twiddles, 1, butterfly(1));
        }
        if L::PACKINGS.len() >= 3 {
            within(lanes, &mut v, packed_twiddles, 2, butterfly(2));
        }
        for i in 0..T / 2 {
            [v[2 * i], v[2 * i + 1]] = lanes.collect([v[2 * i], v[2 * i + 1]]);
        }
    }
    for i in 0..T {
        lanes.store(&mut x[i], v[i]);
    }
}

/// The layers among `S` vectors, the widest butterflies first, of all groups in `v`.
#[inline(always)]
fn layers_among<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    v: &mut [L::V; T],
    w: &[L::W; S],
    source: Source,
) {
    among(lanes, v, w, 0, butterfly::<L>(source, 0));
    if S >= 4 {
        among(lanes, v, w, 1, butterfly::<L>(source, 1));
    }
    if S >= 8 {
        among(lanes, v, w, 2, butterfly::<L>(source, 2));
    }
    if S >= 16 {
        among(lanes, v, w, 3, butterfly::<L>(source, 3));
    }
}

/// The butterfly of layer `depth` of a pass.
#[inline(always)]
fn butterfly<L: Lanes>(source: Source, depth: usize) -> CooleyTukey {
    CooleyTukey { fold: folds_forward::<L>(source, depth) }
}
