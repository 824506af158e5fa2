//! Values to coefficients.

use super::{
    butterfly::{GentlemanSande, among, folds_inverse, within},
    columns,
    plan::Plan,
    tables::{PARTS_AHEAD, Roots},
};
use crate::{
    lanes::{Lanes, Task, array},
    prefetch::{LINE, prefetch},
};

/// The inverse transform of each row of 2^`log_n` words.
pub(super) struct Inverse<'a> {
    pub(super) rows: &'a mut [u64],
    pub(super) log_n: u32,
    pub(super) plan: &'a Plan,
    pub(super) roots: &'a Roots,
}

/// Where the results of a pass go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sink {
    /// The caller, after scaling by 1/N: canonical words.
    Canonical,
    /// A later pass: lazy residues.
    Pass,
}

impl Task for Inverse<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { rows, log_n, plan, roots } = self;
        let (blocks, _) = L::blocks_mut(rows);
        if plan.outer_layers + plan.inner_layers == 0 {
            return whole_rows(lanes, blocks, roots, plan);
        }
        for row in blocks.chunks_exact_mut((1 << log_n) / L::LANES) {
            let leaves = 1 << plan.outer_layers;
            let length = row.len() / leaves;
            let sink = |position| if position == 1 { Sink::Canonical } else { Sink::Pass };
            for leaf in 0..leaves {
                let block = &mut row[leaf * length..][..length];
                let mut parts = 1 << plan.inner_layers;
                let mut position = (leaves + leaf) * parts;
                all_parts(lanes, block, roots, position);
                for &layers in plan.inner.iter().rev() {
                    (parts, position) = (parts >> layers, position >> layers);
                    pass(lanes, block, roots, layers, parts, position, sink(position));
                }
                // What the leaf is part of passes after its last leaf.
                let mut size = 1;
                for &layers in plan.outer.iter().rev() {
                    size <<= layers;
                    if (leaf + 1) % size == 0 {
                        let block = &mut row[(leaf + 1 - size) * length..][..size * length];
                        let position = (leaves + leaf) / size;
                        pass(lanes, block, roots, layers, 1, position, sink(position));
                    }
                }
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
    sink: Sink,
) {
    // As many vectors at a time as the largest butterfly has. Each kind of pass is a function of its own:
    // together they would be one of 100 kB, on which the compiler spends more than on all the rest.
    macro_rules! blocks {
        ($s:literal, $t:literal) => {
            lanes.apart(
                #[inline(always)]
                move |lanes| blocks::<L, $s, $t>(lanes, x, roots, parts, position, sink),
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

/// The last log2(S) layers of each block.
#[inline(always)]
fn blocks<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    x: &mut [L::Block],
    roots: &Roots,
    parts: usize,
    position: usize,
    sink: Sink,
) {
    let length = x.len() / parts;
    let scale = scaling(lanes, roots);
    for (i, block) in x.chunks_exact_mut(length).enumerate() {
        let w = roots.among::<L, S>(lanes, position + i);
        match sink {
            Sink::Canonical => columns::<L, S, T>(lanes, block, &w, scale, Sink::Canonical),
            Sink::Pass => columns::<L, S, T>(lanes, block, &w, scale, Sink::Pass),
        }
    }
}

/// The last log2(S) layers of one block, `T`/`S` columns at a time.
#[inline(always)]
fn columns<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    block: &mut [L::Block],
    w: &[L::W; S],
    scale: [L::W; 2],
    sink: Sink,
) {
    let stride = block.len() / S;
    for j in (0..stride).step_by(T / S) {
        let x: [&mut L::Block; T] = columns::columns::<_, S, T>(block, stride, j);
        let mut v: [L::V; T] = array(
            #[inline(always)]
            |i| lanes.load_lazy(x[i]),
        );
        layers_among(lanes, &mut v, w, scale, 0, sink);
        for i in 0..T {
            store(lanes, x[i], v[i], sink);
        }
    }
}

/// 1/N, and the multiplier of the last layer times 1/N.
#[inline(always)]
fn scaling<L: Lanes>(lanes: L, roots: &Roots) -> [L::W; 2] {
    let [x, y] = roots.last;
    [lanes.multiplier((x.0, x.1)), lanes.multiplier((y.0, y.1))]
}

/// The layers among `S` vectors after `first` layers of the pass; the last one scales if its
/// results are the caller's.
#[inline(always)]
fn layers_among<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    v: &mut [L::V; T],
    w: &[L::W; S],
    scale: [L::W; 2],
    first: usize,
    sink: Sink,
) {
    let scales = sink == Sink::Canonical;
    // The layer that scales does not fold.
    let layers = first + S.ilog2() as usize - usize::from(scales);
    let above = first + S.ilog2() as usize - 1;
    // Spelled out so that every index is known to the compiler.
    if S >= 16 {
        among(lanes, v, w, 3, butterfly::<L>(layers, above - 3));
    }
    if S >= 8 {
        among(lanes, v, w, 2, butterfly::<L>(layers, above - 2));
    }
    if S >= 4 {
        among(lanes, v, w, 1, butterfly::<L>(layers, above - 1));
    }
    if !scales {
        return among(lanes, v, w, 0, butterfly::<L>(layers, above));
    }
    for i in 0..T / 2 {
        let at = i / (S / 2) * S + i % (S / 2);
        let (x, y) = (v[at], v[at + S / 2]);
        v[at] = lanes.mul(lanes.add(x, y), scale[0]);
        v[at + S / 2] = lanes.mul(lanes.sub(x, y), scale[1]);
    }
}

#[inline(always)]
fn store<L: Lanes>(lanes: L, block: &mut L::Block, v: L::V, sink: Sink) {
    match sink {
        Sink::Canonical => lanes.store_product(block, v),
        Sink::Pass => lanes.store_lazy(block, v),
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

/// The first layers of neighbouring parts of a row, the first one's multiplier being at `position`. A row has
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
    let (w, packed_twiddles, scale) =
        (roots.among::<L, S>(lanes, 1), roots.packed_twiddles::<L>(), scaling(lanes, roots));
    let (groups, rest) = x.as_chunks_mut::<T>();
    for group in groups {
        base(lanes, group, &w, scale, packed_twiddles, Sink::Canonical);
    }
    if S < T {
        for row in rest.as_chunks_mut::<S>().0 {
            base(lanes, row, &w, scale, packed_twiddles, Sink::Canonical);
        }
    }
}

/// Neighbouring parts of a row, `S` vectors each.
#[inline(always)]
fn parts<L: Lanes, const S: usize>(lanes: L, x: &mut [L::Block], roots: &Roots, position: usize) {
    let mut packed_twiddles = roots.packed_twiddles_from::<L>(position, S / 2);
    let scale = scaling(lanes, roots);
    for (i, part) in x.as_chunks_mut::<S>().0.iter_mut().enumerate() {
        // Values that are read for the first time, of this leaf or the next.
        for line in 0..(S * size_of::<L::Block>()).div_ceil(LINE) {
            prefetch(part, PARTS_AHEAD * S * size_of::<L::Block>() + line * LINE);
        }
        roots.prefetch_part::<L, S>(packed_twiddles, position + i);
        let w = roots.among::<L, S>(lanes, position + i);
        base(lanes, part, &w, scale, packed_twiddles, Sink::Pass);
        packed_twiddles = packed_twiddles.get(S / 2..).unwrap_or_default();
    }
}

/// All layers of groups of `S` vectors: within pairs of neighbours, then among them.
#[inline(always)]
fn base<L: Lanes, const S: usize, const T: usize>(
    lanes: L,
    x: &mut [L::Block; T],
    w: &[L::W; S],
    scale: [L::W; 2],
    packed_twiddles: &[L::PackedTwiddles],
    sink: Sink,
) {
    let mut v: [L::V; T] = array(
        #[inline(always)]
        |i| lanes.load(&x[i]),
    );
    if !L::PACKINGS.is_empty() {
        for i in 0..T / 2 {
            [v[2 * i], v[2 * i + 1]] = lanes.uncollect([v[2 * i], v[2 * i + 1]]);
        }
        let packed_twiddles = &packed_twiddles[..S / 2];
        // The last layer of all scales instead of folding.
        let layers = L::PACKINGS.len() + S.ilog2() as usize - usize::from(sink == Sink::Canonical);
        // Spelled out so that every index is known to the compiler.
        if L::PACKINGS.len() >= 3 {
            within(
                lanes,
                &mut v,
                packed_twiddles,
                2,
                butterfly::<L>(layers, L::PACKINGS.len() - 3),
            );
        }
        if L::PACKINGS.len() >= 2 {
            within(
                lanes,
                &mut v,
                packed_twiddles,
                1,
                butterfly::<L>(layers, L::PACKINGS.len() - 2),
            );
        }
        within(lanes, &mut v, packed_twiddles, 0, butterfly::<L>(layers, L::PACKINGS.len() - 1));
    }
    layers_among(lanes, &mut v, w, scale, L::PACKINGS.len(), sink);
    for i in 0..T {
        store(lanes, &mut x[i], v[i], sink);
    }
}

/// The butterfly of layer `depth`, from the narrowest on, of the `layers` layers of a pass.
#[inline(always)]
fn butterfly<L: Lanes>(layers: usize, depth: usize) -> GentlemanSande {
    GentlemanSande { fold: folds_inverse::<L>(layers, depth) }
}
