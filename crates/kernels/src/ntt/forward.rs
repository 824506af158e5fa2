//! Coefficients to values.

use super::{
    butterfly::{CooleyTukey, Source, among, folds_forward, within},
    columns,
    plan::Plan,
    tables::Roots,
};
use crate::lanes::{Lanes, Task, array};

/// The forward transform of each row of 2^`log_n` words.
pub(super) struct Forward<'a> {
    pub(super) rows: &'a mut [u64],
    pub(super) log_n: u32,
    pub(super) plan: &'a Plan,
    pub(super) roots: &'a Roots,
}

impl Task for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { rows, log_n, plan, roots } = self;
        let (blocks, _) = L::blocks_mut(rows);
        if plan.outer_layers + plan.inner_layers == 0 {
            return bases(lanes, blocks, roots, plan, 1, Source::Canonical);
        }
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
                        pass(lanes, block, roots, layers, 1, position, source);
                    }
                    (source, depth) = (Source::Pass, depth + layers);
                }
                let block = &mut row[leaf * length..][..length];
                let (mut position, mut parts) = (leaves + leaf, 1);
                for &layers in &plan.inner {
                    pass(lanes, block, roots, layers, parts, position, source);
                    (parts, position, source) = (parts << layers, position << layers, Source::Pass);
                }
                bases(lanes, block, roots, plan, position, source);
            }
        }
    }
}

/// `layers` layers of `parts` neighbouring blocks, the first one's multiplier being at `position`.
#[inline(always)]
fn pass<L: Lanes>(
    lanes: L,
    x: &mut [L::Block],
    roots: &Roots,
    layers: usize,
    parts: usize,
    position: usize,
    source: Source,
) {
    // As many vectors at a time as the largest butterfly has.
    match (L::RADIX_LOG, layers) {
        (4, 1) => blocks::<L, 2, 16>(lanes, x, roots, parts, position, source),
        (4, 2) => blocks::<L, 4, 16>(lanes, x, roots, parts, position, source),
        (4, 3) => blocks::<L, 8, 16>(lanes, x, roots, parts, position, source),
        (4, _) => blocks::<L, 16, 16>(lanes, x, roots, parts, position, source),
        (_, 1) => blocks::<L, 2, 4>(lanes, x, roots, parts, position, source),
        (_, _) => blocks::<L, 4, 4>(lanes, x, roots, parts, position, source),
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

/// The last layers of blocks of 2^`plan.base` vectors, the first one's multiplier being at
/// `position`, or at 1 for each if it is a whole row.
#[inline(always)]
fn bases<L: Lanes>(
    lanes: L,
    x: &mut [L::Block],
    roots: &Roots,
    plan: &Plan,
    position: usize,
    source: Source,
) {
    match (L::RADIX_LOG, plan.base, source) {
        (4, 1, _) => rows::<L, 2, 16>(lanes, x, roots),
        (4, 2, _) => rows::<L, 4, 16>(lanes, x, roots),
        (4, 3, _) => rows::<L, 8, 16>(lanes, x, roots),
        (4, _, Source::Canonical) => rows::<L, 16, 16>(lanes, x, roots),
        (_, 1, _) => rows::<L, 2, 4>(lanes, x, roots),
        (_, _, Source::Canonical) => rows::<L, 4, 4>(lanes, x, roots),
        // Upper passes are only needed when the base is as large as can be.
        (4, _, Source::Pass) => parts::<L, 16>(lanes, x, roots, position),
        (_, _, Source::Pass) => parts::<L, 4>(lanes, x, roots, position),
    }
}

/// Whole rows of `S` vectors, `T`/`S` at a time.
#[inline(always)]
fn rows<L: Lanes, const S: usize, const T: usize>(lanes: L, x: &mut [L::Block], roots: &Roots) {
    let (w, fans) = (roots.among::<L, S>(lanes, 1), roots.fans::<L>());
    let (groups, rest) = x.as_chunks_mut::<T>();
    for group in groups {
        base(lanes, group, &w, fans, Source::Canonical);
    }
    for row in rest.as_chunks_mut::<S>().0 {
        base(lanes, row, &w, fans, Source::Canonical);
    }
}

/// Neighbouring parts of a row, `S` vectors each.
#[inline(always)]
fn parts<L: Lanes, const S: usize>(lanes: L, x: &mut [L::Block], roots: &Roots, position: usize) {
    let mut fans = roots.fans_from::<L>(position, S / 2);
    for (i, part) in x.as_chunks_mut::<S>().0.iter_mut().enumerate() {
        let w = roots.among::<L, S>(lanes, position + i);
        base(lanes, part, &w, fans, Source::Pass);
        fans = fans.get(S / 2..).unwrap_or_default();
    }
}

/// All layers of groups of `S` vectors: among them, then within pairs of neighbours.
#[inline(always)]
fn base<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    x: &mut [L::Block; T],
    w: &[L::W; S],
    fans: &[L::Fan],
    source: Source,
) {
    let mut v: [L::V; T] = array(
        #[inline(always)]
        |i| source.load(lanes, &x[i]),
    );
    layers_among(lanes, &mut v, w, source);
    if !L::FANS.is_empty() {
        let fans = &fans[..S / 2];
        let butterfly = |layer| butterfly::<L>(source, S.ilog2() as usize + layer);
        // Spelled out so that every index is known to the compiler.
        within(lanes, &mut v, fans, 0, butterfly(0));
        if L::FANS.len() >= 2 {
            within(lanes, &mut v, fans, 1, butterfly(1));
        }
        if L::FANS.len() >= 3 {
            within(lanes, &mut v, fans, 2, butterfly(2));
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
